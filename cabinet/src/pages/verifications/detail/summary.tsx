import { Alert, Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { inBoth } from '../../../language/texts.ts'
import { StatusDot } from '../list/status-dot.tsx'

/** What became of it in a sentence, what happened step by step, and what it cost. */
export function Summary(props: {
  readonly line: ComponentProps<typeof StatusDot>['line']
  readonly sentence: ReactNode
  readonly timeline: ReactNode
  readonly warning: string | false
  readonly money: ComponentProps<typeof MoneyLine>
}) {
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Group gap="sm" aria-live="polite">
          <StatusDot line={{ ...props.line, reason: null }} />
          <Text>{props.sentence}</Text>
        </Group>
        {props.timeline}
        {props.warning !== false && <Alert color="yellow">{props.warning}</Alert>}
        <MoneyLine {...props.money} />
      </Stack>
    </Paper>
  )
}

const texts = inBoth({
  charged: (sum: string) => [`Charged: ${sum}`, `Списано: ${sum}`],
  held: (sum: string) => [`Held until the end: ${sum}`, `Удержано до конца: ${sum}`],
  free: ['Nothing was charged.', 'Ничего не списано.'],
  ledger: ['In the ledger', 'В журнале операций'],
})

/** What it cost, in one line. Nothing for those who may not see money. */
function MoneyLine(props: {
  readonly cost: number | null
  readonly isHeld: boolean
  /** Its entries in the ledger; null where they cannot be shown. */
  readonly ledger: string | null
}) {
  const { cost, isHeld, ledger } = props
  const text = useTexts(texts)
  const formats = useFormats()
  if (cost === null) return null
  const sum = formats.price(cost)
  return (
    <Text>
      <b>{cost === 0 ? text.free : isHeld ? text.held(sum) : text.charged(sum)}</b>
      {ledger !== null && (
        <Anchor component={Link} href={ledger} size="sm" ml="sm">
          {text.ledger}
        </Anchor>
      )}
    </Text>
  )
}
