import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { defineMessages } from '../../../language/texts.ts'
import { TextLink } from '../../../parts/text-link.tsx'
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

const texts = defineMessages({
  charged: (sum: string) => [`Charged: ${sum}`, `Списано: ${sum}`],
  held: (sum: string) => [`Held until the end: ${sum}`, `Удержано до конца: ${sum}`],
  free: ['Nothing was charged.', 'Ничего не списано.'],
  ledger: ['In the ledger', 'В журнале операций'],
})

/** What it cost, in one line. Nothing for those who may not see money. */
function MoneyLine(props: {
  readonly cost: number | null
  readonly isHeld: boolean
  /** The calls whose entries the ledger shows to this person. */
  readonly calls: readonly number[]
}) {
  const { cost, isHeld, calls } = props
  const text = useTexts(texts)
  const formats = useFormats()
  if (cost === null) return null
  const sum = formats.price(cost)
  return (
    <Text>
      <b>{cost === 0 ? text.free : isHeld ? text.held(sum) : text.charged(sum)}</b>
      <Text size="sm" span ml="sm">
        {calls.length > 1 && `${text.ledger}: `}
        {calls.map((call, index) => (
          <Fragment key={call}>
            {index > 0 && ', '}
            <TextLink href={`/money/ledger?vendorId=${call}`}>
              {calls.length === 1 ? text.ledger : call}
            </TextLink>
          </Fragment>
        ))}
      </Text>
    </Text>
  )
}
