import type { Voice } from './voice.ts'

const bytesPerMs = 8
/** The A-law byte of silence. */
const silence = 0xd5

/** Pauses that let a person write the code down; measured on the rendered prompts a code takes about 5 s. */
const pauseMs = {
  afterGreeting: 350,
  betweenDigits: 200,
  betweenGroups: 600,
  beforeAgain: 900,
  afterAgain: 300,
  atEnd: 400,
}

/** The speech of one call, A-law at 8 kHz, in two parts: after the first part the code was played once. */
export interface Speech {
  readonly first: Uint8Array
  readonly second: Uint8Array
}

/**
 * First part: greeting and code. Second part: "again", the code and farewell. `groups` has the lengths of the groups in which
 * the code is said.
 */
export function composeSpeech(voice: Voice, code: string, groups: readonly number[]): Speech {
  const digits = sayGroups(voice, code, groups)
  return {
    first: Buffer.concat([...said(voice.greeting, pauseMs.afterGreeting), ...digits]),
    second: Buffer.concat([
      pause(pauseMs.beforeAgain),
      ...said(voice.again, pauseMs.afterAgain),
      ...digits,
      pause(pauseMs.beforeAgain),
      ...said(voice.farewell, pauseMs.atEnd),
    ]),
  }
}

/** Each group ends with a falling tone and a pause that is long enough to write it down. */
function sayGroups(voice: Voice, code: string, groups: readonly number[]): Uint8Array[] {
  let at = 0
  return groups.flatMap((length, group) => {
    const digits = [...code.slice(at, at + length)]
    at += length
    const said = digits.flatMap((digit, place) => {
      const spoken = (place === length - 1 ? voice.lastDigits : voice.digits)[Number(digit)]
      if (spoken === undefined) throw new RangeError('a code consists of digits')
      return place === 0 ? [spoken] : [pause(pauseMs.betweenDigits), spoken]
    })
    return group === 0 ? said : [pause(pauseMs.betweenGroups), ...said]
  })
}

/** A piece that is missing in an operator's recordings leaves no pause. */
function said(piece: Uint8Array, pauseAfterMs: number): Uint8Array[] {
  return piece.length === 0 ? [] : [piece, pause(pauseAfterMs)]
}

function pause(ms: number): Uint8Array {
  return new Uint8Array(ms * bytesPerMs).fill(silence)
}
