/** Events common to all state machines. */
export type CommonEvent =
  | 'start'
  | 'retransmit' // timers A, E and G
  | 'timeout' // timers B, F and H, and the end of Proceeding
  | 'linger' // timers D, I, J, K, L and M
  | 'unsent' // the transport could not send
/** Effects common to all state machines, carried out by their driver. */
export type CommonEffect =
  | 'send' // the request or the last response, again
  | 'start-retransmit'
  | 'stop-retransmit'
  | 'start-timeout' // 64*T1
  | 'stop-timeout'
  | 'end'

/** The effects of a transition, in order. */
interface Transition<State extends string, Effect extends string> {
  readonly to: State
  readonly effects: readonly (Effect | CommonEffect)[]
}

/**
 * A state machine as a table: for each state, the transition of each event. An event that is not listed changes
 * nothing. Rows are constants, so a step allocates no memory.
 */
export type Table<State extends string, Event extends string, Effect extends string> = {
  readonly [S in State]: { readonly [E in Event | CommonEvent]?: Transition<State, Effect> }
}
