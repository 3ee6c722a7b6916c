/** What OPTIONS and REGISTER say about a trunk. */
export interface Health {
  /** OPTIONS in a row that nobody answered. */
  readonly unanswered: number
  /** Elsewhere: another node registers, and calls go out from this one all the same. */
  readonly registration: 'not-needed' | 'elsewhere' | 'wanted' | 'held'
}

/** Each is sent three times within 2 s, so the second tells that six datagrams had no answer. */
const unansweredToFail = 2

export function isReachable(health: Health): boolean {
  return health.unanswered < unansweredToFail && health.registration !== 'wanted'
}

export function optionsAnswered(health: Health, answered: boolean): Health {
  return { ...health, unanswered: answered ? 0 : Math.min(unansweredToFail, health.unanswered + 1) }
}
