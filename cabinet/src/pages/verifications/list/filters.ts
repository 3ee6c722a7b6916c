import type { VerificationLine } from '@ringkey/server/cabinet-api'
import type { Sent } from '../../../api/routes.ts'
import { numberIn } from '../../../frame/number-in.ts'
import { type Period, periodIn } from '../../../parts/period.ts'

/** `operator`: the name of the network, as on the page about quality; `-` when it is not known. */
const ownNames = ['mode', 'state', 'reason', 'test', 'operator', 'country'] as const
/** Of operators. */
const innerNames = ['trunk', 'block'] as const

type TextName = (typeof ownNames)[number] | (typeof innerNames)[number]

/** As the API takes them, but for a period that has a name; empty ones are left out. */
export type Filters = Omit<Sent<'/operator/verifications/search'>, 'q'> & Pick<Period, 'period'>

export function filtersIn(query: URLSearchParams, service: number | null, isConsole: boolean): Filters {
  const names: readonly TextName[] = isConsole ? [...ownNames, ...innerNames] : ownNames
  const account = isConsole ? numberIn(query, 'account') : null
  const others = { service, account, ...periodIn(query) }
  const given = [...names.map((name) => [name, query.get(name)] as const), ...Object.entries(others)]
  return Object.fromEntries(given.filter(([, value]) => value !== null))
}

/** With the search text; the times of a period that has a name are those of now. */
export type Asked = Sent<'/operator/verifications/export'>

/** The service of one's own list is chosen in the bar at the top. */
export const isNarrowed = ({ service, ...filters }: Filters, isConsole: boolean) =>
  Object.keys(filters).length > 0 || (isConsole && service !== undefined)

const states: Readonly<Record<string, string>> = { pending: 'checking', approved: 'completed' }
const stateOf = (status: VerificationLine['status']) =>
  status === 'checking' || status === 'completed' ? status : (states[status] ?? 'failed')

/** Whether a new line matches the filters. The server alone knows over which trunk it went. */
export function shows(filters: Omit<Filters, 'period'>, line: VerificationLine): boolean {
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
