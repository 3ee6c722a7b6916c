import type { Schemas } from './schemas.ts'

type Mode = Schemas['NewStep']['mode']
type ProblemCode = Schemas['ProblemCode']

/** What a test number plays. The service has the same table; a test compares what both answer. */
export interface Scenario {
  readonly refusal?: {
    readonly code: ProblemCode
    readonly status: number
    readonly restSeconds?: number
    /** A request for a call from the person is not refused so. */
    readonly ofCallsAlone?: true
  }
  readonly outcome: (mode: Mode) => { readonly completed: boolean; readonly reason: string }
  readonly afterMs: number
  /** When the person calls after an inbound step has started. */
  readonly callsAfterMs: number | null
  readonly isWithheld: boolean
}

const completes = (reason: string) => ({ outcome: () => ({ completed: true, reason }) })
const fails = (reason: string) => ({ outcome: () => ({ completed: false, reason }) })
const unlessVoice = (shown: string, unspoken: string) => ({
  outcome: (mode: Mode) =>
    mode === 'voice' ? { completed: false, reason: unspoken } : { completed: true, reason: shown },
})
const refuses = (code: ProblemCode, status: number, restSeconds?: number) => ({
  refusal: { code, status, ...(restSeconds === undefined ? {} : { restSeconds }) },
})
const refusesCalls = (code: ProblemCode, status: number, restSeconds?: number) => ({
  refusal: { ...refuses(code, status, restSeconds).refusal, ofCallsAlone: true as const },
})

const rings: Scenario = { ...completes('rang'), afterMs: 1_000, callsAfterMs: 1_000, isWithheld: false }

const scenarios: Readonly<Record<string, Partial<Scenario>>> = {
  79000000001: completes('test number'),
  79000000002: { ...fails('test number, unreachable'), callsAfterMs: null },
  79000000101: unlessVoice('declined', 'declined'),
  79000000102: fails('busy'),
  79000000103: fails('unreachable'),
  79000000104: fails('bad number'),
  79000000105: unlessVoice('rang', 'not answered'),
  79000000106: { outcome: (mode) => ({ completed: true, reason: mode === 'flash' ? 'answered' : 'spoken' }) },
  79000000107: { afterMs: 8_000 },
  79000000108: fails('no response'),
  79000000110: refuses('insufficient_funds', 402),
  79000000111: refuses('spend_cap', 402, 3_600),
  79000000112: refusesCalls('number_rests', 429, 15),
  79000000113: refusesCalls('number_limit', 429, 60),
  79000000114: refusesCalls('do_not_call', 403),
  79000000115: refuses('prefix_paused', 403),
  79000000116: refuses('country_not_allowed', 403),
  79000000117: refuses('no_route', 503, 1),
  79000000118: refuses('overloaded', 503, 1),
  79000000121: { callsAfterMs: 20_000 },
  79000000122: { callsAfterMs: null },
  79000000123: { isWithheld: true },
}

/** Every number that is not in the table rings. */
export const scenarioOf = (phone: string): Scenario => ({ ...rings, ...scenarios[phone] })
