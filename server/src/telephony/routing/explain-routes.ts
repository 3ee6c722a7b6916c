import type { LiveTrunk } from './live-trunk.ts'
import { prefixLength } from './route.ts'
import { findRoutes, type RoutingParts, type RoutingRequest } from './router.ts'

/** Why a trunk would or would not carry a call now. */
export type Standing =
  | 'chosen'
  /** Tried when those before it fail. */
  | 'next'
  | 'off'
  /** The simulator serves the demo; others use it only while there is nothing else. */
  | 'other-world'
  | 'other-prefix'
  | 'cannot-write'
  | 'unreachable'
  | 'left-alone'
  | 'too-many-calls'
  | 'too-fast'
  | 'short-calls-used-up'
  | 'no-number'
  /** Good, but three others stand before it. */
  | 'not-needed'

export interface ExplainedTrunk {
  readonly trunk: string
  readonly standing: Standing
  /** 1 is tried first; null is not tried. */
  readonly place: number | null
  /** Digits of the destination that the trunk names; "" goes everywhere. */
  readonly prefix: string
  readonly costWeight: number
  readonly success: number
  readonly inFlight: number
  readonly callsAtOnce: number
  /** The number of ours that would be shown; "" when none would. */
  readonly caller: string
}

export interface ExplainedRouting {
  readonly kind: 'routed' | 'full' | 'no-way'
  readonly trunks: readonly ExplainedTrunk[]
}

/** What a call would do, in the order in which trunks would be tried. Nothing is placed and nothing set aside. */
export function explainRoutes(parts: RoutingParts, request: RoutingRequest, nowMs: number): ExplainedRouting {
  const routing = findRoutes(parts, request, nowMs)
  const routes = routing.kind === 'routed' ? routing.routes : []
  const wantsDemo = request.demo || parts.trunks.every(({ demo }) => demo)
  const explained = parts.trunks.map((trunk): ExplainedTrunk => {
    const index = routes.findIndex((route) => route.trunk === trunk)
    const { settings } = trunk
    return {
      trunk: trunk.name,
      standing:
        index === 0 ? 'chosen' : index > 0 ? 'next' : standingOf(parts, trunk, request, wantsDemo, nowMs),
      place: index === -1 ? null : index + 1,
      prefix: request.e164.slice(0, prefixLength(settings.prefixes, request.e164) ?? 0),
      costWeight: settings.costWeight,
      success: trunk.success,
      inFlight: trunk.inFlight,
      callsAtOnce: settings.callsAtOnce,
      caller: routes[index]?.callerNumber ?? '',
    }
  })
  const last = Number.MAX_SAFE_INTEGER
  return { kind: routing.kind, trunks: explained.sort((a, b) => (a.place ?? last) - (b.place ?? last)) }
}

function standingOf(
  { pool }: RoutingParts,
  trunk: LiveTrunk,
  { e164, mode, code }: RoutingRequest,
  wantsDemo: boolean,
  nowMs: number,
): Standing {
  if (!trunk.settings.enabled) return 'off'
  if (trunk.demo !== wantsDemo) return 'other-world'
  if (prefixLength(trunk.settings.prefixes, e164) === undefined) return 'other-prefix'
  if (trunk.writeCalled(e164) === undefined) return 'cannot-write'
  if (!trunk.isReachable) return 'unreachable'
  if (!trunk.isUsable(nowMs)) return 'left-alone'
  const lack = trunk.lackOfRoom(mode, nowMs)
  if (lack !== undefined) return lack
  const shows =
    code === undefined ? pool.showableCodes([trunk.name]).length > 0 : pool.numberShowing(code, trunk.name)
  return shows ? 'not-needed' : 'no-number'
}
