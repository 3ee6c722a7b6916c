import { Text } from '@mantine/core'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'

const texts = {
  en: {
    sum: (month: string) => `Carry-forward of ${month}`,
    entries: (count: string) => `entries: ${count}`,
  },
  ru: {
    sum: (month: string) => `Итог за ${month}`,
    entries: (count: string) => `записей: ${count}`,
  },
}

/** What stands in the ledger for the entries of a closed month. */
export function CarryForward({ at, summed }: { readonly at: number; readonly summed: number }) {
  const text = useTexts(texts)
  const formats = useFormats()
  return (
    <Text size="sm" c="dimmed">
      {text.sum(formats.month(at))}, {text.entries(formats.number(summed))}
    </Text>
  )
}
