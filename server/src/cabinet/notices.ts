/** Something that people of an account want to hear of when they are not looking. Sums are roubles. */
export interface Notice {
  readonly kind: 'low-balance'
  readonly accountId: number
  readonly balance: number
  readonly threshold: number
}

/** How they asked to be told. */
export interface NoticeWays {
  readonly byEmail: boolean
  readonly byMessenger: boolean
}

/** Whoever carries notices to people. It takes them and returns at once: what is slow or fails is its own matter. */
export interface Notices {
  tell(personIds: readonly number[], notice: Notice, ways: NoticeWays): void
}
