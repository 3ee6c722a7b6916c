export const modes = ['flash', 'voice', 'mix', 'inbound', 'http'] as const
export type Mode = (typeof modes)[number]

export type State = 'checking' | 'completed' | 'failed'

/** How a number was passed: with a plus, or with the trunk prefix 8 instead of 7. */
export type PhoneForm = '+' | '8'

/** What a field of each kind holds. */
interface FieldValues {
  readonly integer: number
  readonly 'integer or null': number | null
  readonly flag: boolean
  readonly text: string
  readonly 'text or null': string | null
  readonly bytes: Uint8Array
  readonly 'bytes or null': Uint8Array | null
  readonly mode: Mode
  readonly state: State
  readonly 'phone form or null': PhoneForm | null
}
export type FieldKind = keyof FieldValues
type Fields = Readonly<Record<string, FieldKind>>
type Values<F extends Fields> = { readonly [Name in keyof F]: FieldValues[F[Name]] }

// The fields of a call, one line each. Types, inserts and reads of both stores are derived from these lists
// (storage/call-columns.ts). To add a field, add a line here, a column in each store by a migration, and the code that
// sets its value.

/** What the integrator says of a call. The list, the CSV and the privacy export show it; erasing a number takes it away. */
const noteFields = {
  client: 'text',
} as const satisfies Fields
export type Notes = Values<typeof noteFields>
export const noteNames = Object.keys(noteFields) as readonly (keyof Notes)[]

/** "" for what was not said. */
export function notesOf(said: Partial<Notes>): Notes {
  const notes: Partial<Record<keyof Notes, string>> = {}
  for (const name of noteNames) notes[name] = said[name] ?? ''
  return notes as Notes
}

/** Set at the start and never changed. */
const constantFields = {
  vendorId: 'integer',
  accountId: 'integer',
  serviceId: 'integer',
  mode: 'mode',
  test: 'flag',
  phoneMask: 'text',
  country: 'text',
  code: 'text',
  ...noteFields,
  unique: 'text or null',
  operator: 'text',
  region: 'text',
  portedTo: 'text',
  balanceBeforeUnits: 'integer',
  startedAt: 'integer',
  deadlineAt: 'integer',
  firstVendorId: 'integer or null',
  confirmationNumber: 'text or null',
  /** "" for a step of /v2, `callcheckUrl` for a callcheck of a dialect. */
  callbackUrl: 'text or null',
  /** How the number of an inbound request was written, for its webhook; null for bare digits. */
  phoneForm: 'phone form or null',
} as const satisfies Fields

/** In place of an address: the end is reported to the callback that the dialect of the service has then. */
export const callcheckUrl = 'callcheck:'

/** Whose call, or verification, it is. */
export interface CallOwner {
  readonly accountId: number
  readonly serviceId: number
}

/** The fields of a new call. */
export const startFields = {
  ...constantFields,
  phoneHash: 'bytes',
  priceUnits: 'integer',
  chargesFailed: 'flag',
  /** The scopes of the caps that count its price, separated by spaces. */
  spendScopes: 'text or null',
} as const satisfies Fields
export type NewCall = Values<typeof startFields>

/** The fields of a call as it is read. */
export const recordFields = {
  ...constantFields,
  state: 'state',
  /** null once the number was erased. */
  phoneHash: 'bytes or null',
  /** The price while checking and when charged; 0 when the money was returned. */
  costUnits: 'integer',
  settledAt: 'integer or null',
  reason: 'text or null',
  /** SIP details as JSON: trunk, times, attempts, a masked ladder. */
  details: 'text or null',
  /** The identity of the caller of an inbound call, as JSON (storage/caller-identity.ts). */
  callerIdentity: 'text or null',
} as const satisfies Fields
export type CallRecord = Values<typeof recordFields>
