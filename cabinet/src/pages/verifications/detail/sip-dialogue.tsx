import { Button, Collapse, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { useTexts } from '../../../language/language.tsx'
import { Ladder } from '../../../parts/ladder.tsx'
import { detailTexts } from '../../calls/detail/texts.ts'
import { reasonTexts } from '../../calls/reasons.ts'

/** The SIP messages between us and the carrier, collapsed at first. */
export function SipDialogue({
  title,
  attempts,
  capture,
}: Pick<CallDetail, 'attempts'> & { readonly title: string; readonly capture: ReactNode }) {
  const text = useTexts(detailTexts)
  const reasons = useTexts(reasonTexts)
  const [isOpen, { toggle }] = useDisclosure(false)
  if (attempts.length === 0) return null
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        <Group gap="xs">
          {capture}
          <Button size="compact-xs" variant="subtle" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? text.hideLadder : text.showLadder}
          </Button>
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        <Stack gap="md">
          <Text variant="note">{text.ladderHint}</Text>
          {attempts.map(({ trunk, reason, ladder }, index) => (
            <div key={String(index)}>
              <Text size="sm" fw={600} mb={4}>
                {text.attempt(index + 1)}
                {trunk !== null && ` ${text.over(trunk)}`}: {reasons[reason]?.name ?? reason}
              </Text>
              <Ladder rungs={ladder} peer={trunk} />
            </div>
          ))}
        </Stack>
      </Collapse>
    </Stack>
  )
}
