import type { Ids } from './scene.ts'

/** How a route is filled with what belongs to the first account, so that somebody else can try to reach it. */
export interface Filling {
  /** For the names after a colon in the path. */
  readonly params?: (ids: Ids) => Readonly<Record<string, string | number>>
  readonly query?: (ids: Ids) => Readonly<Record<string, string | number>>
  readonly body?: (ids: Ids) => unknown
  /** What whoever is allowed may be answered with besides 200: the route was reached, its state says no. */
  readonly alsoAnswers?: readonly number[]
  /** What the second account's owner gets where the first one's ids stand; 404 if not said. */
  readonly strangerGets?: readonly number[]
  /** Takes away what other routes are tried with, so that it is tried after them. */
  readonly isLast?: boolean
}

/** One line for each route of the cabinet. `{}` is a route that names nothing. */
export const fillings: Readonly<Record<string, Filling>> = {
  'GET /entrance': {},
  'GET /me': {},
  'POST /session': { body: () => ({ email: 'nobody@nowhere.example', password: 'x' }), alsoAnswers: [401] },
  'POST /session/demo': {},
  'POST /session/end': { isLast: true },
  'POST /session/account': {
    body: ({ accountId }) => ({ accountId }),
    strangerGets: [404],
    alsoAnswers: [404],
  },
  'GET /phone/events': { strangerGets: [404] },
  'GET /phone/calls': { strangerGets: [404] },
  'GET /phone/calls/:id/recording': { params: callId, alsoAnswers: [404] },
  'POST /phone/calls/:id/answer': { params: callId },
  'POST /phone/calls/:id/decline': { params: callId },
  'POST /phone/calls/:id/hang-up': { params: callId },
  'POST /phone/dial': { body: () => ({ from: '79161234567', to: '74951230001' }), strangerGets: [404] },
  'POST /phone/ring': {
    body: () => ({ mode: 'flash', phone: '79161230000' }),
    alsoAnswers: [409],
    strangerGets: [404],
  },
  'GET /services': {},
}

function callId({ phoneCallId }: Ids) {
  return { id: phoneCallId }
}
