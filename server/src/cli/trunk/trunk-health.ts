import type { Settings } from '../../config/settings.ts'
import { askNode } from '../ask-node.ts'
import { CommandFailed } from '../failures.ts'

/** What the service on this machine sees of a trunk at this moment. */
export interface TrunkHealth {
  readonly reachable: boolean
  /** Whether calls are kept away after failures. */
  readonly breaker: 'closed' | 'probing' | 'open'
  readonly calls: number
  /** Share of the last calls that succeeded; null without calls. */
  readonly success: number | null
}

const breakers = ['closed', 'probing', 'open'] as const
const figure =
  /^ringkey_trunk_(reachable|breaker|calls_in_progress|success_ratio)\{trunk="([^"]+)"\} (\S+)$/gm

/** Undefined when no service answers at the address of the metrics. */
export async function readHealth(settings: Settings): Promise<ReadonlyMap<string, TrunkHealth> | undefined> {
  const text = await askNode(settings, '/metrics').catch((error: unknown) => {
    if (error instanceof CommandFailed) return undefined
    throw error
  })
  if (text === undefined) return undefined
  const figures = [...text.matchAll(figure)].map(([, name, trunk = '', value]) => ({
    name,
    trunk,
    value: Number(value),
  }))
  const byTrunk = Map.groupBy(figures, ({ trunk }) => trunk)
  return new Map(
    [...byTrunk].map(([trunk, own]) => {
      const of = (wanted: string) => own.find(({ name }) => name === wanted)?.value
      const health = {
        reachable: of('reachable') === 1,
        breaker: breakers[of('breaker') ?? 0] ?? 'closed',
        calls: of('calls_in_progress') ?? 0,
        success: of('success_ratio') ?? null,
      }
      return [trunk, health]
    }),
  )
}

export function healthText(health: TrunkHealth | null, isServed: boolean): string {
  if (health === null) return isServed ? 'not used' : 'no service answers'
  if (!health.reachable) return 'does not answer'
  const share = health.success === null ? '' : `, ${Math.round(health.success * 100)} % succeed`
  return health.breaker === 'closed' ? `answers${share}` : `calls kept away (${health.breaker})`
}
