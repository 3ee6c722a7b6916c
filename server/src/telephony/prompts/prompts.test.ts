import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { convertG711, decodeG711, encodeG711, writeG711Wav, writePcmWav } from '@ringkey/sip'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languages } from '../../platform/languages.ts'
import { groupsOf, PromptLibrary } from './library.ts'
import { readFolder } from './read-folder.ts'
import { composeSpeech, wholeSpeech } from './speech.ts'
import { digitNames, type Pieces, type Voice } from './voice.ts'

/** A distinct sound: 0.1 s of one A-law level. */
const sound = (level: number) => new Uint8Array(800).fill(level)

const voice: Voice = {
  name: new Uint8Array(),
  greeting: sound(0x10),
  digits: Array.from({ length: 10 }, (_, digit) => sound(0x20 + digit)),
  lastDigits: Array.from({ length: 10 }, (_, digit) => sound(0x30 + digit)),
  again: sound(0x11),
  announcement: new Uint8Array(),
  farewell: sound(0x12),
  thanks: sound(0x13),
  press: sound(0x14),
}

/** The sounds in playback order; 213 is silence. */
function heard(audio: Uint8Array): number[] {
  return [...audio].filter((level, at) => level !== 0xd5 && level !== audio[at - 1])
}

describe('the speech of a code', () => {
  it('is greeting, code, again, code, farewell', () => {
    const code = [0x20, 0x39, 0x27, 0x32]
    expect(heard(wholeSpeech(composeSpeech(voice, '0972', [2, 2])))).toEqual([
      0x10,
      ...code,
      0x11,
      ...code,
      0x12,
    ])
  })

  it('names its words, each from its start to its end', () => {
    const { bytes, words } = composeSpeech(voice, '0972', [2, 2]).code
    expect(words!.map(({ start, end }) => [end - start, ...new Set(bytes.subarray(start, end))])).toEqual(
      [0x20, 0x39, 0x27, 0x32].map((level) => [800, level]),
    )
  })

  it('separates two equal digits by a pause of at least 0.2 s', () => {
    const digits = composeSpeech(voice, '11', [2]).code.bytes
    expect(digits.filter((level) => level === 0xd5).length).toBeGreaterThanOrEqual(1_600)
    expect(heard(digits)).toEqual([0x21, 0x31])
  })

  it('begins with the name, also for an assistant', () => {
    const named = composeSpeech({ ...voice, name: sound(0x15) }, '42', [2])
    expect(heard(named.greeting.bytes)).toEqual([0x15, 0x10])
    expect(heard(named.announcement.bytes)).toEqual([0x15, 0x10])
  })

  it('leaves out pieces that are not recorded', () => {
    const none = new Uint8Array()
    const bare = { ...voice, greeting: none, again: none, farewell: none }
    expect(heard(wholeSpeech(composeSpeech(bare, '42', [2])))).toEqual([0x24, 0x32, 0x24, 0x32])
  })

  it('refuses a text that is not a code', () => {
    expect(() => composeSpeech(voice, '12a4', [2, 2])).toThrow(RangeError)
  })
})

describe('the groups of a code', () => {
  it('have at most four digits, and cover codes of 4 to 10 digits in every language', () => {
    for (const language of languages) {
      for (let length = 4; length <= 10; length++) {
        const groups = groupsOf(language, length)
        expect(groups.reduce((sum, one) => sum + one, 0)).toBe(length)
        expect(Math.max(...groups)).toBeLessThanOrEqual(4)
        expect(Math.min(...groups)).toBeGreaterThanOrEqual(2)
      }
    }
    expect([groupsOf('ru', 6), groupsOf('ru', 7), groupsOf('en', 7)]).toEqual([
      [3, 3],
      [3, 2, 2],
      [3, 4],
    ])
  })

  it('are separated by a pause of at least 0.5 s, and each ends with a falling tone', () => {
    const { bytes } = composeSpeech(voice, '123456', [3, 3]).code
    expect(heard(bytes)).toEqual([0x21, 0x22, 0x33, 0x24, 0x25, 0x36])
    const pauses = Buffer.from(bytes).toString('latin1').match(/\xd5+/g)!
    expect(pauses.map((pause) => pause.length > 0.5 * 8_000)).toEqual([false, false, true, false, false])
  })
})

