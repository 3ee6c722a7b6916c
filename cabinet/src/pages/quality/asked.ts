import type { Answer, Rate } from '@ringkey/server/cabinet-api'
import { type Range, rangeIn } from './range.ts'

export type QualityReport = Answer<'/quality'>
export type RateView = QualityReport['overall']['shares'][Rate]
export type QualityKey = QualityReport['by']

export const rateNames: readonly Rate[] = [
  'delivered',
  'conversion',
  'called',
  'confirmed',
  'ner',
  'asr',
  'shortCalls',
]
/** What the calls are narrowed down by. */
export const filterNames = ['operator', 'trunk', 'mode', 'country', 'block'] as const
export type FilterName = (typeof filterNames)[number]
const sortNames = ['key', 'calls', 'rate', 'change', 'pdd', 'cost', 'margin'] as const
export type SortName = (typeof sortNames)[number]

/** Everything that the page shows, as in its address. */
export interface Asked extends Range {
  readonly rate: Rate
  readonly by: QualityKey
  readonly test: 'yes' | 'no'
  /** The whole installation, or one account, in the console; their own services for everybody. */
  readonly scope: 'own' | 'all'
  readonly account: number | null
  readonly filters: Readonly<Partial<Record<FilterName, string>>>
  readonly sort: SortName
}

export function askedIn(query: URLSearchParams, now: number, zone: string, scope: Asked['scope']): Asked {
  const number = Number(query.get('account'))
  const account = scope === 'all' && Number.isSafeInteger(number) && number > 0 ? number : null
  return {
    ...rangeIn(query, now, zone),
    rate: rateNames.find((rate) => rate === query.get('rate')) ?? 'delivered',
    by: keysOf(scope, account).find((key) => key === query.get('by')) ?? 'operator',
    test: query.get('test') === 'yes' ? 'yes' : 'no',
    scope,
    account,
    filters: Object.fromEntries(
      filterNames.flatMap((name) => {
        const value = query.get(name)
        return value === null || (scope === 'own' && (name === 'trunk' || name === 'block'))
          ? []
          : [[name, value]]
      }),
    ),
    sort: sortNames.find((name) => name === query.get('sort')) ?? 'calls',
  }
}

/** What the table can be broken down by. The names of trunks are for operators; services are those of an account. */
export function keysOf(scope: Asked['scope'], account: number | null): readonly QualityKey[] {
  if (scope === 'own') return ['operator', 'mode', 'country', 'service']
  const inner: readonly QualityKey[] = ['operator', 'trunk', 'mode', 'country', 'block']
  return account === null ? inner : [...inner.filter((key) => key !== 'block'), 'service']
}

/** In an address: calls whose operator, trunk or country is not known. An empty value would be left out. */
const unknownValue = '-'
export const fromAddress = (value: string) => (value === unknownValue ? '' : value)
export const inAddress = (value: string) => (value === '' ? unknownValue : value)
