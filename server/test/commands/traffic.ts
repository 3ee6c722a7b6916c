import fc from 'fast-check'
import type { Mode } from '../../src/books/call.ts'
import { dayMs, hourMs, minuteMs } from '../../src/platform/clock.ts'
import { type Choice, Client, choicesOf, of, type Sent, testPhone } from './generated-commands.ts'

const anything = choicesOf({
  topUp: 1,
  admitCall: 5,
  admitInbound: 4,
  admitRepeat: 3,
  settle: 5,
  holdLookup: 3,
  endLookup: 2,
  createVerification: 8,
  startStep: 5,
  settleStep: 5,
  advanceVerification: 5,
  checkCode: 6,
  abandonVerification: 1,
  feedback: 2,
})
/** Calls of `/v1.0` and look-ups over hours and days. */
const money = choicesOf(
  {
    topUp: 1,
    admitCall: 5,
    admitInbound: 2,
    admitRepeat: 2,
    settle: 3,
    holdLookup: 6,
    endLookup: 5,
    feedback: 3,
  },
  {
    owner: of(...Array(3).fill({ accountId: 1, serviceId: 11 }), { accountId: 2, serviceId: 21 }),
    phone: of(0, 1, 2, 5, 6, testPhone, testPhone),
    leapMs: of(...Array(40).fill(0), 61 * minuteMs, 61 * minuteMs, 4 * hourMs, dayMs + minuteMs),
    key: of(null, null, 'a', 'a', 'b'),
    body: of(...Array(9).fill(1), 2),
  },
)
/** Verifications of several steps. */
const steps = choicesOf(
  { createVerification: 4, settleStep: 7, settle: 1, startStep: 9, advanceVerification: 6, checkCode: 1 },
  {
    phone: fc.integer({ min: 10, max: 40 }),
    restMs: of(0, 0, 300, 2_000, 3_000),
    modes: of<readonly (readonly Mode[])[]>(['flash', 'voice', 'mix'], ['inbound', 'flash', 'voice']),
    priceUnits: of(0, 1, 2),
    isOfPage: of(false),
    key: of(null),
  },
)
/** Verifications that get one step more. */
const added = choicesOf(
  { createVerification: 3, settleStep: 6, startStep: 9 },
  {
    phone: of(0, 1, 2, 3),
    restMs: of(0, 0, 0, 2_000),
    modes: of<readonly (readonly Mode[])[]>(['flash']),
    priceUnits: of(0),
    isOfPage: of(false),
    isYes: of(true),
    key: of(null),
  },
)
/** Few phones that are called all the time. */
const calls = choicesOf(
  { admitCall: 10, createVerification: 5, settle: 3, admitRepeat: 2 },
  {
    phone: of(0, 0, 0, 1),
    restMs: of(0, 300, 700, 1_900, 2_000, 3_000, 21_000),
    priceUnits: of(0),
    key: of(null),
  },
  40,
)
const visits = choicesOf(
  { createVerification: 10, settleStep: 2, abandonVerification: 1 },
  {
    phone: of(0, 1, 2, 5, 6, 7),
    restMs: of(0, 2_000),
    priceUnits: of(0),
    isLimited: of(true, true, true, false),
  },
  20,
)
/** Enough wrong codes for one phone to reach every limit of them. */
const guesses = choicesOf(
  { createVerification: 5, settleStep: 9, startStep: 1, checkCode: 34, advanceVerification: 1 },
  {
    owner: of(...Array(3).fill({ accountId: 1, serviceId: 11 }), { accountId: 2, serviceId: 21 }),
    phone: of(0),
    restMs: of(0, 300, 2_000, 3_000),
    modes: of<readonly (readonly Mode[])[]>(['flash', 'voice'], ['flash', 'voice'], ['flash', 'inbound']),
    network: of('', '', '', '', '', 'near'),
    device: of('', '', '', '', '', 'phone'),
    capacity: of('ok'),
    isOfPage: of(...Array(9).fill(false), true),
    hasToken: of(...Array(9).fill(false), true),
    isYes: of(true),
    priceUnits: of(0),
    attempts: of(20),
    code: of(0, ...Array(30).fill(8), null),
    isLimited: of(false),
    key: of(null),
  },
  80,
)
/** A page that many phones are called from, and few codes come back. */
const page = choicesOf(
  { createVerification: 40, settleStep: 3, startStep: 1, checkCode: 2, advanceVerification: 1 },
  {
    owner: of({ accountId: 1, serviceId: 12 }),
    isOfPage: of(...Array(15).fill(true), false),
    client: of(...Array(15).fill(''), 'anna'),
    phone: fc.integer({ min: 10, max: 250 }),
    restMs: of(0, 300, 3_000),
    modes: of(['flash']),
    capacity: of('ok'),
    key: of(null),
    priceUnits: of(0),
    isLimited: of(false),
    returnsPending: of(false),
  },
  80,
)

/** Commands of every kind, and those that reach the limits of one kind. */
export const traffic = { anything, money, steps, added, calls, visits, guesses, page }

export const runs = process.env.RINGKEY_TEST_LONG === '1' ? 2_000 : 40
export const seed = 20260115

export function sentBy(
  choices: readonly Choice[],
  look: (client: Client) => (sent: Sent) => void = () => () => {},
) {
  const client = new Client()
  const lookAt = look(client)
  for (const choice of choices) {
    const sent = client.send(choice)
    if (sent !== undefined) lookAt(sent)
  }
  return client
}

/** Sends commands one by one and looks at each when it is done. */
export const forAll = (of: fc.Arbitrary<Choice[]>, look: (client: Client) => (sent: Sent) => void) =>
  fc.assert(
    fc.property(of, (choices) => void sentBy(choices, look)),
    { seed, numRuns: runs },
  )
