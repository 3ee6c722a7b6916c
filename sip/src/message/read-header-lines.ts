import { maxFoldedLines, maxHeaders } from './bounds.ts'
import { canonicalName } from './header-names.ts'
import { isToken } from './tokens.ts'

export interface HeaderLines {
  readonly names: string[]
  readonly values: string[]
  /** The first thing that was wrong; the lines around it are read all the same. */
  readonly problem: string | undefined
}

/** Reads `Name: value` lines, each ended by CRLF, from `start` to the end of the text. */
export function readHeaderLines(text: string, start: number): HeaderLines {
  const names: string[] = []
  const values: string[] = []
  let problem: string | undefined
  let at = start
  while (at < text.length) {
    let end = text.indexOf('\r\n', at)
    if (end < 0) end = text.length
    let next = end + 2
    let value: string | undefined
    // RFC 3261 7.3.1: a line that begins with white space continues the one before.
    if (isSpace(text.charCodeAt(next))) {
      const unfolded = unfold(text, at, end)
      if (unfolded === undefined) return { names, values, problem: problem ?? 'folded too often' }
      value = unfolded.value
      next = unfolded.next
      end = at + value.length
    }
    const line = value ?? text.slice(at, end)
    at = next
    const colon = line.indexOf(':')
    const name = trimmed(line, 0, Math.max(colon, 0))
    const known = canonicalName(name)
    if (colon <= 0 || !isToken(known)) {
      problem ??= 'a line is no header'
      continue
    }
    if (names.length >= maxHeaders) return { names, values, problem: problem ?? 'too many headers' }
    names.push(known)
    values.push(trimmed(line, colon + 1, line.length))
  }
  return { names, values, problem }
}

function unfold(text: string, start: number, firstEnd: number): { value: string; next: number } | undefined {
  let value = text.slice(start, firstEnd)
  let next = firstEnd + 2
  for (let folds = 0; isSpace(text.charCodeAt(next)); folds++) {
    if (folds >= maxFoldedLines) return undefined
    const lineEnd = text.indexOf('\r\n', next)
    const end = lineEnd < 0 ? text.length : lineEnd
    value += ` ${trimmed(text, next, end)}`
    next = end + 2
  }
  return { value, next }
}

function trimmed(text: string, start: number, end: number): string {
  let first = start
  let last = end
  while (first < last && isSpace(text.charCodeAt(first))) first++
  while (last > first && isSpace(text.charCodeAt(last - 1))) last--
  return text.slice(first, last)
}

function isSpace(char: number): boolean {
  return char === 0x20 || char === 0x09
}
