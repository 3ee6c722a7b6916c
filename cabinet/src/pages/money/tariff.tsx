import { Stack, Text, Title } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { moneyTexts } from './texts.ts'

const order = ['flash', 'voice', 'mix', 'inbound', 'http', 'checkPhone'] as const
/** With more countries than this under one calling code, the digits are shown instead of names. */
const maxNamedCountries = 3

/** Prices of verifications by mode and destination. */
export function Tariff({ tariff }: { readonly tariff: Answer<'/money'>['tariff'] }) {
  const text = useTexts(moneyTexts)
  const formats = useFormats()
  const prices = tariff.prices.toSorted(
    (one, other) =>
      order.indexOf(one.mode) - order.indexOf(other.mode) || one.prefix.localeCompare(other.prefix),
  )
  const whereOf = ({ mode, prefix, countries }: Answer<'/money'>['tariff']['prices'][number]): string => {
    const isOnly = tariff.prices.filter((price) => price.mode === mode).length === 1
    if (prefix === '') return isOnly ? text.everywhere : text.elsewhere
    if (countries.length === 0 || countries.length > maxNamedCountries) return text.numbersFrom(prefix)
    return `${countries.map(formats.country).join(', ')} (+${prefix})`
  }
  return (
    <Stack gap={6}>
      <Title order={2}>
        {text.tariff}: {formats.tariff(tariff.name)}
      </Title>
      <DataTable
        label={text.tariff}
        rows={prices}
        keyOf={({ mode, prefix }) => `${mode} ${prefix}`}
        empty={null}
        columns={[
          { title: text.what, cell: ({ mode }) => text.modes[mode] },
          { title: text.where, card: 'second', cell: (price) => <Text c="dimmed">{whereOf(price)}</Text> },
          { title: text.price, align: 'right', card: 'corner', cell: ({ price }) => formats.price(price) },
        ]}
      />
      <Text variant="hint">
        {tariff.chargesFailed ? text.chargesFailed : text.refundsFailed}{' '}
        {tariff.chargesSuspects ? text.chargesSuspects : text.refundsSuspects}{' '}
        {tariff.chargesOnApproval &&
          `${text.chargesOnApproval} ${tariff.refusesOwnCodes ? text.refusesOwnCodes : text.chargesOwnCodes}`}
      </Text>
    </Stack>
  )
}
