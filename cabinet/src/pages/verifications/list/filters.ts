import type { VerificationLine } from '@ringkey/server/cabinet-api'
import { timeIn } from '../../../frame/address-query.ts'

/** `operator`: the name of the network, as on the page about quality; `-` when it is not known. */
const ownNames = ['mode', 'state', 'reason', 'test', 'operator', 'country'] as const
/** Of operators. */
const innerNames = ['account', 'trunk', 'block'] as const
export const filterNames = [...ownNames, ...innerNames, 'from', 'to'] as const

type TextName = (typeof ownNames)[number] | (typeof innerNames)[number]

/** As the API takes them; empty ones are left out. */
export type Filters = Readonly<Partial<Record<TextName, string>>> & {
  readonly service?: number
  readonly from?: number
  readonly to?: number
}

export function filtersIn(query: URLSearchParams, service: number | null, isConsole: boolean): Filters {
  const names: readonly TextName[] = isConsole ? [...ownNames, ...innerNames] : ownNames
  const numbers = { service, from: timeIn(query, 'from'), to: timeIn(query, 'to') }
  const given = [...names.map((name) => [name, query.get(name)] as const), ...Object.entries(numbers)]
  return Object.fromEntries(given.filter(([, value]) => value !== null))
}

export const isNarrowed = ({ service: _, ...filters }: Filters) => Object.keys(filters).length > 0

const states: Readonly<Record<string, string>> = { pending: 'checking', approved: 'completed' }
const stateOf = (status: VerificationLine['status']) =>
  status === 'checking' || status === 'completed' ? status : (states[status] ?? 'failed')

/** Whether a new line matches the filters. The server alone knows over which trunk it went. */
export function shows(filters: Filters, line: VerificationLine): boolean {
  const { service, mode, state, reason, test, operator, country, from, to, trunk, block } = filters
  return (
    trunk === undefined &&
    block === undefined &&
    (operator === undefined || line.operator === (operator === '-' ? '' : operator)) &&
    (country === undefined || line.country === country) &&
    (service === undefined || line.serviceId === service) &&
    (mode === undefined || line.steps.some((step) => step.mode === mode)) &&
    (state === undefined || stateOf(line.status) === state) &&
    (reason === undefined || line.reason === reason) &&
    (test === undefined || line.test === (test === 'yes')) &&
    (from === undefined || line.createdAt >= from) &&
    (to === undefined || line.createdAt < to)
  )
}
