/** What OPTIONS and REGISTER say about a trunk. */
export interface Health {
  /** OPTIONS in a row that nobody answered. */
  readonly unanswered: number
  readonly registration: 'not-needed' | 'wanted' | 'held'
}

/** One lost OPTIONS proves nothing: each is sent again for 32 s, so the third tells of a minute and a half. */
const unansweredToFail = 3

export function isReachable(health: Health): boolean {
  return health.unanswered < unansweredToFail && health.registration !== 'wanted'
}

export function optionsAnswered(health: Health, answered: boolean): Health {
  return { ...health, unanswered: answered ? 0 : Math.min(unansweredToFail, health.unanswered + 1) }
}
