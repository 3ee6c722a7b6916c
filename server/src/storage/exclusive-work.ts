/** What nodes of one installation must not do at the same time. */
export interface ExclusiveWork {
  /** Runs the work while no other node runs work of this name; waits for its turn. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
}
