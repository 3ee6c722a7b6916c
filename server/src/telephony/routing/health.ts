/** The state of a trunk according to OPTIONS and REGISTER. */
export interface Health {
  /** Consecutive unanswered OPTIONS. */
  readonly unanswered: number
  /** Elsewhere: another node registers the trunk; this node can still place calls over it. */
  readonly registration: 'not-needed' | 'elsewhere' | 'wanted' | 'held'
}

/** Each OPTIONS is sent three times within 2 s, so two failures mean six unanswered datagrams. */
const unansweredToFail = 2

export function isReachable(health: Health): boolean {
  return health.unanswered < unansweredToFail && health.registration !== 'wanted'
}

export function optionsAnswered(health: Health, answered: boolean): Health {
  return { ...health, unanswered: answered ? 0 : Math.min(unansweredToFail, health.unanswered + 1) }
}
