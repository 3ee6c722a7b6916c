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

export const rowsOf = (prices: readonly (readonly [prefix: string, price: string])[]): readonly PriceRow[] =>
  prices.map(([prefix, price]) => {
    const row = { ...emptyRow, prefix: prefix === '*' ? '' : prefix }
    for (const text of price.split('+')) {
      const [, amount = '', of, by = ''] = part.exec(text) ?? []
      if (of !== undefined) row[of as Part] = amount
      if (by !== '') row.by = by
    }
    return row
  })

/** As the setting has them. A row without a prefix is for everywhere else; an empty one is left out. */
export const pricesOf = (rows: readonly PriceRow[]) => rows.flatMap((row) => priceOf(row) ?? [])

/** A row above has the same prefix: it is not known which price was meant. */
export function isRepeated(rows: readonly PriceRow[], place: number): boolean {
  const own = priceOf(rows[place]!)
  return own !== undefined && rows.slice(0, place).some((row) => priceOf(row)?.prefix === own.prefix)
}

function priceOf(row: PriceRow) {
  const parts = priceParts.flatMap((name) => {
    const amount = row[name].trim().replace(',', '.')
    const isTimed = name === 'minute' || name === 'second'
    return amount === '' ? [] : [`${amount}/${name}${isTimed && row.by !== '' ? ` by ${row.by}` : ''}`]
  })
  const prefix = row.prefix.replaceAll(/[+\s]/g, '')
  return prefix === '' && parts.length === 0 ? undefined : { prefix: prefix || '*', price: parts.join('+') }
}
