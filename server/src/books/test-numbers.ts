import { hourMs, minuteMs, secondMs } from '../platform/clock.ts'
import type { Mode } from './call.ts'
import type { Refusal } from './refusals.ts'

export const testNumberThatSucceeds = '79000000001'
export const testNumberThatFails = '79000000002'

interface Outcome {
  readonly completed: boolean
  readonly reason: string
}

/** What happens to the requests for a test number. It places no call, in any mode. */
export interface TestNumber {
  /** In words: docs/testing.md has the same table, and a test compares them. */
  readonly says: string
  /** Why nothing is started. */
  readonly refusal: Refusal | null
  /** The end of an outgoing call, so long after its start. */
  readonly outcome: (mode: Mode) => Outcome
  readonly afterMs: number
  /** The person's call to a confirmation number, so long after the request for it; null when none comes. */
  readonly callsAfterMs: number | null
  /** That call hides its number, and so confirms nothing. */
  readonly isWithheld: boolean
  /** One of the two numbers of the contract. */
  readonly isOfContract: boolean
}

const completes = (reason: string) => () => ({ completed: true, reason })
const fails = (reason: string) => () => ({ completed: false, reason })
/** The calling number was shown, but no code was spoken. */
const isOnlyShown = (shown: string, unspoken: string) => (mode: Mode) =>
  mode === 'voice' ? { completed: false, reason: unspoken } : { completed: true, reason: shown }
const isHeard = (mode: Mode) => ({ completed: true, reason: mode === 'flash' ? 'answered' : 'spoken' })

const rings: TestNumber = {
  says: 'rings',
  refusal: null,
  outcome: completes('rang'),
  afterMs: secondMs,
  callsAfterMs: secondMs,
  isWithheld: false,
  isOfContract: false,
}

const ofContract: Readonly<Record<string, Partial<TestNumber>>> = {
  [testNumberThatSucceeds]: { says: 'always succeeds', outcome: completes('test number') },
  [testNumberThatFails]: {
    says: 'always fails',
    outcome: fails('test number, unreachable'),
    callsAfterMs: null,
  },
}

const scenarioPrefix = '790000001'

/** By the last two digits. What a row leaves out is as with 00. */
const scenarios: Readonly<Record<string, Partial<TestNumber>>> = {
  '00': {},
  '01': { says: 'rings, and the person declines', outcome: isOnlyShown('declined', 'declined') },
  '02': { says: 'is busy before it rings', outcome: fails('busy') },
  '03': { says: 'is unreachable', outcome: fails('unreachable') },
  '04': { says: 'does not exist', outcome: fails('bad number') },
  '05': { says: 'rings, and nobody answers', outcome: isOnlyShown('rang', 'not answered') },
  '06': { says: 'is answered, and the person hears everything', outcome: isHeard },
  '07': { says: 'rings after 8 s', afterMs: 8 * secondMs },
  '08': { says: 'the carrier does not respond', outcome: fails('no response') },
  '10': { says: 'no money', refusal: 'funds' },
  '11': { says: 'a spend cap is reached', refusal: 'spend-cap' },
  '12': { says: 'was called a moment ago', refusal: 'wait' },
  '13': { says: 'the limit of the number is reached', refusal: 'number-limit' },
  '14': { says: 'asked not to be called', refusal: 'do-not-call' },
  '15': { says: 'the destination is paused', refusal: 'prefix-paused' },
  '16': { says: 'the country is not allowed', refusal: 'country' },
  '17': { says: 'there is no route', refusal: 'no-way' },
  '18': { says: 'the service is overloaded', refusal: 'overloaded' },
  '20': { says: 'the person calls after 1 s' },
  '21': { says: 'the person calls after 20 s', callsAfterMs: 20 * secondMs },
  '22': { says: 'nobody calls', callsAfterMs: null },
  '23': { says: 'the person calls with a withheld number', isWithheld: true },
}

/** In E.164 digits. */
export const testNumbers: ReadonlyMap<string, TestNumber> = new Map([
  ...Object.entries(ofContract).map(
    ([e164, row]) => [e164, { ...rings, ...row, isOfContract: true }] as const,
  ),
  ...Object.entries(scenarios)
    .toSorted()
    .map(([last, row]) => [scenarioPrefix + last, { ...rings, ...row }] as const),
])

/** These are about numbers that we call: a request for a call from the person is never refused so. */
const refusalsOfCalls: ReadonlySet<Refusal> = new Set(['wait', 'number-limit', 'do-not-call'])

/** Why a request for this test number is refused. */
export const testRefusal = ({ refusal }: TestNumber, mode: Mode): Refusal | null =>
  mode === 'inbound' && refusal !== null && refusalsOfCalls.has(refusal) ? null : refusal

/** The rests that the refusals of test numbers name. */
export const testRestsMs: Readonly<Partial<Record<Refusal, number>>> = {
  wait: 15 * secondMs,
  'number-limit': minuteMs,
  'spend-cap': hourMs,
}

/** `v1`: `/v1.0` and the dialects that answer as it does, with the code. `v2`: `/v2`, hooks and the pages of people. */
export type ApiVersion = 'v1' | 'v2'

interface Choice {
  readonly testNumbers: 'contract' | 'scenarios' | 'none' | null
}

/**
 * What a phone means at a service, when it is a test number. Of a service without a choice of its own, demo accounts
 * serve all, and others those of the contract at `/v1.0` alone: a program of `/v1.0` compares the code itself, but a test
 * number that `/v2` approves would let anybody into a live site. Those that are not served are refused, never dialled: a
 * test must not ring a stranger either.
 */
export function testOf(
  e164: string,
  { testNumbers: chosen }: Choice,
  { demo }: { readonly demo: boolean },
  apiVersion: ApiVersion,
): TestNumber | undefined {
  const number = testNumbers.get(e164)
  if (number === undefined) return undefined
  const served = chosen ?? (demo ? 'scenarios' : apiVersion === 'v1' ? 'contract' : 'none')
  const isServed = served === 'scenarios' || (served === 'contract' && number.isOfContract)
  return isServed ? number : { ...number, refusal: 'test-off' }
}

/**
 * The confirmation numbers shown for a test number: no pool is involved. No area code of +7 begins with
 * 0, so dialling one reaches nobody.
 */
export const testConfirmationNumbers: readonly string[] = Array.from(
  { length: 1000 },
  (_, index) => `70000000${String(index).padStart(3, '0')}`,
)
