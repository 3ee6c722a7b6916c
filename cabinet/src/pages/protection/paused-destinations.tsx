import { Text } from '@mantine/core'
import type { ProtectionView } from '@ringkey/server/cabinet-api'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { PausedList } from '../../parts/paused-list.tsx'
import { Section } from '../../parts/section.tsx'
import { protectionTexts } from './texts.ts'

export function PausedDestinations({ paused }: Pick<ProtectionView, 'paused'>) {
  const text = useTexts(protectionTexts)
  const resume = useOperatorChange<{ serviceId: number; prefix: string }>(
    ({ serviceId }) => `/operator/services/${serviceId}/resume`,
  )
  return (
    <Section title={text.paused} about={text.pausedAbout}>
      <PausedList
        paused={paused}
        empty={<Text size="sm">{text.noPaused}</Text>}
        hasService
        onResume={({ serviceId, prefix }) => resume.mutateAsync({ serviceId, prefix })}
        error={resume.error}
      />
    </Section>
  )
}
