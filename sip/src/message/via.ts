import { type Parameters, parseParameters } from './parameters.ts'
import { parseNumber } from './tokens.ts'

/** One Via value (RFC 3261 20.42). */
export interface Via {
  /** Upper case, as it stands on the wire: `UDP`, `TCP`, `TLS`, ... */
  readonly transport: string
  /** Lower case; an IPv6 address keeps its brackets. */
  readonly host: string
  readonly port: number | undefined
  readonly parameters: Parameters
}

/** RFC 3261 8.1.1.7: a branch with this prefix is a unique transaction id. */
export const branchCookie = 'z9hG4bK'

const viaPattern =
  /^SIP\s*\/\s*2\.0\s*\/\s*([\w\-.!%*+`'~]+)\s+([\w.-]+|\[[0-9a-fA-F:.]+\])\s*(?::\s*(\d{1,5}))?\s*(?=;|$)/i

export function parseVia(text: string): Via | undefined {
  const match = viaPattern.exec(text)
  if (match === null) return undefined
  const port = match[3] === undefined ? undefined : parseNumber(match[3], 65_535)
  if (match[3] !== undefined && port === undefined) return undefined
  const parameters = parseParameters(text, match[0].length)
  return parameters && { transport: match[1]!.toUpperCase(), host: match[2]!.toLowerCase(), port, parameters }
}

// The most common form of a Via, which parseVia is certain to accept: one space, lower-case parameters.
const usualPattern =
  /^SIP\/2\.0\/[A-Z]+ [\w.-]+(?::(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}))?(?:;[a-z\d-]+(?:=[\w\-.]+)?)+$/
const branchMark = ';branch='

/**
 * The branch of a Via of the common form; undefined: unknown, parse the Via. The branch is all that a response needs of
 * its Via: a flash call reads three.
 */
export function usualBranch(line: string): string | undefined {
  const at = line.indexOf(branchMark)
  if (at < 0 || !usualPattern.test(line)) return undefined
  const end = line.indexOf(';', at + branchMark.length)
  return line.slice(at + branchMark.length, end < 0 ? line.length : end)
}

export function formatVia(via: Via): string {
  const port = via.port === undefined ? '' : `:${via.port}`
  return `SIP/2.0/${via.transport} ${via.host}${port}${via.parameters}`
}

/** The branch when it is a transaction id: the cookie and at least one more character (RFC 4475 3.2.1). */
export function uniqueBranch(via: Via): string | undefined {
  const branch = via.parameters.get('branch')
  return branch !== undefined && branch.length > branchCookie.length && branch.startsWith(branchCookie)
    ? branch
    : undefined
}
