// The behaviour of each called number. The same table is in docs/demo.md for users.

import type { Audio } from '@ringkey/sip'

/** The steps of a call, in order; a call without steps left rings until one side ends it. */
export type Step =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'ring' }
  | { readonly do: 'early-media'; readonly cause?: number }
  /** `contact`: in place of our own, as a carrier behind its own NAT names. */
  | { readonly do: 'answer'; readonly contact?: string }
  /** Says this, and does the next step when it was said. */
  | { readonly do: 'speak'; readonly audio: Audio }
  | { readonly do: 'hang-up' }
  /** A re-INVITE that moves the audio to another port. */
  | { readonly do: 'move-media' }
  | {
      readonly do: 'refuse'
      readonly status: number
      readonly cause?: number
      readonly contact?: string
      readonly retryAfterSeconds?: number
      /** The reason phrase and the Reason of a network that blocks (ATIS-1000099). */
      readonly block?: { readonly phrase: string; readonly reason: string }
    }

/** Network faults of a call. */
export type NetworkFault =
  | 'none'
  /** Nothing arrives at all. */
  | 'deaf'
  /** Every second datagram is lost, both ways. */
  | 'lossy'
  /** The final response to a cancelled call is lost. */
  | 'forgetful'
  /** The phone is answered at the moment of the CANCEL. */
  | 'late-answer'

export interface Behaviour {
  readonly steps: readonly Step[]
  readonly networkFault: NetworkFault
}

const wait = (seconds: number): Step => ({ do: 'wait', ms: seconds * 1000 })
const ring: Step = { do: 'ring' }
const answer: Step = { do: 'answer' }
const refuse = (status: number, cause?: number): Step => ({
  do: 'refuse',
  status,
  ...(cause === undefined ? {} : { cause }),
})

/** `pp` are the last two digits of the number, as seconds. */
type Row = readonly [says: string, steps: (pp: number) => readonly Step[], networkFault?: NetworkFault]

/** Keyed by the two digits after +7 900 555 or +7 700 555. */
export const behaviourTable: Readonly<Record<string, Row>> = {
  '00': ['rings; nobody answers', () => [ring]],
  '01': ['busy (486, cause 17)', () => [refuse(486, 17)]],
  '02': ['rings PP seconds, then is declined (603, cause 21)', (pp) => [ring, wait(pp), refuse(603, 21)]],
  '03': ['switched off (480, cause 20)', () => [refuse(480, 20)]],
  '04': ['no such number (404, cause 1)', () => [refuse(404, 1)]],
  '05': ['the carrier forbids the call (403)', () => [refuse(403)]],
  '06': ['the carrier is full (503, cause 34)', () => [refuse(503, 34)]],
  '07': ['the carrier is broken (500)', () => [refuse(500)]],
  '08': ['slow: 100 at first, rings after PP seconds', (pp) => [wait(pp), ring]],
  '09': ['the carrier says nothing at all', () => [ring], 'deaf'],
  '10': ['100, and then nothing', () => []],
  '11': ['early media only (183)', () => [{ do: 'early-media' }]],
  '12': [
    'an announcement of failure (183 with cause 20), then 480 after PP seconds',
    (pp) => [{ do: 'early-media', cause: 20 }, wait(pp), refuse(480, 20)],
  ],
  '13': ['rings, answers after PP seconds and listens', (pp) => [ring, wait(pp), answer]],
  '14': ['answers at once without ringing, as voicemail does', () => [answer]],
  '15': [
    'rings a second, answers, hangs up after PP seconds',
    (pp) => [ring, wait(1), answer, wait(pp), { do: 'hang-up' }],
  ],
  '16': ['rings; every second packet is lost', () => [ring], 'lossy'],
  '17': ['rings; after a CANCEL the final response (487) never comes', () => [ring], 'forgetful'],
  '18': ['rings and answers at the very moment of the CANCEL', () => [ring], 'late-answer'],
  '19': [
    'the carrier redirects the call (302)',
    () => [{ do: 'refuse', status: 302, contact: '<sip:elsewhere@127.0.0.1:9>' }],
  ],
  '20': [
    'rings PP seconds, then the network gives up (480, cause 19)',
    (pp) => [ring, wait(pp), refuse(480, 19)],
  ],
}

const scripted = /^7[79]00555(\d\d)(\d\d)$/

/** The behaviour of a called number; a number outside the table rings until the user of the handset acts. */
export function behaviourOf(called: string): Behaviour {
  const [, kind = '', seconds = ''] = scripted.exec(called.replace(/\D/g, '')) ?? []
  const [, stepsOf = () => [ring], networkFault = 'none'] = behaviourTable[kind] ?? []
  return { steps: stepsOf(Number(seconds)), networkFault }
}
