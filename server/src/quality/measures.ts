import {
  abandonedReason,
  badNumberReason,
  blockedReason,
  machineReason,
  overdueReason,
  unwantedReason,
} from '../books/settlement.ts'

// What is counted of every call. A measure is a column of the tables of facts, so this list and the tables
// `hour_facts` and `day_facts` belong together: a new measure is a line here and a column in both stores.

/** Of calls, or of their attempts: an attempt is one call over one trunk. Read most often, so they come first. */
const counts = [
  /** Settled calls that we placed, counted for the trunk of their last attempt. Inbound is counted apart. */
  'calls',
  'completed',
  /** Completed, but perhaps noticed by nobody. */
  'suspect',
  /** The phone rang or was answered; for voice: the code was spoken, with a sign that somebody heard it. */
  'delivered',
  /** What the customer paid. */
  'price_units',
  /** What the carriers charge us for attempts, by the prices of their trunks. */
  'cost_units',
  'attempts',
  /** Attempts whose INVITE was sent. */
  'invited',
  /** Attempts with a provisional response other than 100. */
  'progressed',
  'rang',
  /** Attempts that reached the phone or its owner: rang, answered, declined or busy. */
  'effective',
  'answered',
  'declined',
  'answered_silently',
  /** Attempts after which another trunk was tried. */
  'failed_over',
  'talk_ms',
  /** Answered attempts that lasted less than `shortCallMs`. */
  'short_calls',
  /** Calls of which it is known whether the person typed the right code. */
  'checked',
  'approved',
  /** Codes that were compared. */
  'checks',
  /** Calls that asked for a key, and those in which the right one was pressed. */
  'key_calls',
  'right_keys',
  /** Requests for an inbound call. Many are offered to people who then choose another way. */
  'asked',
  /** Of these, the ones for which somebody called, and the ones that the call confirmed. */
  'called',
  'confirmed',
  /** The sum of the post-dial delays. */
  'pdd_ms',
] as const

/** The reasons of failed calls, each with its column. `why_machine` has the calls that spoke to a machine too. */
export const reasonColumns = {
  'not answered': 'why_not_answered',
  'early media only': 'why_early_media_only',
  busy: 'why_busy',
  unreachable: 'why_unreachable',
  [badNumberReason]: 'why_bad_number',
  [blockedReason]: 'why_blocked',
  [unwantedReason]: 'why_unwanted',
  [machineReason]: 'why_machine',
  'no ringing': 'why_no_ringing',
  'no audio': 'why_no_audio',
  'hung up before the code': 'why_hung_up',
  'no response': 'why_no_response',
  'trunk fault': 'why_trunk_fault',
  'route fault': 'why_route_fault',
  redirected: 'why_redirected',
  'trunk full': 'why_trunk_full',
  stopped: 'why_stopped',
  'placed too late': 'why_placed_late',
  [overdueReason]: 'why_overdue',
  [abandonedReason]: 'why_restarted',
  'caller not believed': 'why_not_believed',
  'from not trusted': 'why_from_not_trusted',
  'number withheld': 'why_withheld',
  canceled: 'why_canceled',
  other: 'why_other',
} as const
export type FailureReason = keyof typeof reasonColumns
export const failureReasons = Object.keys(reasonColumns) as FailureReason[]

/** Upper bounds of the buckets in milliseconds; one more bucket holds what is longer. */
export const pddBoundsMs = [
  500, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000, 15_000, 20_000,
] as const
/** Fine around the 4 s that a flash call rings. */
export const ringBoundsMs = [1_000, 2_000, 3_000, 4_000, 5_000, 8_000, 15_000, 25_000] as const

const bucketsOf = <Name extends string>(name: Name, boundsMs: readonly number[]) =>
  Array.from({ length: boundsMs.length + 1 }, (_, bucket): `${Name}_${number}` => `${name}_${bucket}`)
export const pddBuckets = bucketsOf('pdd', pddBoundsMs)
export const ringBuckets = bucketsOf('ring', ringBoundsMs)

export type Measure =
  | (typeof counts)[number]
  | (typeof reasonColumns)[FailureReason]
  | (typeof pddBuckets)[number]
  | (typeof ringBuckets)[number]

/** Every measure, in the order of the columns. */
export const measures: readonly Measure[] = [
  ...counts,
  ...Object.values(reasonColumns),
  ...pddBuckets,
  ...ringBuckets,
]

const places = new Map(measures.map((measure, place) => [measure, place]))
export const placeOf = (measure: Measure): number => places.get(measure)!

export const bucketOf = (boundsMs: readonly number[], ms: number): number => {
  const bucket = boundsMs.findIndex((boundMs) => ms < boundMs)
  return bucket === -1 ? boundsMs.length : bucket
}
