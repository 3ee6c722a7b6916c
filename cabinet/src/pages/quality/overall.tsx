import { SimpleGrid } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { DefinedTerm } from '../../parts/definition.tsx'
import { Figure } from '../../parts/figure.tsx'
import type { Asked, QualityReport, RateView } from './asked.ts'
import { qualityTexts } from './texts.ts'

const isKnown = ({ of }: RateView) => of > 0

/** The figures of the whole period, each beside that of the period before. */
export function Overall({ report, asked }: { readonly report: QualityReport; readonly asked: Asked }) {
  const text = useTexts(qualityTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const { overall: now, before } = report
  const then = before.overall
  const share = ({ hits, of }: RateView) => (of === 0 ? words.unknown : formats.percent(hits / of))
  const compared = (told: string) => `${text.before}: ${told}`
  const rate = (name: 'delivered' | 'conversion' | 'ner' | 'asr' | 'shortCalls') => (
    <Figure
      key={name}
      name={<DefinedTerm term={name} />}
      value={share(now.shares[name])}
      note={
        isKnown(now.shares[name]) && (
          <>
            {formats.outOf(now.shares[name].hits, now.shares[name].of)}
            {isKnown(then.shares[name]) && `, ${compared(share(then.shares[name]))}`}
          </>
        )
      }
    />
  )
  // Only voice calls are meant to be answered.
  const isVoice = asked.filters.mode === 'voice'
  const { carrierCost, margin } = now
  // Without prices of carriers it would be the spend once more.
  const isMarginShown = margin !== null && carrierCost !== null && carrierCost > 0
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: isVoice || isMarginShown ? 4 : 6 }} spacing="sm">
      <Figure
        name={text.calls}
        value={formats.number(now.calls)}
        note={compared(formats.number(then.calls))}
      />
      {rate('delivered')}
      {rate('conversion')}
      {rate('ner')}
      {isVoice && rate('asr')}
      {isVoice && rate('shortCalls')}
      <Figure
        name={<DefinedTerm term="pdd" />}
        value={now.pddMs === null ? '–' : formats.seconds(now.pddMs)}
        note={now.pddP95Ms !== null && `${text.p95} ${formats.seconds(now.pddP95Ms)}`}
      />
      {isVoice && (
        <Figure
          name={<DefinedTerm term="acd" />}
          value={now.acdMs === null ? '–' : formats.seconds(now.acdMs)}
        />
      )}
      {now.cost !== null && (
        <Figure
          name={text.spend}
          value={formats.money(now.cost)}
          note={then.cost !== null && compared(formats.money(then.cost))}
        />
      )}
      {isMarginShown && (
        <Figure
          name={text.margin}
          value={formats.money(margin)}
          note={`${text.carrierCost}: ${formats.money(carrierCost)}`}
        />
      )}
    </SimpleGrid>
  )
}
