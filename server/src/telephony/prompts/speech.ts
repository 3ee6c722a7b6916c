import type { Audio } from '@ringkey/sip'
import type { Voice } from './voice.ts'

export const bytesPerMs = 8
/** The A-law byte of silence. */
const silence = 0xd5

/** Pauses that let a person write the code down; measured on the rendered prompts a code takes about 5 s. */
const pauseMs = {
  afterName: 300,
  afterGreeting: 350,
  betweenDigits: 200,
  betweenGroups: 600,
  beforeAgain: 900,
  afterAgain: 300,
  afterAnnouncement: 900,
  atEnd: 400,
  beforeThanks: 700,
}

/** The speech of one call. The code is said after the greeting, and after each `again`. */
export interface Speech {
  readonly greeting: Audio
  /** For an assistant or a recording: why we call, in one sentence, and a pause. */
  readonly announcement: Audio
  readonly code: Audio
  readonly again: Audio
  readonly farewell: Audio
  /** Asks for the key that the page shows. */
  readonly press: Audio
}

/** `groups` has the lengths of the groups in which the code is said. */
export function composeSpeech(voice: Voice, code: string, groups: readonly number[]): Speech {
  const name = said(voice.name, pauseMs.afterName)
  const announcement = voice.announcement.length === 0 ? voice.greeting : voice.announcement
  return {
    greeting: join([...name, ...said(voice.greeting, pauseMs.afterGreeting)]),
    announcement: join([...name, ...said(announcement, pauseMs.afterAnnouncement)]),
    code: join(sayGroups(voice, code, groups)),
    again: join([pause(pauseMs.beforeAgain), ...said(voice.again, pauseMs.afterAgain)]),
    farewell: join([pause(pauseMs.beforeAgain), ...said(voice.farewell, pauseMs.atEnd)]),
    // Not copied: few calls need it.
    press: { law: 'pcma', bytes: voice.press, words: [{ start: 0, end: voice.press.length }] },
  }
}

/** undefined when the voice has no such piece. */
export function composeThanks({ thanks }: Voice): Audio | undefined {
  return thanks.length === 0 ? undefined : join([pause(pauseMs.beforeThanks), ...said(thanks, pauseMs.atEnd)])
}

/** All of it, as it is said unless a digit was cut. */
export function wholeSpeech({ greeting, code, again, farewell }: Speech): Uint8Array {
  return Buffer.concat([greeting, code, again, code, farewell].map(({ bytes }) => bytes))
}

/** A spoken piece, or a pause. */
interface Piece {
  readonly bytes: Uint8Array
  readonly isPause: boolean
}

function join(pieces: readonly Piece[]): Audio {
  let end = 0
  const words = pieces.flatMap(({ bytes, isPause }) => {
    const start = end
    end += bytes.length
    return isPause ? [] : [{ start, end }]
  })
  return { law: 'pcma', bytes: Buffer.concat(pieces.map(({ bytes }) => bytes)), words }
}

/** Each group ends with a falling tone and a pause that is long enough to write it down. */
function sayGroups(voice: Voice, code: string, groups: readonly number[]): Piece[] {
  let at = 0
  return groups.flatMap((length, group) => {
    const digits = [...code.slice(at, at + length)]
    at += length
    const said = digits.flatMap((digit, place) => {
      const spoken = (place === length - 1 ? voice.lastDigits : voice.digits)[Number(digit)]
      if (spoken === undefined) throw new RangeError('a code consists of digits')
      return place === 0 ? [word(spoken)] : [pause(pauseMs.betweenDigits), word(spoken)]
    })
    return group === 0 ? said : [pause(pauseMs.betweenGroups), ...said]
  })
}

/** A piece that is not recorded leaves no pause. */
function said(piece: Uint8Array, pauseAfterMs: number): Piece[] {
  return piece.length === 0 ? [] : [word(piece), pause(pauseAfterMs)]
}

const word = (bytes: Uint8Array): Piece => ({ bytes, isPause: false })

function pause(ms: number): Piece {
  return { bytes: new Uint8Array(ms * bytesPerMs).fill(silence), isPause: true }
}
