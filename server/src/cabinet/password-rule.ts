import { readFileSync } from 'node:fs'
import { Problem } from './problem.ts'

const minPasswordLength = 10
const minDifferentCharacters = 5
/** A password needs this many characters that are not part of known words or patterns. */
const ownCharacters = 6
/** This many known words in a row are strong enough too: `correct horse battery`. */
const enoughWords = 3
/** Neighbours on a keyboard, or equal characters. */
const shortestWalk = 4

const linesIn = (name: string) =>
  readFileSync(new URL(`../../assets/passwords/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

/**
 * What attackers try first, compiled for this project: words, names and habits at the top of every published list
 * of leaked passwords, in Latin and Cyrillic letters. Years, digits and keyboard walks are found by rule, not listed.
 */
const commonWords = linesIn('common-words.txt').flatMap((line) => line.split(' '))

/** Rows and columns of keyboards, walked along in either direction. */
const keyboardRows = linesIn('keyboard-rows.txt')

/** Refuses passwords that are easy to guess. There are no other rules. */
export function requireGoodPassword(password: string, email: string): void {
  const fault = passwordFault(password.normalize('NFKC'), email)
  if (fault !== undefined) throw new Problem(400, fault, 'choose another password', { field: 'password' })
}

export function passwordFault(
  password: string,
  email: string,
): 'password-short' | 'password-simple' | undefined {
  if ([...password].length < minPasswordLength) return 'password-short'
  const lower = password.toLowerCase()
  if (lower === email.toLowerCase() || new Set(lower).size < minDifferentCharacters) return 'password-simple'
  const names = email
    .toLowerCase()
    .split(/[@.+_-]/)
    .filter((name) => name.length >= 4)
  const words = new Set([...commonWords, ...names])
  // As it was typed and with `p@ssw0rd` read as `password`: a digit may be a letter or part of a year.
  const isKnown = [lower, plainLetters(lower)].some((text) => isGuessed(text, words))
  return isKnown ? 'password-simple' : undefined
}

/** Whether little is left of the text without known words and patterns. */
function isGuessed(text: string, words: ReadonlySet<string>): boolean {
  const found = new Set<string>()
  let own = 0
  for (let at = 0; at < text.length; ) {
    const word = longestWord(text, at, words)
    const known = Math.max(word.length, walkAt(text, at), digitsAt(text, at))
    if (word !== '' && word.length === known) found.add(word)
    else if (known === 0 && /[\p{L}\p{N}]/u.test(text[at]!)) own++
    at += Math.max(known, 1)
  }
  return own < ownCharacters && found.size < enoughWords
}

const longestWordLength = Math.max(...commonWords.map(({ length }) => length))
/** The local part of an address is 64 characters at most (RFC 5321 4.5.3.1.1). */
const longestNameLength = 64

function longestWord(text: string, at: number, words: ReadonlySet<string>): string {
  const longest = Math.min(text.length - at, Math.max(longestWordLength, longestNameLength))
  for (let length = longest; length >= 4; length--) {
    const candidate = text.slice(at, at + length)
    if (words.has(candidate)) return candidate
  }
  return ''
}

/** How many characters from here walk along a row of keys, backwards too, or repeat one; 0 when they are few. */
function walkAt(text: string, at: number): number {
  const repeated = /^(.)\1*/su.exec(text.slice(at))![0].length
  const rows = keyboardRows.map((row) => Math.max(along(text, at, row, 1), along(text, at, row, -1)))
  const length = Math.max(repeated, ...rows)
  return length >= shortestWalk ? length : 0
}

function along(text: string, at: number, row: string, step: 1 | -1): number {
  const start = row.indexOf(text[at]!)
  if (start < 0) return 0
  let length = 1
  // A row goes round: 7890123.
  while (
    at + length < text.length &&
    length < row.length &&
    row.at((start + step * length) % row.length) === text[at + length]
  )
    length++
  return length
}

/** Years, dates and other numbers of four to eight digits. */
function digitsAt(text: string, at: number): number {
  return /^\d{4,8}/.exec(text.slice(at))?.[0].length ?? 0
}

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function plainLetters(text: string): string {
  return text.replace(/[013457@$!]/g, (character) => lookAlikes[character]!)
}
