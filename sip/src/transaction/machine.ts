/** What a transition asks the driver to do, in order. */
interface Transition<State extends string, Effect extends string> {
  readonly to: State
  readonly effects: readonly Effect[]
}

/**
 * A state machine as a table: for each state, what each event leads to. An event that is not listed changes
 * nothing. Rows are constants, so a step allocates nothing.
 */
export type Table<State extends string, Event extends string, Effect extends string> = {
  readonly [S in State]: { readonly [E in Event]?: Transition<State, Effect> }
}
