import type { LadderLine } from '../views/verification.ts'

/** What the wire has told of a call, read from the record's JSON. Records of other times may lack any of it. */
export interface CallDetails {
  readonly pddMs: number | null
  readonly ringMs: number | null
  readonly suspect: boolean
  readonly attempts: readonly {
    readonly trunk: string
    readonly reason: string
    readonly placedMs: number | null
    readonly ladder: readonly LadderLine[]
  }[]
}

const nothing: CallDetails = { pddMs: null, ringMs: null, suspect: false, attempts: [] }

export function readDetails(text: string | null): CallDetails {
  const json = objectIn(text)
  if (json === undefined) return nothing
  return {
    pddMs: msOf(json.pddMs),
    ringMs: msOf(json.ringMs),
    suspect: json.suspect === true,
    attempts: (Array.isArray(json.attempts) ? json.attempts : []).map((attempt: Record<string, unknown>) => ({
      trunk: String(attempt.trunk ?? ''),
      reason: String(attempt.reason ?? ''),
      placedMs: msOf(attempt.placedMs),
      ladder: (Array.isArray(attempt.ladder) ? attempt.ladder : []).flatMap(ladderLine),
    })),
  }
}

const senders = { '>': 'us', '<': 'them', '!': 'fault' } as const

/** `35 < 180`: milliseconds, who, what. */
function ladderLine(line: unknown): LadderLine[] {
  const match = /^(\d+) ([<>!]) (.+)$/.exec(String(line))
  if (match === null) return []
  return [{ atMs: Number(match[1]), from: senders[match[2] as keyof typeof senders], text: match[3]! }]
}

function objectIn(text: string | null): Record<string, unknown> | undefined {
  if (text === null) return undefined
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const msOf = (value: unknown) => (typeof value === 'number' && value >= 0 ? Math.round(value) : null)
