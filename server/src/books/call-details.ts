/** One SIP message of a call. */
export interface LadderLine {
  readonly atMs: number
  readonly from: 'us' | 'them' | 'fault'
  readonly text: string
}

/**
 * What the network reported of a call: JSON in the record of its call, written by `Switchboard`. Records of earlier
 * versions may lack any of it.
 */
export interface CallTimes {
  /** Post-dial delay: from the INVITE to the first 180 or 183. The phone may not have rung: `timeToRingMs`. */
  readonly pddMs: number | null
  /** From the first ringing to the answer or the end, on the last trunk. */
  readonly ringMs: number | null
  readonly suspect: boolean
}

/** Whom the network that stopped a call names, to have the calling number unblocked. "" for what it does not say. */
export interface RedressContact {
  readonly url: string
  readonly tel: string
  readonly email: string
  /** The address of a jCard (RFC 8688). */
  readonly jcard: string
  /** RFC 8606: which network it was. */
  readonly location: string
}

/** `blocked`: analytics of a network stopped the call. `unwanted`: the called person marked us as unwanted. */
export type BlockKind = 'blocked' | 'unwanted'

export interface NetworkBlock extends RedressContact {
  readonly kind: BlockKind
}

export interface CallDetails extends CallTimes {
  readonly attempts: readonly {
    readonly trunk: string
    readonly reason: string
    readonly placedMs: number | null
    readonly stage: StageOfAttempt | null
    /** "" when no INVITE was sent, and in records of earlier versions. */
    readonly callId: string
    /** Beside the outcome: a call that rang may have been stopped later. */
    readonly block?: NetworkBlock
    readonly ladder: readonly LadderLine[]
  }[]
}

/**
 * A 180 that lasted so long was seen: the phone rang. A shorter one is no ringing, because networks send it before they
 * stop a call.
 */
export const seenMs = 1_000

/** How far an attempt came. `progress` is a provisional response that neither is 100 nor means ringing. */
const stagesOfAttempt = ['unsent', 'sent', 'progress', 'ringing'] as const
export type StageOfAttempt = (typeof stagesOfAttempt)[number]

/** What is counted of one call over one trunk. */
export interface AttemptFacts {
  readonly trunk: string
  readonly reason: string
  /** null in records of earlier versions. */
  readonly stage: StageOfAttempt | null
  readonly answered: boolean
  readonly pddMs: number | null
  readonly ringMs: number | null
  readonly talkMs: number
  /** The calling number without its last four digits, which may be a code; "" when it is not known. */
  readonly callerBlock: string
  /** A keyed hash of the calling number; "" when it is not known. */
  readonly callerHash: string
  /** What the carrier charges us; 0 where its prices are not known. */
  readonly costUnits: number
}

/** Why a trunk was tried first; `room`: those before it were full or had no number for the code. */
const choiceReasons = ['only', 'pinned', 'prefix', 'best', 'cheapest', 'explored', 'room'] as const
export type ChoiceReason = (typeof choiceReasons)[number]

/** What was known of a trunk when the call was planned. */
export interface WeighedTrunk {
  readonly trunk: string
  /** null: no call lately. */
  readonly rate: number | null
  /** The calls that it was measured by. */
  readonly of: number
  /** What share of the calls the rate is. */
  readonly by: 'approved' | 'delivered'
  /** What one attempt was expected to cost. */
  readonly costUnits: number
}

/** Which trunks could carry a call, best first, and why the first was taken. */
export interface RouteChoice {
  readonly why: ChoiceReason
  readonly trunks: readonly WeighedTrunk[]
}

/** What only operators may see of a call. */
interface RoutingDetails {
  /** null when there was nothing to choose from, and in records of earlier versions. */
  readonly choice: RouteChoice | null
  /** What the carriers charge us for each attempt. */
  readonly costUnits: readonly number[]
}

export function readRouting(text: string | null): RoutingDetails {
  const json = objectIn(text)
  const { why, trunks } = (json.choice ?? {}) as Record<string, unknown>
  const reason = choiceReasons.find((known) => known === why)
  return {
    choice: reason === undefined ? null : { why: reason, trunks: trunks as WeighedTrunk[] },
    costUnits: attemptsIn(json).map(({ costUnits }) => unitsIn(costUnits)),
  }
}

const unitsIn = (value: unknown) => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0)

interface CountedDetails extends CallTimes {
  /** The trunk of the last attempt; "" when there was none. */
  readonly trunk: string
  readonly attempts: readonly AttemptFacts[]
}

