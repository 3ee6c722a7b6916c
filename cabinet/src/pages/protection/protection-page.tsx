import { Group, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useOperatorChange } from '../../api/operator.ts'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { PausedList } from '../../parts/paused-list.tsx'
import { Section } from '../../parts/section.tsx'
import { SmallFigure } from '../../parts/small-figure.tsx'
import { ConsolePage } from '../console-page.tsx'
import { BlockedAddresses } from './blocked-addresses.tsx'
import { BlockedPrefixes } from './blocked-prefixes.tsx'
import { DoNotCall } from './do-not-call.tsx'
import { SpendCaps } from './spend-caps.tsx'
import { protectionTexts } from './texts.ts'

export default function ProtectionPage() {
  return (
    <ConsolePage name="protection" from={useRead('/operator/protection')} height={400}>
      {(data) => (
        <>
          <Limits limits={data.limits} />
          <PausedDestinations paused={data.paused} />
          <BlockedPrefixes prefixes={data.prefixes} />
          <BlockedAddresses blocked={data.blocked} />
          <DoNotCall doNotCall={data.doNotCall} />
          <SpendCaps caps={data.caps} />
        </>
      )}
    </ConsolePage>
  )
}

function Limits({ limits }: Pick<Answer<'/operator/protection'>, 'limits'>) {
  const text = useTexts(protectionTexts)
  const { number } = useFormats()
  return (
    <Section title={text.limits} about={text.limitsAbout}>
      <Group gap="10px 32px">
        <SmallFigure name={text.limit.gap}>{text.seconds(number(limits.gapSeconds))}</SmallFigure>
        <SmallFigure name={text.limit.minute}>{number(limits.perMinute)}</SmallFigure>
        <SmallFigure name={text.limit.day}>{number(limits.perDay)}</SmallFigure>
        <SmallFigure name={text.limit.rest}>{text.hours(number(limits.blockHours))}</SmallFigure>
        <SmallFigure name={text.limit.serviceRate}>
          {limits.ratePerService === 0 ? text.noLimit : number(limits.ratePerService)}
        </SmallFigure>
        <SmallFigure name={text.limit.rate}>
          {limits.ratePerAddress === 0 ? text.noLimit : number(limits.ratePerAddress)}
        </SmallFigure>
      </Group>
    </Section>
  )
}

function PausedDestinations({ paused }: Pick<Answer<'/operator/protection'>, 'paused'>) {
  const text = useTexts(protectionTexts)
  const resume = useOperatorChange('/operator/services/:service/resume')
  return (
    <Section title={text.paused} about={text.pausedAbout}>
      <PausedList
        paused={paused}
        empty={<Text size="sm">{text.noPaused}</Text>}
        hasService
        onResume={({ serviceId, prefix }) => resume.mutateAsync({ service: serviceId, prefix })}
      />
    </Section>
  )
}
