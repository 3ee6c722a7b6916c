/** What can need an operator's attention. There is a sentence in each language for every kind (alarm-texts.ts). */
export const alarmKinds = [
  /** A trunk does not answer OPTIONS, or is not registered. */
  'trunk-down',
  /** A trunk whose settings make it unusable. */
  'trunk-unusable',
  /** A trunk is not used for a while after route faults. */
  'breaker-open',
  /** A trunk refuses us: credentials, balance, rights. */
  'trunk-refuses',
  /** RTP arrives in calls from addresses that were not signalled. */
  'media-strangers',
  /** Our speech does not arrive in the voice calls of a trunk. */
  'voice-unheard',
  /** No trunk can carry a call. */
  'no-trunk',
  /** Too few different codes can be shown: they can be guessed, or no code is drawn at all. */
  'small-pool',
  /** No calling number belongs to any trunk: no call can be placed. */
  'no-numbers',
  /** Calls to an operator over a trunk are delivered less often than usual. */
  'delivery-drop',
  /** They ring as usual, but fewer people confirm: the mark of a blocked or labelled calling number. */
  'unconfirmed-calls',
  /** Calling numbers of a trunk rest because people or networks refuse them. */
  'numbers-refused',
  /** The numbering registry gives calling numbers of a trunk to an operator that is not the trunk's. */
  'foreign-numbers',
  'spend-cap',
  /** A service calls destinations that its account hardly called before. */
  'unusual-traffic',
  /** A destination of a service has many more calls, and far fewer of them are approved. */
  'conversion-collapse',
  /** A service may not call a destination after unusual traffic. */
  'prefix-paused',
  /** Hardly any call of a service that pays on approval is approved: it pays on delivery for a day. */
  'few-approvals',
  'store-trouble',
  'webhook-backlog',
  /** The receiver of a service fails more often than it answers. */
  'webhooks-failing',
  /** The balance of an account that calls a lot ends within a day. */
  'balance-low',
  /** The audit found that the books do not balance. */
  'audit',
  /** The wall clock of the machine was set while the service ran. */
  'clock-step',
  /** Nothing is deleted by its age, because the clock is days past the last purge. */
  'purge-refused',
  /** Hundreds of requests with wrong keys in a minute. */
  'keys-refused',
  /** The disk of the data folder is nearly full. */
  'disk-low',
  /** The certificate of the HTTPS address ends soon. */
  'certificate-ending',
  /** Numbering data that cannot be used. */
  'numbering',
] as const

export type AlarmKind = (typeof alarmKinds)[number]

export interface Alarm {
  readonly kind: AlarmKind
  /** The trunk, service or account; "" when there is only one of its kind. */
  readonly subject: string
  readonly since: number
  /** When it was last observed. */
  readonly seenAt: number
  /** Figures for the sentence. No phone numbers. */
  readonly facts: Readonly<Record<string, string | number>>
}
