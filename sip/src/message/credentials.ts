import { endOfQuoted, isToken, splitList, unquote } from './tokens.ts'

/** One challenge or set of credentials: the value of WWW-Authenticate, Authorization or their Proxy variants. */
export interface AuthHeader {
  /** Lower case: `digest`. */
  readonly scheme: string
  /** By lower-case name, unquoted. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Undefined when the header cannot be parsed. An unknown scheme is parsed like any other. */
export function parseAuthHeader(line: string): AuthHeader | undefined {
  const match = /^([\w\-.!%*+`'~]+)\s+(\S.*)$/s.exec(line)
  const parts = match === null ? undefined : splitList(match[2]!)
  if (match === null || parts === undefined) return undefined
  const parameters = new Map<string, string>()
  for (const part of parts) {
    const equals = part.indexOf('=')
    const name = part.slice(0, Math.max(equals, 0)).trim()
    const value = part.slice(equals + 1).trim()
    if (!isToken(name)) return undefined
    if (value.startsWith('"') && endOfQuoted(value, 0) !== value.length) return undefined
    parameters.set(name.toLowerCase(), unquote(value))
  }
  return { scheme: match[1]!.toLowerCase(), parameters }
}
