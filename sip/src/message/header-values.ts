import { noParameters, type Parameters, parseParameters } from './parameters.ts'
import { isToken, parseNumber, splitList, unquote } from './tokens.ts'

export interface CSeq {
  readonly number: number
  readonly method: string
}

/** RFC 3261 8.1.1.5: the sequence number must be less than 2^31. */
const maxCSeq = 2 ** 31 - 1

/** The longest time in seconds that a header may contain: 2^32 - 1 (RFC 3261 20.19). */
const maxDeltaSeconds = 2 ** 32 - 1

export function parseCSeq(text: string): CSeq | undefined {
  // RFC 3261 25.1: 1*DIGIT LWS Method.
  const digitsEnd = text.search(/\s/)
  if (digitsEnd < 0) return undefined
  const method = text.slice(digitsEnd + 1).trimStart()
  const number = parseNumber(text.slice(0, digitsEnd), maxCSeq)
  return number === undefined || !isToken(method) ? undefined : { number, method }
}

/** RFC 3262 7.2: the reliable provisional response that a PRACK acknowledges. */
export interface RAck {
  readonly rseq: number
  readonly cseq: CSeq
}

export function parseRAck(text: string): RAck | undefined {
  const match = /^(\d+)\s+(.+)$/.exec(text)
  const rseq = match === null ? undefined : parseRSeq(match[1]!)
  const cseq = match === null ? undefined : parseCSeq(match[2]!)
  return rseq === undefined || cseq === undefined ? undefined : { rseq, cseq }
}

/** RFC 3262 7.1: 1 to 2^32 - 1. */
export function parseRSeq(text: string): number | undefined {
  const rseq = parseNumber(text, 2 ** 32 - 1)
  return rseq === 0 ? undefined : rseq
}

/** RFC 3326: why a request or response was sent. A Q.850 cause says more than the status. */
export interface Reason {
  readonly protocol: string
  readonly cause: number | undefined
  readonly text: string | undefined
  /** RFC 8606: where in the network it was decided, such as `RLN`. */
  readonly location: string | undefined
}

/** Every Reason value that can be parsed; others are skipped. */
export function parseReasons(lines: readonly string[]): Reason[] {
  return lines.flatMap((line) =>
    (splitList(line) ?? []).flatMap((value) => {
      const semicolon = value.indexOf(';')
      const protocol = (semicolon < 0 ? value : value.slice(0, semicolon)).trim()
      const parameters = semicolon < 0 ? noParameters : parseParameters(value, semicolon)
      if (!isToken(protocol) || parameters === undefined) return []
      const cause = parseNumber(parameters.get('cause') ?? '', 999)
      const textOf = (name: string) => {
        const value = parameters.get(name)
        return value === undefined ? undefined : unquote(value)
      }
      return [{ protocol, cause, text: textOf('text'), location: textOf('location') }]
    }),
  )
}

/** RFC 4028 4: how long a session lives without a refresh, and which side refreshes. */
export interface SessionExpires {
  readonly intervalS: number
  readonly refresher: 'uac' | 'uas' | undefined
}

export function parseSessionExpires(text: string): SessionExpires | undefined {
  const valued = parseValue(text)
  const intervalS = valued && parseDeltaSeconds(valued.value)
  if (valued === undefined || intervalS === undefined) return undefined
  const refresher = valued.parameters.get('refresher')?.toLowerCase()
  return { intervalS, refresher: refresher === 'uac' || refresher === 'uas' ? refresher : undefined }
}

/** A time in whole seconds: Expires, Min-Expires, Min-SE, Retry-After (its comment and parameters ignored). */
export function parseDeltaSeconds(text: string): number | undefined {
  return parseNumber(/^\d+/.exec(text)?.[0] ?? '', maxDeltaSeconds)
}

/** The type of a body, lower case, without its parameters: `application/sdp`. */
export function parseMediaType(text: string): string | undefined {
  const match = /^\s*([\w\-.!%*+`'~]+)\s*\/\s*([\w\-.!%*+`'~]+)\s*(?=;|$)/.exec(text)
  return match === null ? undefined : `${match[1]}/${match[2]}`.toLowerCase()
}

function parseValue(text: string): { value: string; parameters: Parameters } | undefined {
  const semicolon = text.indexOf(';')
  const value = (semicolon < 0 ? text : text.slice(0, semicolon)).trim()
  const parameters = semicolon < 0 ? noParameters : parseParameters(text, semicolon)
  return parameters && { value, parameters }
}
