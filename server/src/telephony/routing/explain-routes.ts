import type { RouteChoice, WeighedTrunk } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import type { DestinationRule } from '../trunks/destination-rule.ts'
import type { ExplainedRouting, ExplainedTrunk, TrunkVerdict } from './explained-routing.ts'
import type { LiveTrunk } from './live-trunk.ts'
import { type RankedTrunk, type Ranking, rankTrunks } from './rank-trunks.ts'
import { measuredAt } from './route-quality.ts'
import { findRoutes, type RoutingDeps, type RoutingRequest } from './router.ts'

/** The trunks that a call would try, in order. No call is placed and no channel is reserved. */
export function explainRoutes(deps: RoutingDeps, request: RoutingRequest, nowMs: number): ExplainedRouting {
  const routing = findRoutes({ ...deps, isPreview: true }, request, nowMs)
  const routes = routing.kind === 'routed' ? routing.routes : []
  // The code was drawn for the first trunk: another is no way out when it cannot show the same one.
  const asked = routing.kind === 'routed' ? { ...request, code: routing.code } : request
  // Also those that could not be taken now.
  const ranked = new Map(rankTrunks(deps.trunks, request, deps).map((one) => [one.trunk, one]))
  const explained = deps.trunks.map((trunk): ExplainedTrunk => {
    const index = routes.findIndex((route) => route.trunk === trunk)
    const { settings } = trunk
    const { rate, of, by, costUnits } = weighed(ranked.get(trunk)!)
    return {
      trunk: trunk.name,
      verdict: index === 0 ? 'chosen' : index > 0 ? 'next' : verdictOf(deps, trunk, asked, nowMs),
      place: index === -1 ? null : index + 1,
      prefix: request.e164.slice(0, trunk.prefixLength(request.e164) ?? 0),
      rate,
      of,
      by,
      cost: roubles(costUnits),
      rule: ruleText(trunk.ruleFor(request)),
      inFlight: trunk.inFlight,
      callsAtOnce: settings.callsAtOnce,
      caller: routes[index]?.callerNumber ?? '',
    }
  })
  const last = Number.MAX_SAFE_INTEGER
  return {
    kind: routing.kind,
    why: routing.kind === 'routed' ? routing.ranking.why : null,
    trunks: explained.sort((a, b) => (a.place ?? last) - (b.place ?? last)),
  }
}

function ruleText(rule: DestinationRule | undefined): string {
  if (rule === undefined) return ''
  return rule.kind === 'weigh' ? `${Math.round(rule.factor * 100)} %` : rule.kind
}

function verdictOf(
  { pool }: RoutingDeps,
  trunk: LiveTrunk,
  request: RoutingRequest,
  nowMs: number,
): TrunkVerdict {
  const { e164, mode, code, demo } = request
  if (!trunk.settings.enabled) return 'off'
  if (trunk.demo !== demo) return trunk.demo ? 'demo-only' : 'not-for-demo'
  if (trunk.prefixLength(e164) === undefined) return 'other-prefix'
  if (trunk.writeCalled(e164) === undefined) return 'cannot-write'
  if (trunk.ruleFor(request)?.kind === 'exclude') return 'excluded'
  if (!trunk.showsNumber(mode)) return 'no-number'
  if (!trunk.isReachable) return 'unreachable'
  if (!trunk.isUsable(nowMs)) return 'left-alone'
  const lack = trunk.lackOfRoom(mode, nowMs)
  if (lack !== undefined) return lack
  if (code === undefined) return pool.showableCodes([trunk.name]).length > 0 ? 'not-needed' : 'no-number'
  const number =
    mode === 'voice'
      ? pool.numberHiding(code, trunk.name, nowMs)
      : pool.numberShowing(code, trunk.name, nowMs)
  return number === undefined ? 'no-number' : 'not-needed'
}

/** Further trunks are not stored with a call. */
const maxReported = 5

/** What is stored with a call about the choice of its trunk; nothing when there was no other. */
export function choiceOf({ why, trunks }: Ranking): { choice?: RouteChoice } {
  return trunks.length < 2 ? {} : { choice: { why, trunks: trunks.slice(0, maxReported).map(weighed) } }
}

function weighed({ trunk, counts, costUnits }: RankedTrunk): WeighedTrunk {
  return { trunk: trunk.name, ...measuredAt(counts), costUnits: Math.round(costUnits) }
}
