import { endOfQuoted, isToken, splitList, unquote } from './tokens.ts'

/** One challenge or one set of credentials: WWW-Authenticate, Authorization and their proxy kin. */
export interface AuthHeader {
  /** Lower case: `digest`. */
  readonly scheme: string
  /** By lower-case name, unquoted. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Undefined when the header cannot be read; a scheme that we do not know is read like any other. */
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
