import type { Ending } from './facts.ts'
import type { Override, Row } from './verdict.ts'

// Causes of ITU-T Q.850 that are more specific than the status. All others fall back to the status: 0, 16, 31 and 127
// carry no meaning, and for the rest RFC 3398 8.2.6.1 chose a status that leads to the right row.
const rowOfCause: ReadonlyMap<number, Row> = new Map([
  [17, 'busy'], // user busy
  [21, 'busy'], // call rejected; comes as 403 (RFC 3398)
  [18, 'unreachable'], // no user responding; comes as 408
  [19, 'unreachable'], // no answer
  [20, 'unreachable'], // subscriber absent
  [1, 'bad number'], // unallocated
  [22, 'bad number'], // changed
  [28, 'bad number'], // invalid format
  [34, 'route fault'], // no circuit
  [38, 'route fault'], // network out of order
  [41, 'route fault'], // temporary failure
  [42, 'route fault'], // congestion
])

const rowOfStatus: ReadonlyMap<number, Row> = new Map([
  [486, 'busy'],
  [600, 'busy'],
  [603, 'busy'],
  [480, 'unreachable'],
  [487, 'unreachable'], // the far end terminated it, without our CANCEL
  [404, 'bad number'],
  [410, 'bad number'],
  [484, 'bad number'],
  [604, 'bad number'],
  [401, 'trunk fault'],
  [403, 'trunk fault'],
  [407, 'trunk fault'],
  [606, 'trunk fault'], // RFC 3261 21.6.4: our offer is not acceptable, the person was never asked
  [408, 'route fault'],
])

/** Whoever sends these says more than a cause that a gateway added. */
const rowOfBlock: ReadonlyMap<number, Row> = new Map([
  [607, 'unwanted'], // RFC 8197
  [608, 'blocked'], // RFC 8688
])

/** The row for a cause alone; undefined when the cause has no meaning here. */
export function causeRow(cause: number | undefined, overrides: readonly Override[]): Row | undefined {
  if (cause === undefined) return undefined
  return overridden('cause', cause, overrides) ?? rowOfCause.get(cause)
}

/**
 * The row for a final response of 300 or more: by a text that the trunk names, by the marks of a network that blocks, by
 * cause, then by status, then by the class of the status.
 */
export function finalRow(
  { status, cause, words }: Extract<Ending, { readonly kind: 'refused' }>,
  overrides: readonly Override[],
): Row {
  const ofText = words === undefined ? undefined : textRow(words.text, overrides)
  if (ofText !== undefined) return ofText
  if (words?.isAnalytics === true) return 'blocked'
  return (
    (cause === undefined ? undefined : overridden('cause', cause, overrides)) ??
    overridden('status', status, overrides) ??
    rowOfBlock.get(status) ??
    causeRow(cause, []) ??
    rowOfStatus.get(status) ??
    classRow(status)
  )
}

// RFC 3261 8.1.3.2: an unknown status counts as its class. A 4xx means that this trunk and we are incompatible (400,
// 402, 488); a 6xx comes from the called person.
function classRow(status: number): Row {
  if (status >= 600) return 'busy'
  if (status >= 500) return 'route fault'
  return status >= 400 ? 'trunk fault' : 'redirected'
}

function overridden(by: 'status' | 'cause', code: number, overrides: readonly Override[]): Row | undefined {
  return overrides.find((one) => one.by === by && one.code === code)?.row
}

function textRow(text: string, overrides: readonly Override[]): Row | undefined {
  const said = text.toLowerCase()
  return overrides.find((one) => one.by === 'text' && said.includes(one.text.toLowerCase()))?.row
}
