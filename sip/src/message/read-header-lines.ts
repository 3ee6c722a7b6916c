import { maxFoldedLines, maxHeaders } from './bounds.ts'
import { canonicalName } from './header-names.ts'
import { isToken } from './tokens.ts'

export interface HeaderLines {
  readonly names: string[]
  readonly values: string[]
  /** The first fault; the other lines are read all the same. */
  readonly problem: string | undefined
}

/** Reads `Name: value` lines, each ended by CRLF, from `start` to the end of the text. */
export function readHeaderLines(text: string, start: number): HeaderLines {
  const names: string[] = []
  const values: string[] = []
  let problem: string | undefined
  let at = start
  while (at < text.length) {
    let line = text
    let lineStart = at
    let lineEnd = text.indexOf('\r\n', at)
    if (lineEnd < 0) lineEnd = text.length
    at = lineEnd + 2
    // RFC 3261 7.3.1: a line that begins with white space continues the one before.
    if (isSpace(text.charCodeAt(at))) {
      const unfolded = unfold(text, lineStart, lineEnd)
      if (unfolded === undefined) return { names, values, problem: problem ?? 'folded too often' }
      line = unfolded.line
      at = unfolded.next
      lineStart = 0
      lineEnd = line.length
    }
    const colon = line.indexOf(':', lineStart)
    const name = nameAt(line, lineStart, colon > lineEnd ? -1 : colon)
    if (name === undefined) {
      problem ??= 'a line is no header'
      continue
    }
    if (names.length >= maxHeaders) return { names, values, problem: problem ?? 'too many headers' }
    names.push(name)
    values.push(trimmed(line, colon + 1, lineEnd))
  }
  return { names, values, problem }
}

/** The name before the colon in canonical spelling; undefined when there is none. */
function nameAt(line: string, start: number, colon: number): string | undefined {
  if (colon < 0) return undefined
  const name = trimmed(line, start, colon)
  return isToken(name) ? canonicalName(name) : undefined
}

function unfold(text: string, start: number, firstEnd: number): { line: string; next: number } | undefined {
  let line = text.slice(start, firstEnd)
  let next = firstEnd + 2
  for (let folds = 0; isSpace(text.charCodeAt(next)); folds++) {
    if (folds >= maxFoldedLines) return undefined
    const lineEnd = text.indexOf('\r\n', next)
    const end = lineEnd < 0 ? text.length : lineEnd
    line += ` ${trimmed(text, next, end)}`
    next = end + 2
  }
  return { line, next }
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
