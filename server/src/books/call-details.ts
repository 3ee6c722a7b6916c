/** One SIP message of a call. */
export interface LadderLine {
  readonly atMs: number
  readonly from: 'us' | 'them' | 'fault'
  readonly text: string
}

/**
 * What the wire told of a call: JSON in the record of its verification, written by `Switchboard`. Records of earlier
 * versions may lack any of it.
 */
export interface CallTimes {
  /** Post-dial delay: from the INVITE to the first sign of ringing. */
  readonly pddMs: number | null
  /** From the first ringing to the answer or the end, on the last trunk. */
  readonly ringMs: number | null
  readonly suspect: boolean
}

export interface CallDetails extends CallTimes {
  readonly attempts: readonly {
    readonly trunk: string
    readonly reason: string
    readonly placedMs: number | null
    /** "" when no INVITE was sent, and in records of earlier versions. */
    readonly callId: string
    readonly ladder: readonly LadderLine[]
  }[]
}

export function readDetails(text: string | null): CallDetails {
  const json = objectIn(text)
  return {
    ...timesOf(json),
    attempts: (Array.isArray(json.attempts) ? json.attempts : []).map((attempt: Record<string, unknown>) => ({
      trunk: String(attempt.trunk ?? ''),
      reason: String(attempt.reason ?? ''),
      placedMs: msOf(attempt.placedMs),
      callId: String(attempt.callId ?? ''),
      ladder: (Array.isArray(attempt.ladder) ? attempt.ladder : []).flatMap(ladderLine),
    })),
  }
}

/** Without the attempts: statistics read every call, and ladders are long. */
export function readTimes(text: string | null): CallTimes {
  return timesOf(objectIn(text))
}

function timesOf({ pddMs, ringMs, suspect }: Readonly<Record<string, unknown>>): CallTimes {
  return { pddMs: msOf(pddMs), ringMs: msOf(ringMs), suspect: suspect === true }
}

const senders = { '>': 'us', '<': 'them', '!': 'fault' } as const

/** `35 < 180`: milliseconds, who, what. */
function ladderLine(line: unknown): LadderLine[] {
  const match = /^(\d+) ([<>!]) (.+)$/.exec(String(line))
  if (match === null) return []
  return [{ atMs: Number(match[1]), from: senders[match[2] as keyof typeof senders], text: match[3]! }]
}

function objectIn(text: string | null): Readonly<Record<string, unknown>> {
  if (text === null) return {}
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  } catch {
    // A record that cannot be read is shown without details, and must not stop the counting of the others.
    return {}
  }
}

const msOf = (value: unknown) => (typeof value === 'number' && value >= 0 ? Math.round(value) : null)
