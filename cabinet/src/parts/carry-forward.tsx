import { Text } from '@mantine/core'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'

const texts = defineMessages({
  sum: (month: string) => [`Carry-forward of ${month}`, `Итог за ${month}`],
  entries: (count: string) => [`entries: ${count}`, `записей: ${count}`],
})

/** What stands in the ledger for the entries of a closed month. */
export function CarryForward({ at, summed }: { readonly at: number; readonly summed: number }) {
  const text = useTexts(texts)
  const formats = useFormats()
  return (
    <Text variant="hint">
      {text.sum(formats.month(at))}, {text.entries(formats.number(summed))}
    </Text>
  )
}
