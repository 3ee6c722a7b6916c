import type { LiveTrunkView, TrunkView } from '@ringkey/server/cabinet-api'

type Live = Pick<LiveTrunkView, 'registration' | 'reachable' | 'breaker' | 'probes' | 'success'>

/** What a trunk's standing is judged by. */
interface Judged {
  readonly settings: Pick<TrunkView['settings'], 'enabled' | 'optionsSeconds'>
  readonly unusable: string
  readonly numbers: number
  readonly demo: boolean
  readonly live: Live | null
}

export type Standing =
  | 'unusable'
  | 'off'
  | 'elsewhere'
  | 'registering'
  | 'unreachable'
  | 'open'
  | 'probing'
  | 'noNumbers'
  | 'silent'
  | 'waiting'
  | 'unknown'
  | 'ok'

/** How a trunk stands. It is well only when something shows it: an answer to the last probe, or calls that worked. */
export function trunkStanding({ settings, unusable, live, numbers, demo }: Judged): Standing {
  if (unusable !== '') return 'unusable'
  if (!settings.enabled) return 'off'
  if (live === null) return 'elsewhere'
  if (live.registration === 'wanted') return 'registering'
  if (!live.reachable) return 'unreachable'
  if (live.breaker !== 'closed') return live.breaker
  if (numbers === 0 && !demo) return 'noNumbers'
  const last = live.probes.at(-1)
  if (last !== undefined) return last.answered ? 'ok' : 'silent'
  if (settings.optionsSeconds > 0) return 'waiting'
  // Nobody asks it: only its calls can show it.
  return (live.success ?? 0) > 0 ? 'ok' : 'unknown'
}
