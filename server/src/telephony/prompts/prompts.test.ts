import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { convertG711, decodeG711, writeG711Wav, writePcmWav } from '@ringkey/sip'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importPrompts } from './import-prompts.ts'
import { PromptLibrary, readVoice } from './library.ts'
import { composeSpeech } from './speech.ts'
import { languageOfCountry, type Voice, voiceLanguages } from './voice.ts'

const assets = (language: string) => join(import.meta.dirname, '../../../assets/prompts', language)
/** A distinct sound: 0.1 s of one A-law level. */
const sound = (level: number) => new Uint8Array(800).fill(level)

const voice: Voice = {
  greeting: sound(0x10),
  digits: Array.from({ length: 10 }, (_, digit) => sound(0x20 + digit)),
  again: sound(0x11),
  farewell: sound(0x12),
}

/** The sounds in playback order; 213 is silence. */
function heard(audio: Uint8Array): number[] {
  return [...audio].filter((level, at) => level !== 0xd5 && level !== audio[at - 1])
}

describe('the speech of a code', () => {
  it('is greeting, code, again, code, farewell', () => {
    const { first, second } = composeSpeech(voice, '0972')
    expect(heard(first)).toEqual([0x10, 0x20, 0x29, 0x27, 0x22])
    expect(heard(second)).toEqual([0x11, 0x20, 0x29, 0x27, 0x22, 0x12])
  })

  it('separates two equal digits by a pause of at least 0.2 s', () => {
    const digits = composeSpeech({ ...voice, greeting: new Uint8Array() }, '11').first
    expect(digits.filter((level) => level === 0xd5).length).toBeGreaterThanOrEqual(1_600)
    expect(heard(digits)).toEqual([0x21, 0x21])
  })

  it('leaves out pieces that an operator has not recorded', () => {
    const none = new Uint8Array()
    const { first, second } = composeSpeech({ ...voice, greeting: none, again: none, farewell: none }, '42')
    expect([heard(first), heard(second)]).toEqual([
      [0x24, 0x22],
      [0x24, 0x22],
    ])
  })

  it('refuses a text that is not a code', () => {
    expect(() => composeSpeech(voice, '12a4')).toThrow(RangeError)
  })
})

describe('the built-in voices', () => {
  it('speak Russian to Russia, Kazakh to Kazakhstan, English elsewhere', () => {
    expect(['RU', 'KZ', 'DE'].map(languageOfCountry)).toEqual(['ru', 'kk', 'en'])
  })

  for (const language of voiceLanguages) {
    it(`${language}: every piece is loud enough, not clipped and not too long`, () => {
      const { greeting, digits, again, farewell } = readVoice(assets(language))
      for (const piece of [greeting, again, farewell, ...digits]) {
        const peak = decodeG711('pcma', piece).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
        expect(peak).toBeGreaterThan(16_000)
        expect(peak).toBeLessThan(26_000)
        expect(piece.length).toBeGreaterThan(0.2 * 8_000)
      }
      expect(Math.max(...digits.map(({ length }) => length))).toBeLessThan(8_000)
      expect(greeting.length).toBeLessThan(4 * 8_000)
    })

    it(`${language}: no two digits sound the same, and a code takes 9 to 18 seconds in all`, () => {
      const { digits } = readVoice(assets(language))
      expect(new Set(digits.map((digit) => Buffer.from(digit).toString('base64'))).size).toBe(10)
      const { first, second } = new PromptLibrary(undefined).speechOf(language, '4071')
      const seconds = (first.length + second.length) / 8_000
      expect(seconds).toBeGreaterThan(9)
      expect(seconds).toBeLessThan(18)
    })
  }
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
    expect(take().missing).toEqual(['again'])
    const { first, second } = new PromptLibrary(data).speechOf('ru', '9035')
    expect(heard(first)).toEqual([0x10, 0x29, 0x20, 0x23, 0x25])
    expect(heard(second)).toEqual([0x29, 0x20, 0x23, 0x25, 0x12])
    expect(new PromptLibrary(data).speechOf('en', '1')).toEqual(
      new PromptLibrary(undefined).speechOf('en', '1'),
    )
  })

  it('are used in the next call of a running service, until they are removed', () => {
    const library = new PromptLibrary(data)
    const builtIn = library.speechOf('ru', '7')
    putDigits()
    take()
    expect(heard(library.speechOf('ru', '7').first)).toEqual([0x27])
    rmSync(join(data, 'prompts', 'ru', 'digits'), { recursive: true })
    expect(heard(library.speechOf('ru', '7').first)).toEqual([0x27])
    rmSync(join(data, 'prompts', 'ru'), { recursive: true })
    expect(library.speechOf('ru', '7')).toEqual(builtIn)
  })

  it('replace earlier ones completely', () => {
    putDigits()
    put('again.wav', writeG711Wav('pcma', voice.again))
    take()
    rmSync(join(folder, 'package', 'again.wav'))
    expect(take().missing).toEqual(['greeting', 'again', 'farewell'])
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
    expect(heard(new PromptLibrary(data).speechOf('ru', '4').first)).toEqual([0x24])
  })
})