describe('recordings of an own voice', () => {
  const digits: Pieces = Object.fromEntries(digitNames.map((name, digit) => [name, voice.digits[digit]!]))
  const libraryOf = (own: Readonly<Record<string, Pieces>>) => {
    const library = new PromptLibrary()
    for (const [key, pieces] of Object.entries(own)) library.keep(key, pieces)
    return library
  }
  const said = (library: PromptLibrary, keys: readonly string[], language = 'ru') =>
    heard(wholeSpeech(library.speechOf(language, '9035', keys)))
  const builtIn = new PromptLibrary()

  it('are a voice of their own with all digits: nothing of another voice is heard', () => {
    const library = libraryOf({ own: { ...digits, greeting: voice.greeting } })
    const code = [0x29, 0x20, 0x23, 0x25]
    expect(said(library, ['own'])).toEqual([0x10, ...code, ...code])
    expect(library.thanksOf('ru', ['own'])).toBeUndefined()
    expect(library.speechOf('ru', '9035')).toEqual(builtIn.speechOf('ru', '9035'))
  })

  it('ask for a key in the voice below when that is not recorded', () => {
    const library = libraryOf({ all: { ...digits, press: voice.press }, own: digits })
    const pressOf = (keys: readonly string[]) => library.speechOf('ru', '7', keys).press.bytes
    expect(heard(pressOf(['all']))).toEqual([0x14])
    expect(heard(pressOf(['all', 'own']))).toEqual([0x14])
    expect(pressOf(['own'])).toEqual(builtIn.speechOf('ru', '7').press.bytes)
  })

  it('are sentences of the voice below without the digits, and those of a service come last', () => {
    const library = libraryOf({
      all: { ...digits, greeting: voice.greeting, farewell: voice.farewell },
      own: { name: sound(0x15), greeting: sound(0x16), 'digits/3': sound(0x17) },
    })
    const code = [0x29, 0x20, 0x23, 0x25]
    expect(said(library, ['all', 'own'])).toEqual([0x15, 0x16, ...code, ...code, 0x12])
    const { greeting, code: ofBuiltIn } = library.speechOf('ru', '9035', ['own'])
    expect(heard(greeting.bytes)).toEqual([0x15, 0x16])
    expect(ofBuiltIn).toEqual(builtIn.speechOf('ru', '9035').code)
  })

  it('speak languages that no built-in voice has, as soon as all digits are there', () => {
    const library = libraryOf({ uk: digits, few: { greeting: voice.greeting } })
    expect(said(library, ['uk'], 'uk')).toEqual([...[0x29, 0x20, 0x23, 0x25], ...[0x29, 0x20, 0x23, 0x25]])
    for (const keys of [['few'], ['not arrived'], []])
      expect(library.speechOf('uk', '9035', keys).greeting).toEqual(builtIn.speechOf('en', '9035').greeting)
  })

  it('are left out when they have not arrived, or are forgotten', () => {
    const library = libraryOf({ own: digits })
    library.keep('own', null)
    expect(library.speechOf('ru', '9035', ['own', 'other'])).toEqual(builtIn.speechOf('ru', '9035'))
  })
})

describe('a folder of recordings', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ringkey-prompts-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const put = (name: string, bytes: Uint8Array) => {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  /** Distinct tones; 0.2 s of A-law. */
  const tone = (hz: number) =>
    encodeG711(
      'pcma',
      Int16Array.from({ length: 1_600 }, (_, at) => 6_000 * Math.sin((2 * Math.PI * hz * at) / 8_000)),
    )
  const hzOf = (piece: Uint8Array) => {
    const samples = decodeG711('pcma', piece)
    let crossings = 0
    for (let at = 1; at < samples.length; at++) if (samples[at - 1]! < 0 && samples[at]! >= 0) crossings += 1
    return Math.round(((crossings / samples.length) * 8_000) / 100) * 100
  }
  const putDigits = () => {
    for (let digit = 0; digit < 10; digit++) {
      const audio = tone(400 + 100 * digit)
      if (digit < 3) put(`digits/${digit}.wav`, writePcmWav('pcma', audio))
      else if (digit < 6) put(`digits/${digit}.alaw`, audio)
      else if (digit < 8) put(`digits/${digit}.ulaw`, convertG711('pcma', 'pcmu', audio))
      else put(`digits/${digit}.sln`, Buffer.from(decodeG711('pcma', audio).buffer))
    }
  }

  it('is read in the layout of Asterisk packages, in each format that needs no codec', () => {
    putDigits()
    put('greeting.wav', writeG711Wav('pcma', tone(2_000)))
    put('vm-goodbye.wav', writeG711Wav('pcma', tone(2_200)))
    const { pieces, missing } = readFolder(folder)
    expect(missing).toEqual(['name', 'announcement', 'again', 'thanks', 'press'])
    expect(digitNames.map((name) => hzOf(pieces[name]!))).toEqual([
      ...[400, 500, 600, 700, 800, 900, 1_000, 1_100, 1_200, 1_300],
    ])
    expect([hzOf(pieces.greeting!), hzOf(pieces.farewell!)]).toEqual([2_000, 2_200])
  })

  it('is refused with the name of the faulty file', () => {
    putDigits()
    const refused: [string, Uint8Array, RegExp][] = [
      ['digits/4.wav', writeG711Wav('pcma', new Uint8Array(800).fill(0xd5)), /digits\/4: .*not silent/],
      ['digits/4.wav', writeG711Wav('pcma', tone(900).subarray(0, 100)), /digits\/4: .*at least 80 ms/],
      ['digits/4.wav', Buffer.from('no sound at all'), /digits\/4\.wav: not a WAV file/],
      ['digits/4.wav', new Uint8Array(2_100_000), /digits\/4\.wav is over/],
    ]
    for (const [name, bytes, message] of refused) {
      put(name, bytes)
      expect(() => readFolder(folder)).toThrow(message)
    }
    rmSync(join(folder, 'digits/4.wav'))
    rmSync(join(folder, 'digits/4.alaw'))
    expect(() => readFolder(folder)).toThrow(/lacks digits\/4/)
    put('digits/4.gsm', tone(800))
    expect(() => readFolder(folder)).toThrow(
      /digits\/4\.gsm cannot be read: take the wav, alaw, ulaw or sln package/,
    )
  })
})