/** The attempts of a call without their ladders, and its times. */
export function readAttempts(text: string | null): CountedDetails {
  const json = objectIn(text)
  const times = timesOf(json)
  const attempts = attemptsIn(json)
  return {
    ...times,
    trunk: textOf(json.trunk),
    attempts: attempts.map((attempt, place) => {
      // The times of the last attempt are those of the call, and are stored once.
      const isLast = place === attempts.length - 1
      return {
        trunk: textOf(attempt.trunk),
        reason: textOf(attempt.reason),
        stage: stageIn(attempt),
        answered: attempt.answered === true,
        pddMs: isLast ? times.pddMs : msOf(attempt.pddMs),
        ringMs: isLast ? times.ringMs : msOf(attempt.ringMs),
        talkMs: msOf(attempt.talkMs) ?? 0,
        callerBlock: textOf(attempt.callerBlock),
        callerHash: textOf(attempt.callerHash),
        costUnits: unitsIn(attempt.costUnits),
      }
    }),
  }
}

const stageIn = (attempt: Json): StageOfAttempt | null =>
  stagesOfAttempt.find((stage) => stage === attempt.stage) ?? null

/** null when the phone did not ring: a 183 alone is sound from the network. */
export const timeToRingMs = ({ pddMs, ringMs }: CallTimes): number | null => (ringMs ? pddMs : null)

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** What the gateway of a step said that it costs. */
export function readGatewayPrice(text: string | null): string | undefined {
  const { gatewayPrice } = objectIn(text)
  return typeof gatewayPrice === 'string' ? gatewayPrice : undefined
}

export function readDetails(text: string | null): CallDetails {
  const json = objectIn(text)
  return {
    ...timesOf(json),
    attempts: attemptsIn(json).map((attempt) => ({
      trunk: String(attempt.trunk ?? ''),
      reason: String(attempt.reason ?? ''),
      placedMs: msOf(attempt.placedMs),
      stage: stageIn(attempt),
      callId: String(attempt.callId ?? ''),
      ...blockIn(attempt),
      ladder: (Array.isArray(attempt.ladder) ? attempt.ladder : []).flatMap(ladderLine),
    })),
  }
}

function blockIn({ block }: Json): { readonly block?: NetworkBlock } {
  if (typeof block !== 'object' || block === null) return {}
  const { kind, ...contact } = block as Json
  if (kind !== 'blocked' && kind !== 'unwanted') return {}
  const said = (name: keyof RedressContact) => textOf(contact[name])
  const [url, tel, email] = [said('url'), said('tel'), said('email')]
  return { block: { kind, url, tel, email, jcard: said('jcard'), location: said('location') } }
}

/** No attempt sent an INVITE, so that the phone cannot have rung. False where the details do not say it. */
export function wasNeverDialled(text: string | null): boolean {
  const { attempts } = objectIn(text)
  return Array.isArray(attempts) && attempts.every((attempt) => stageIn(attempt) === 'unsent')
}

/** Without the attempts: statistics read every call, and ladders are long. */
export function readTimes(text: string | null): CallTimes {
  return timesOf(objectIn(text))
}

function timesOf({ pddMs, ringMs, suspect }: Json): CallTimes {
  return { pddMs: msOf(pddMs), ringMs: msOf(ringMs), suspect: suspect === true }
}

const senders = { '>': 'us', '<': 'them', '!': 'fault' } as const

/** `35 < 180`: milliseconds, who, what. */
function ladderLine(line: unknown): LadderLine[] {
  const match = /^(\d+) ([<>!]) (.+)$/.exec(String(line))
  if (match === null) return []
  return [{ atMs: Number(match[1]), from: senders[match[2] as keyof typeof senders], text: match[3]! }]
}

type Json = Readonly<Record<string, unknown>>

function objectIn(text: string | null): Json {
  if (text === null) return {}
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  } catch {
    // A record that cannot be read is shown without details, and must not stop the counting of the others.
    return {}
  }
}

const attemptsIn = ({ attempts }: Json) => (Array.isArray(attempts) ? attempts : []) as readonly Json[]

const msOf = (value: unknown) => (typeof value === 'number' && value >= 0 ? Math.round(value) : null)

/** The Call-IDs of all attempts whose INVITE was sent. */
export function callIdsIn(details: string | null): string[] {
  return readDetails(details)
    .attempts.map(({ callId }) => callId)
    .filter((callId) => callId !== '')
}
