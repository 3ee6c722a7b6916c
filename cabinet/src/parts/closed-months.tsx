import { Text } from '@mantine/core'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'

const texts = defineMessages({
  archived: (month: string) => [
    `Entries up to ${month} are in the archive of the operator; statements show their sums.`,
    `Записи по ${month} включительно хранятся в архиве администратора, их суммы видны по месяцам.`,
  ],
})

/** The archive has the months of UTC, and the middle of one is in that month in every time zone. */
const halfMonthMs = 14 * 24 * 3_600_000

/** Below the ledger, whose oldest entries are not there. */
export function ClosedMonths({ until }: { readonly until: number | null | undefined }) {
  const text = useTexts(texts)
  const formats = useFormats()
  return until == null ? null : (
    <Text variant="hint">{text.archived(formats.month(until - halfMonthMs))}</Text>
  )
}
