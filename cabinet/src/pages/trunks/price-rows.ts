/** What carriers charge for, as the columns of the table. */
export const priceParts = ['attempt', 'ring', 'answer', 'minute', 'second'] as const
type Part = (typeof priceParts)[number]

/** The price of a destination. `by`: the least time that is charged, and the steps after it, in seconds. */
export type PriceRow = Readonly<Record<Part | 'prefix' | 'by', string>>

export const emptyRow: PriceRow = {
  prefix: '',
  attempt: '',
  ring: '',
  answer: '',
  minute: '',
  second: '',
  by: '',
}

const part = /^\s*([\d.,]+)\s*\/(attempt|ring|answer|minute|second)(?:\s+by\s+(\d+\/\d+))?\s*$/

export const rowsOf = (prices: Readonly<Record<string, string>>): readonly PriceRow[] =>
  Object.entries(prices).map(([prefix, price]) => {
    const row = { ...emptyRow, prefix: prefix === '*' ? '' : prefix }
    for (const text of price.split('+')) {
      const [, amount = '', of, by = ''] = part.exec(text) ?? []
      if (of !== undefined) row[of as Part] = amount
      if (by !== '') row.by = by
    }
    return row
  })

/** As the setting has them. A row without a prefix is for everywhere else; an empty one is left out. */
export function pricesOf(rows: readonly PriceRow[]): Readonly<Record<string, string>> {
  const entries = rows.flatMap((row): [string, string][] => {
    const parts = priceParts.flatMap((name) => {
      const amount = row[name].trim().replace(',', '.')
      const isTimed = name === 'minute' || name === 'second'
      return amount === '' ? [] : [`${amount}/${name}${isTimed && row.by !== '' ? ` by ${row.by}` : ''}`]
    })
    const prefix = row.prefix.replaceAll(/[+\s]/g, '')
    return prefix === '' && parts.length === 0 ? [] : [[prefix || '*', parts.join('+')]]
  })
  return Object.fromEntries(entries)
}
