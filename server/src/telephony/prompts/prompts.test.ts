import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { convertG711, decodeG711, writeG711Wav, writePcmWav } from '@ringkey/sip'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languages } from '../../platform/languages.ts'
import { importPrompts } from './import-prompts.ts'
import { groupsOf, PromptLibrary, readVoice } from './library.ts'
import { composeSpeech, wholeSpeech } from './speech.ts'
import type { Voice } from './voice.ts'

/** A distinct sound: 0.1 s of one A-law level. */
const sound = (level: number) => new Uint8Array(800).fill(level)

const voice: Voice = {
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

  it('leaves out pieces that an operator has not recorded', () => {
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

describe('recordings of the operator', () => {
  let folder: string
  let data: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ringkey-prompts-'))
    data = join(folder, 'data')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const put = (name: string, bytes: Uint8Array) => {
    const file = join(folder, 'package', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  const putDigits = () => {
    for (const digit of voice.digits.keys()) {
      const audio = voice.digits[digit]!
      if (digit < 3) put(`digits/${digit}.wav`, writePcmWav('pcma', audio))
      else if (digit < 6) put(`digits/${digit}.alaw`, audio)
      else if (digit < 8) put(`digits/${digit}.ulaw`, convertG711('pcma', 'pcmu', audio))
      else put(`digits/${digit}.sln`, Buffer.from(decodeG711('pcma', audio).buffer))
    }
  }
  const take = () => importPrompts({ from: join(folder, 'package'), language: 'ru', dataFolder: data })

  it('are imported in the layout of Asterisk packages and used instead of the built-in ones', () => {
    putDigits()
    put('greeting.wav', writeG711Wav('pcma', voice.greeting))
    put('vm-goodbye.wav', writeG711Wav('pcma', voice.farewell))
    expect(take().missing).toEqual(['announcement', 'again', 'thanks', 'press'])
    const code = [0x29, 0x20, 0x23, 0x25]
    expect(heard(wholeSpeech(new PromptLibrary(data).speechOf('ru', '9035')))).toEqual([
      0x10,
      ...code,
      ...code,
      0x12,
    ])
    expect(new PromptLibrary(data).speechOf('en', '1')).toEqual(
      new PromptLibrary(undefined).speechOf('en', '1'),
    )
  })

  it('thank callers and ask for a key; a question that is not recorded is asked by the built-in voice', () => {
    putDigits()
    put('thanks.wav', writeG711Wav('pcma', voice.thanks))
    put('press.wav', writeG711Wav('pcma', voice.press))
    take()
    const library = new PromptLibrary(data)
    expect(heard(library.thanksOf('ru')!.bytes)).toEqual([0x13])
    expect(heard(library.speechOf('ru', '7').press.bytes)).toEqual([0x14])
    for (const name of ['thanks.wav', 'press.wav']) rmSync(join(folder, 'package', name))
    take()
    expect(library.thanksOf('ru')).toBeUndefined()
    expect(library.speechOf('ru', '7').press).toEqual(new PromptLibrary(undefined).speechOf('ru', '7').press)
  })

  it('are used in the next call of a running service, until they are removed', () => {
    const library = new PromptLibrary(data)
    const builtIn = library.speechOf('ru', '7')
    putDigits()
    take()
    expect(heard(library.speechOf('ru', '7').code.bytes)).toEqual([0x27])
    rmSync(join(data, 'prompts', 'ru', 'digits'), { recursive: true })
    expect(heard(library.speechOf('ru', '7').code.bytes)).toEqual([0x27])
    rmSync(join(data, 'prompts', 'ru'), { recursive: true })
    expect(library.speechOf('ru', '7')).toEqual(builtIn)
  })

  it('replace earlier ones completely', () => {
    putDigits()
    put('again.wav', writeG711Wav('pcma', voice.again))
    take()
    rmSync(join(folder, 'package', 'again.wav'))
    expect(take().missing).toEqual([...['greeting', 'announcement', 'again', 'farewell', 'thanks', 'press']])
    expect(readVoice(join(data, 'prompts', 'ru')).again.length).toBe(0)
  })

  it('are refused with the name of the faulty file, and nothing is changed', () => {
    putDigits()
    take()
    const refused: [string, Uint8Array, RegExp][] = [
      ['digits/4.wav', writeG711Wav('pcma', new Uint8Array(800).fill(0xd5)), /digits\/4 is silent/],
      ['digits/4.wav', writeG711Wav('pcma', sound(0x10).subarray(0, 100)), /digits\/4 is shorter than/],
      ['digits/4.wav', Buffer.from('no sound at all'), /digits\/4\.wav: not a WAV file/],
      ['digits/4.wav', new Uint8Array(300_000), /digits\/4\.wav is over/],
    ]
    for (const [name, bytes, message] of refused) {
      put(name, bytes)
      expect(take).toThrow(message)
    }
    rmSync(join(folder, 'package', 'digits/4.wav'))
    rmSync(join(folder, 'package', 'digits/4.alaw'))
    expect(take).toThrow(/lacks digits\/4/)
    put('digits/4.gsm', sound(1))
    expect(take).toThrow(/digits\/4\.gsm cannot be read: take the wav, alaw, ulaw or sln package/)
    expect(heard(new PromptLibrary(data).speechOf('ru', '4').code.bytes)).toEqual([0x24])
  })
})
