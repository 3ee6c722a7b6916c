import { SimpleGrid, Skeleton } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ConversionFigure, useConversionText } from '../../parts/conversion.tsx'
import { Figure } from '../../parts/figure.tsx'
import { overviewTexts } from './texts.ts'

type Overview = Answer<'/overview'>

/** Today against yesterday until the same time. */
export function Figures({ overview }: { readonly overview: Overview | undefined }) {
  const text = useTexts(overviewTexts)
  const formats = useFormats()
  const told = useConversionText()
  if (overview === undefined) {
    return (
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm">
        {['a', 'b', 'c', 'd', 'e'].map((place) => (
          <Skeleton key={place} h={92} />
        ))}
      </SimpleGrid>
    )
  }
  const { today, yesterday } = overview
  const { inbound } = today
  const isInbound = inbound.asked + yesterday.inbound.asked > 0
  const share = ({ attempts, delivered }: Overview['today']) =>
    attempts === 0 ? null : formats.percent(delivered / attempts)
  const median = ({ count, medianMs }: Overview['today']) => (count === 0 ? null : formats.seconds(medianMs))
  const compared = (value: string | null, ofYesterday = text.yesterday) => (
    <span title={text.hint}>{value === null ? text.noneYesterday : ofYesterday(value)}</span>
  )
  return (
    <SimpleGrid cols={{ base: 2, md: 4 + (today.cost === null ? 0 : 1) + (isInbound ? 1 : 0) }} spacing="sm">
      <Figure
        name={text.attempts}
        value={formats.number(today.attempts)}
        note={compared(formats.number(yesterday.attempts))}
      />
      <Figure
        name={text.delivered}
        value={share(today) ?? '–'}
        note={
          <>
            {today.attempts > 0 && `${formats.outOf(today.delivered, today.attempts)}, `}
            {compared(share(yesterday))}
          </>
        }
      />
      {isInbound && (
        <Figure
          name={text.inbound}
          value={formats.number(inbound.confirmed)}
          note={text.inboundOf(formats.number(inbound.asked), formats.number(inbound.called))}
        />
      )}
      <ConversionFigure
        conversion={today.conversion}
        {...(today.conversion === null && yesterday.conversion === null
          ? {}
          : { note: compared(yesterday.conversion === null ? null : told(yesterday.conversion)) })}
      />
      <Figure
        name={text.toRing}
        value={median(today) ?? '–'}
        note={
          <>
            {today.count > 0 && `${text.p95(formats.seconds(today.p95Ms))}, `}
            {compared(median(yesterday), text.medianYesterday)}
          </>
        }
      />
      {today.cost !== null && (
        <Figure
          name={text.spend}
          value={formats.money(today.cost)}
          note={compared(formats.money(yesterday.cost ?? 0))}
        />
      )}
    </SimpleGrid>
  )
}
