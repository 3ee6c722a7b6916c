import { Text } from '@mantine/core'
import type { LedgerLine } from '@ringkey/server/cabinet-api'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'

const texts = defineMessages({
  reversedBy: (entry: number) => [`reversed by entry ${entry}`, `отменено записью ${entry}`],
  reverses: (entry: number) => [`takes back entry ${entry}`, `отменяет запись ${entry}`],
})

/** The note of a payment, and the entry that took it back or that it takes back. */
export function ReversibleNote(props: {
  readonly note: string
  readonly line: Pick<LedgerLine, 'reversedBy' | 'reverses'>
}) {
  const text = useTexts(texts)
  const { reversedBy, reverses } = props.line
  if (reversedBy === null && reverses === null) return props.note
  return (
    <div>
      {props.note}
      <Text variant="hint">
        {reversedBy === null ? text.reverses(reverses!) : text.reversedBy(reversedBy)}
      </Text>
    </div>
  )
}
