import type { Fields } from '../fields/field.ts'
import type { Changes } from './changes.ts'

/** A sentence in both languages. */
export type Both = readonly [english: string, russian: string]

const amountIn = (amount: number, locale: string, currency: string) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(amount)

/** An amount after these words; nothing when it is not known. Lines without a currency are of one in roubles. */
export const money = (amount: number | undefined, currency = 'RUB', [en, ru]: Both = ['', '']): Both =>
  amount === undefined
    ? ['', '']
    : [en + amountIn(amount, 'en-GB', currency), ru + amountIn(amount, 'ru-RU', currency)]

/** A note that somebody gave. */
export const after = (note = '') => note && `: ${note}`

/** Fields as the cabinet names them, without the capital of a label: abbreviations such as HTTPS keep theirs. */
export function fieldNames(fields: Fields, others: Readonly<Record<string, Both>>) {
  return (['en', 'ru'] as const).map((language, place) => (field: string) => {
    const label = others[field]?.[place] ?? fields[field]?.[language][0] ?? field
    return label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())
  }) as [en: (field: string) => string, ru: (field: string) => string]
}

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
