import type { HarmKind, History, NemesisEvent, StoredPhone } from './history.ts'

/** Which harm explains it, to which nodes (left out: to any), and between which instants it must have worked. */
export interface Excuse {
  readonly by: readonly HarmKind[]
  readonly nodes?: readonly number[]
  readonly fromMs: number
  readonly toMs: number
}

/** A node that could not work as usual. */
export const nodeHarms: readonly HarmKind[] = ['killed', 'stopped', 'frozen', 'cut-off']
/** What keeps a transaction, and with it an account, locked until the server ends it. */
export const lockingHarms: readonly HarmKind[] = ['frozen', 'cut-off', 'locked']

export const isExcused = (events: readonly NemesisEvent[], excuse: Excuse): boolean =>
  events.some((event) => excuses(event, excuse))

function excuses(
  { harm, nodes, beginMs, endMs }: NemesisEvent,
  { by, nodes: hit, fromMs, toMs }: Excuse,
): boolean {
  const isThere = harm !== null && by.includes(harm) && beginMs <= toMs && endMs >= fromMs
  return isThere && (harm === 'away' || hit === undefined || nodes.some((node) => hit.includes(node)))
}

/** For how long of this time nobody could use the database. */
export function awayMs(events: readonly NemesisEvent[], fromMs: number, toMs: number): number {
  let [sumMs, seenMs] = [0, fromMs]
  for (const { isStoreAway, beginMs, endMs } of events.toSorted((a, b) => a.beginMs - b.beginMs)) {
    if (!isStoreAway) continue
    const [begin, end] = [Math.max(beginMs, seenMs), Math.min(endMs, toMs)]
    if (end <= begin) continue
    sumMs += end - begin
    seenMs = end
  }
  return sumMs
}

/** Its creation was answered 503, although it turned out to be stored, and no other answer names it. */
export const isDisowned = (
  { requests }: Pick<History, 'requests'>,
  { id, key: ofIt, status }: StoredPhone,
): boolean =>
  status === 'canceled' &&
  requests.some(({ key, answer }) => key === ofIt && answer?.status === 503) &&
  !requests.some(({ answer }) => answer?.phone?.id === id)
