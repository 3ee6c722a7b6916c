// The behaviour of each called number. The same table is in docs/demo.md for users.

/** The steps of a call, in order; a call without steps left rings until one side ends it. */
export type Step =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'ring' }
  | { readonly do: 'early-media'; readonly cause?: number }
  | { readonly do: 'answer' }
  | { readonly do: 'hang-up' }
  /** A re-INVITE that moves the audio to another port. */
  | { readonly do: 'move-media' }
  | {
      readonly do: 'refuse'
      readonly status: number
      readonly cause?: number
      readonly contact?: string
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

interface Entry {
  readonly says: string
  /** `seconds` are the last two digits of the number. */
  behave(seconds: number): Partial<Behaviour>
}

const wait = (seconds: number): Step => ({ do: 'wait', ms: seconds * 1000 })
const ring: Step = { do: 'ring' }
const answer: Step = { do: 'answer' }
const refuse = (status: number, cause?: number): Step => ({
  do: 'refuse',
  status,
  ...(cause === undefined ? {} : { cause }),
})

/** Keyed by the two digits after +7 900 555 or +7 700 555. */
export const behaviourTable: Readonly<Record<string, Entry>> = {
  '00': { says: 'rings; nobody answers', behave: () => ({ steps: [ring] }) },
  '01': { says: 'busy (486, cause 17)', behave: () => ({ steps: [refuse(486, 17)] }) },
  '02': {
    says: 'rings PP seconds, then is declined (603, cause 21)',
    behave: (seconds) => ({ steps: [ring, wait(seconds), refuse(603, 21)] }),
  },
  '03': { says: 'switched off (480, cause 20)', behave: () => ({ steps: [refuse(480, 20)] }) },
  '04': { says: 'no such number (404, cause 1)', behave: () => ({ steps: [refuse(404, 1)] }) },
  '05': { says: 'the carrier forbids the call (403)', behave: () => ({ steps: [refuse(403)] }) },
  '06': { says: 'the carrier is full (503, cause 34)', behave: () => ({ steps: [refuse(503, 34)] }) },
  '07': { says: 'the carrier is broken (500)', behave: () => ({ steps: [refuse(500)] }) },
  '08': {
    says: 'slow: 100 at first, rings after PP seconds',
    behave: (seconds) => ({ steps: [wait(seconds), ring] }),
  },
  '09': { says: 'the carrier says nothing at all', behave: () => ({ networkFault: 'deaf' }) },
  '10': { says: '100, and then nothing', behave: () => ({ steps: [] }) },
  '11': { says: 'early media only (183)', behave: () => ({ steps: [{ do: 'early-media' }] }) },
  '12': {
    says: 'an announcement of failure (183 with cause 20), then 480 after PP seconds',
    behave: (seconds) => ({ steps: [{ do: 'early-media', cause: 20 }, wait(seconds), refuse(480, 20)] }),
  },
  '13': {
    says: 'rings, answers after PP seconds and listens',
    behave: (seconds) => ({ steps: [ring, wait(seconds), answer] }),
  },
  '14': { says: 'answers at once without ringing, as voicemail does', behave: () => ({ steps: [answer] }) },
  '15': {
    says: 'rings a second, answers, hangs up after PP seconds',
    behave: (seconds) => ({ steps: [ring, wait(1), answer, wait(seconds), { do: 'hang-up' }] }),
  },
  '16': {
    says: 'rings; every second packet is lost',
    behave: () => ({ steps: [ring], networkFault: 'lossy' }),
  },
  '17': {
    says: 'rings; after a CANCEL the final response (487) never comes',
    behave: () => ({ steps: [ring], networkFault: 'forgetful' }),
  },
  '18': {
    says: 'rings and answers at the very moment of the CANCEL',
    behave: () => ({ steps: [ring], networkFault: 'late-answer' }),
  },
  '19': {
    says: 'the carrier redirects the call (302)',
    behave: () => ({ steps: [{ do: 'refuse', status: 302, contact: '<sip:elsewhere@127.0.0.1:9>' }] }),
  },
  '20': {
    says: 'rings PP seconds, then the network gives up (480, cause 19)',
    behave: (seconds) => ({ steps: [ring, wait(seconds), refuse(480, 19)] }),
  },
}

const scripted = /^7[79]00555(\d\d)(\d\d)$/
const ordinary: Behaviour = { steps: [ring], networkFault: 'none' }

/** The behaviour of a called number; a number outside the table rings until the user of the handset acts. */
export function behaviourOf(called: string): Behaviour {
  const [, kind = '', seconds = ''] = scripted.exec(called.replace(/\D/g, '')) ?? []
  return { ...ordinary, ...behaviourTable[kind]?.behave(Number(seconds)) }
}
