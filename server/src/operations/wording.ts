import type { Changes } from './changes.ts'

/** A sentence in both languages. */
export type Both = readonly [english: string, russian: string]

const moneyIn = (locale: string) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'RUB',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  })
const [english, russian] = [moneyIn('en-GB'), moneyIn('ru-RU')]

/** Roubles. */
export const money = (amount: number): Both => [english.format(amount), russian.format(amount)]

export const arrow = (from: string | number, to: string | number) =>
  from === to ? `${to}` : `${from} → ${to}`

/** Each field with what it was and what it is; a secret has its name alone. */
export const changed = (changes: Changes, nameOf = (field: string) => field): string =>
  Object.entries(changes)
    .map(([field, values]) =>
      values === null ? nameOf(field) : `${nameOf(field)} ${arrow(values[0] || '""', values[1] || '""')}`,
    )
    .join(', ')

/** `, ` between those that are there. */
export const listed = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(', ')

export const numbersText = (first: string, last: string) =>
  first === last ? `+${first}` : `+${first} – +${last}`
