import { ActionIcon, Box, Button, NativeSelect, Table, Text, TextInput } from '@mantine/core'
import { trunkFields } from '@ringkey/server/fields/trunk-fields'
import { formStyle, writtenPairs, writtenValue } from '@ringkey/server/fields/written'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { IconPlus, IconTrash } from '../../parts/icons.tsx'
import { formTexts } from './form-texts.ts'
import { emptyRow, isRepeated, type PriceRow, priceParts, pricesOf, rowsOf } from './price-rows.ts'

const roundings = ['', '60/60', '30/6', '6/6', '1/1']

/** What the carrier charges, a row for each destination. */
export function PriceTable(props: {
  /** As the setting is written. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: ReactNode
}) {
  const text = useTexts(formTexts)
  const [rows, setRows] = useState(() => {
    const kept = rowsOf(writtenPairs(props.value))
    return kept.length === 0 ? [emptyRow] : kept
  })
  const change = (next: readonly PriceRow[]) => {
    setRows(next)
    const prices = pricesOf(next).map(({ prefix, price }) => `${prefix}:${price}`)
    props.onChange(writtenValue(trunkFields.prices, prices, formStyle))
  }
  const set = (place: number, name: keyof PriceRow, value: string) =>
    change(rows.map((row, at) => (at === place ? { ...row, [name]: value } : row)))
  return (
    <>
      <Text variant="hint">{text.pricesAbout}</Text>
      <Box style={{ overflowX: 'auto' }}>
        <Table aria-label={text.steps.prices} horizontalSpacing={4} withRowBorders={false} miw={560}>
          <Table.Thead>
            <Table.Tr>
              {(['prefix', ...priceParts, 'by'] as const).map((name) => (
                <Table.Th key={name}>{text.priceColumns[name]}</Table.Th>
              ))}
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, place) => {
              const nameOf = (name: keyof PriceRow) =>
                `${text.priceColumns[name]}: ${row.prefix || text.elsewhere}`
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
                <Table.Tr key={place}>
                  {(['prefix', ...priceParts] as const).map((name) => (
                    <Table.Td key={name}>
                      <TextInput
                        size="xs"
                        inputMode="decimal"
                        aria-label={nameOf(name)}
                        placeholder={name === 'prefix' ? '*' : ''}
                        value={row[name]}
                        error={name === 'prefix' && isRepeated(rows, place) && text.repeatedPrice}
                        onChange={({ currentTarget }) => set(place, name, currentTarget.value)}
                      />
                    </Table.Td>
                  ))}
                  <Table.Td>
                    <NativeSelect
                      size="xs"
                      aria-label={nameOf('by')}
                      disabled={row.minute === '' && row.second === ''}
                      data={[...new Set([...roundings, row.by])]}
                      value={row.by}
                      onChange={({ currentTarget }) => set(place, 'by', currentTarget.value)}
                    />
                  </Table.Td>
                  <Table.Td>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`${text.remove}: ${row.prefix || text.elsewhere}`}
                      onClick={() => change(rows.filter((_, at) => at !== place))}
                    >
                      <IconTrash size={16} />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Box>
      {props.error && (
        <Text c="red" size="sm" role="alert">
          {props.error}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<IconPlus size={14} />}
        onClick={() => setRows([...rows, emptyRow])}
      >
        {text.addPrice}
      </Button>
    </>
  )
}
