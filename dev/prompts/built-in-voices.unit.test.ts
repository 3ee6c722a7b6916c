import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decodeG711 } from '@ringkey/sip'
import { describe, expect, it } from 'vitest'
import { languages as voiceLanguages } from '../../server/src/platform/languages.ts'
import { PromptLibrary, readVoice } from '../../server/src/telephony/prompts/library.ts'
import { wholeSpeech } from '../../server/src/telephony/prompts/speech.ts'
import { languageOfCountry } from '../../server/src/telephony/prompts/voice.ts'
import { loudnessOf } from './loudness.ts'
import { phrases } from './phrases.ts'
import { centsBetween, toneOf } from './pitch.ts'

const assets = (language: string) => join(import.meta.dirname, '../../server/assets/prompts', language)
const linear = (piece: Uint8Array) =>
  Float64Array.from(decodeG711('pcma', piece), (sample) => sample / 32_768)

describe('loudness by EBU R 128', () => {
  it('is that of BS.1770 for its test tone, and of 20 dB less for a tenth of it', () => {
    const tone = (amplitude: number, seconds: number) =>
      Float64Array.from(
        { length: seconds * 8_000 },
        (_, at) => amplitude * Math.sin((at / 8_000) * 2 * Math.PI * 997),
      )
    expect(loudnessOf(tone(1, 2), 8_000)).toBeCloseTo(-3.01, 1)
    expect(loudnessOf(tone(0.1, 2), 8_000)).toBeCloseTo(-23.01, 1)
    expect(loudnessOf(tone(1, 0.25), 8_000)).toBeCloseTo(-3.01, 1)
    // The gate leaves silence out.
    const withPause = new Float64Array(32_000)
    withPause.set(tone(1, 2))
    expect(loudnessOf(withPause, 8_000)).toBeCloseTo(-3.01, 0)
    expect(loudnessOf(new Float64Array(8_000), 8_000)).toBe(Number.NEGATIVE_INFINITY)
  })
})

describe('the built-in voices', () => {
  it('speak the language of the called country, English where there is none of it', () => {
    expect(['RU', 'KZ', 'DE', 'AT', 'BR', 'MX', 'TR', 'JP', 'ZZ', ''].map(languageOfCountry)).toEqual([
      ...['ru', 'kk', 'de', 'de', 'pt', 'es', 'tr', 'en', 'en', 'en'],
    ])
  })

  for (const language of voiceLanguages) {
    it(`${language}: every piece is loud enough, not clipped, trimmed and not too long`, () => {
      const { greeting, digits, lastDigits, again, farewell, thanks, press } = readVoice(assets(language))
      for (const piece of [greeting, again, farewell, thanks, press, ...digits, ...lastDigits]) {
        const samples = decodeG711('pcma', piece)
        const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
        expect(peak).toBeGreaterThan(8_000)
        expect(peak).toBeLessThan(26_000)
        expect(piece.length).toBeGreaterThan(0.2 * 8_000)
        // A tenth of a second without a sound at either end would be a pause that nobody planned.
        for (const end of [samples.subarray(0, 800), samples.subarray(-800)])
          expect(end.some((sample) => Math.abs(sample) > 50)).toBe(true)
      }
      expect(Math.max(...[...digits, ...lastDigits].map(({ length }) => length))).toBeLessThan(8_000)
      expect(greeting.length).toBeLessThan(4 * 8_000)
    })

    it(`${language}: the last digit of a group falls in tone`, () => {
      const { lastDigits } = readVoice(assets(language))
      const cents = lastDigits.map((piece) => {
        const { startHz, endHz } = toneOf(linear(piece), phrases[language].range)
        return Math.round(centsBetween(startHz, endHz))
      })
      expect(cents.filter((each) => each > -50)).toEqual([])
    })

    it(`${language}: no two digits sound the same, and codes of 4 to 10 digits take 9 to 35 seconds in all`, () => {
      const { digits, lastDigits } = readVoice(assets(language))
      const all = [...digits, ...lastDigits].map((digit) => Buffer.from(digit).toString('base64'))
      expect(new Set(all).size).toBe(20)
      const secondsOf = (code: string) =>
        wholeSpeech(new PromptLibrary().speechOf(language, code)).length / 8_000
      expect(secondsOf('4071')).toBeGreaterThan(9)
      expect(secondsOf('4071')).toBeLessThan(18)
      expect(secondsOf('4071985263')).toBeLessThan(35)
    })
  }

  it('are equally loud: within 1 LU over all pieces of all languages', () => {
    const loudness = voiceLanguages.flatMap((language) => {
      const { greeting, digits, lastDigits, again, farewell, thanks, press } = readVoice(assets(language))
      return [greeting, again, farewell, thanks, press, ...digits, ...lastDigits].map((piece) =>
        loudnessOf(linear(piece), 8_000),
      )
    })
    expect(Math.max(...loudness) - Math.min(...loudness)).toBeLessThan(1)
  })

  it('take at most 4 MB of a release, all together', () => {
    const folder = join(import.meta.dirname, '../../server/assets/prompts')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
    expect(files.length).toBeGreaterThan(voiceLanguages.length * 25)
    expect(bytes).toBeLessThan(4_000_000)
  })

  it.each(voiceLanguages)('%s: the licence of the voice stands beside its files', (language) => {
    expect(readFileSync(join(assets(language), 'LICENCE.txt'), 'utf8')).toMatch(/Copyright/i)
    const about = JSON.parse(readFileSync(join(assets(language), 'voice.json'), 'utf8'))
    const { name, readBy } = phrases[language]
    expect(about).toMatchObject({ language, name, readBy, licence: 'LICENCE.txt' })
  })
})
