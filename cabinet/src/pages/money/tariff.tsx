import { Stack, Table, Text, Title } from '@mantine/core'
import type { PriceView, TariffView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { moneyTexts } from './texts.ts'

const order = ['flash', 'voice', 'mix', 'inbound', 'checkPhone'] as const
/** With more countries than this under one calling code, the digits are shown instead of names. */
const maxNamedCountries = 3

/** Prices of verifications by mode and destination. */
export function Tariff({ tariff }: { readonly tariff: TariffView }) {
  const text = useTexts(moneyTexts)
  const formats = useFormats()
  const prices = tariff.prices.toSorted(
    (one, other) =>
      order.indexOf(one.mode) - order.indexOf(other.mode) || one.prefix.localeCompare(other.prefix),
  )
  const whereOf = ({ mode, prefix, countries }: PriceView): string => {
    const isOnly = tariff.prices.filter((price) => price.mode === mode).length === 1
    if (prefix === '') return isOnly ? text.everywhere : text.elsewhere
    if (countries.length === 0 || countries.length > maxNamedCountries) return text.numbersFrom(prefix)
    return `${countries.map(formats.country).join(', ')} (+${prefix})`
  }
  return (
    <Stack gap={6}>
      <Title order={2}>
        {text.tariff}: {tariff.name}
      </Title>
      <Table aria-label={text.tariff}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.what}</Table.Th>
            <Table.Th>{text.where}</Table.Th>
            <Table.Th ta="right">{text.price}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {prices.map((price) => (
            <Table.Tr key={`${price.mode} ${price.prefix}`}>
              <Table.Td>{text.modes[price.mode]}</Table.Td>
              <Table.Td c="dimmed">{whereOf(price)}</Table.Td>
              <Table.Td ta="right">{formats.price(price.price)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {tariff.chargesFailed ? text.chargesFailed : text.refundsFailed}{' '}
        {tariff.chargesSuspects ? text.chargesSuspects : text.refundsSuspects}{' '}
        {tariff.chargesOnApproval && text.chargesOnApproval}
      </Text>
    </Stack>
  )
}
