import type { Random } from '../../platform/random.ts'
import type { CallMode } from '../calls/verdict.ts'
import type { CallerPool } from '../pool/caller-pool.ts'
import { codeCount, codeText, judgePool } from '../pool/caller-range.ts'
import type { LiveTrunk } from './live-trunk.ts'
import { explore, type Ranking, type RankingDeps, rankTrunks } from './rank-trunks.ts'
import type { Destination } from './route-memory.ts'

/** A trunk and the number that it shows, in that trunk's format. */
export interface Route {
  readonly trunk: LiveTrunk
  /** E.164 digits. */
  readonly callerNumber: string
  readonly caller: string
  readonly called: string
}

export interface RoutingRequest extends Destination {
  readonly e164: string
  readonly mode: CallMode
  /** undefined: a code is drawn. */
  readonly code: string | undefined
  readonly demo: boolean
}

export type Routing =
  | {
      readonly kind: 'routed'
      readonly code: string
      /** How many codes can be shown there; null when the code is spoken, and in the demo. */
      readonly codes: number | null
      readonly routes: readonly [Route, ...Route[]]
      readonly ranking: Ranking
    }
  | { readonly kind: 'full' | 'no-way' }

/** The first attempt and two more. */
const maxRoutes = 3

export interface RoutingDeps extends RankingDeps {
  readonly trunks: readonly LiveTrunk[]
  readonly pool: CallerPool
  readonly random: Random
  /** Asks only: no trunk is tried out of its turn. */
  readonly isPreview?: boolean
}

/** Chooses pairs of trunk and number for a call, best first. Nothing is reserved yet. */
export function findRoutes(deps: RoutingDeps, request: RoutingRequest, nowMs: number): Routing {
  const { mode } = request
  const hasRoom = (trunk: LiveTrunk) => trunk.hasRoom(mode, nowMs)
  const served = servedBy(deps.trunks, request).filter((trunk) => trunk.showsNumber(mode))
  const ready = served.filter((trunk) => trunk.isUsable(nowMs))
  const candidates = ready.length > 0 ? ready : served.filter((trunk) => trunk.isUsableAlone())
  if (candidates.length === 0 && served.some(({ isAskedToWait }) => isAskedToWait)) return { kind: 'full' }
  const ranked = rankTrunks(candidates, request, deps)
  const ranking = explore(ranked, deps.isPreview === true ? never : hasRoom, deps.random, deps)
  const usable = ranking.trunks.map(({ trunk }) => trunk)
  const open = new Set(usable.filter(hasRoom))
  const isSpoken = mode === 'voice'
  const showing = isSpoken ? [] : trunksToShow(deps, open.size > 0 ? open : new Set(usable))
  const code = request.code ?? drawCode(deps, request, showing, nowMs)
  if (code === undefined) return { kind: 'no-way' }

  const routes: Route[] = []
  let isFull = false
  for (const route of routesOver(deps.pool, usable, request, code, nowMs)) {
    // A full trunk is not tried first, but it may have room again by the time that another has failed.
    if (routes.length === 0 && !open.has(route.trunk)) isFull = true
    else routes.push(route)
    if (routes.length === maxRoutes) break
  }
  const [first, ...others] = routes
  if (first === undefined) return { kind: isFull ? 'full' : 'no-way' }
  const isTurn = first.trunk === usable[0]
  return {
    kind: 'routed',
    code,
    codes: isSpoken || request.demo ? null : deps.pool.showableCodes(showing).length,
    routes: [first, ...others],
    ranking: isTurn ? ranking : { ...ranking, why: 'room' },
  }
}

const never = () => false

/** Trunks that serve the number. The simulated carrier is only for demo accounts, which use no other trunk. */
function servedBy(
  trunks: readonly LiveTrunk[],
  request: Pick<RoutingRequest, 'e164' | 'demo' | 'country' | 'operator'>,
): LiveTrunk[] {
  const { e164, demo } = request
  return trunks.filter(
    (trunk) =>
      trunk.settings.enabled &&
      trunk.demo === demo &&
      trunk.prefixLength(e164) !== undefined &&
      trunk.writeCalled(e164) !== undefined &&
      trunk.ruleFor(request)?.kind !== 'exclude',
  )
}

/** A number that people refuse is shown only when no trunk has another one for this code. */
function* routesOver(
  pool: CallerPool,
  trunks: readonly LiveTrunk[],
  request: RoutingRequest,
  code: string,
  nowMs: number,
): Generator<Route> {
  const quarantined: Route[] = []
  for (const trunk of trunks) {
    const route = routeOver(pool, trunk, request, code, nowMs)
    if (route === undefined) continue
    if (pool.isQuarantined(route.callerNumber, trunk.name)) quarantined.push(route)
    else yield route
  }
  yield* quarantined
}

function routeOver(
  pool: CallerPool,
  trunk: LiveTrunk,
  { mode, e164 }: RoutingRequest,
  code: string,
  nowMs: number,
): Route | undefined {
  const callerNumber =
    mode === 'voice'
      ? pool.numberHiding(code, trunk.name, nowMs)
      : pool.numberShowing(code, trunk.name, nowMs)
  if (callerNumber === undefined) return undefined
  const caller = trunk.writeCaller(callerNumber)
  const called = trunk.writeCalled(e164)
  return caller === undefined || called === undefined ? undefined : { trunk, callerNumber, caller, called }
}

/** The first trunk alone when its codes are enough; otherwise all. */
function trunksToShow({ pool, trunks: known }: RoutingDeps, trunks: ReadonlySet<LiveTrunk>): string[] {
  const [best] = trunks
  if (best === undefined) return []
  if (judgePool(pool.showableCodes([best.name]).length, best.demo) === 'enough') return [best.name]
  // In the order of the known trunks, because the ranking gives one set of trunks in many orders.
  return known.filter((trunk) => trunks.has(trunk)).map(({ name }) => name)
}

function drawCode(
  { pool, random }: RoutingDeps,
  { mode, e164, demo }: RoutingRequest,
  trunks: readonly string[],
  nowMs: number,
): string | undefined {
  // A spoken code does not depend on the calling number: it is any of 0001 to 9999 (C8-1).
  if (mode === 'voice') return codeText(1 + random.below(codeCount - 1))
  if (judgePool(pool.showableCodes(trunks).length, demo) === 'refuse') return undefined
  return pool.drawCode(trunks, e164, nowMs)
}
