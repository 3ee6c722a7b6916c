/** What can need an operator's eye. The web app has a sentence in each language for every kind. */
export type AlarmKind =
  /** A trunk does not answer OPTIONS, or its registration is not held. */
  | 'trunk-down'
  /** A trunk that cannot be used as it is set. */
  | 'trunk-unusable'
  /** A trunk is left alone after route faults. */
  | 'breaker-open'
  /** A trunk refuses us: credentials, balance, rights. */
  | 'trunk-refuses'
  /** RTP comes into calls from addresses that nobody named. */
  | 'media-strangers'
  /** No trunk at all can carry a call. */
  | 'no-trunk'
  /** Too few codes can be shown: they can be guessed, or none are drawn. */
  | 'small-pool'
  | 'spend-cap'
  /** A service calls where its account hardly called before. */
  | 'unusual-traffic'
  /** A service may not call a destination after unusual traffic. */
  | 'prefix-paused'
  | 'store-trouble'
  | 'webhook-backlog'
  /** The auditor found that the books do not balance. */
  | 'audit'
  /** The wall clock of the machine was set while the service ran. */
  | 'clock-step'
  /** Nothing is deleted by its age: the clock is days past the last purge. */
  | 'purge-refused'
  /** Numbering data that cannot be used. */
  | 'numbering'

export interface Alarm {
  readonly kind: AlarmKind
  /** Which trunk, which account; "" when there is only one of its kind. */
  readonly subject: string
  readonly since: number
  /** When it was last seen to be so. */
  readonly seenAt: number
  /** Figures for the sentence. No phone numbers. */
  readonly facts: Readonly<Record<string, string | number>>
}
