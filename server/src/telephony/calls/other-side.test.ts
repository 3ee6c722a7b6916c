import { join } from 'node:path'
import { decodeG711 } from '@ringkey/sip'
import { expect, it } from 'vitest'
import { readVoice } from '../prompts/library.ts'
import { OtherSide } from './other-side.ts'

const voice = readVoice(join(import.meta.dirname, '../../../assets/prompts/en'))
const speech = decodeG711('pcma', voice.press)
const silence = (ms: number) => new Int16Array(ms * 8)
const noise = (ms: number, peak: number) =>
  Int16Array.from({ length: ms * 8 }, (_, at) => peak * Math.sin(at * at * 0.37 + at))
const tone = (hz: number, ms: number) =>
  Int16Array.from({ length: ms * 8 }, (_, at) => 6_000 * Math.sin((2 * Math.PI * hz * at) / 8_000))
const mixed = (one: Int16Array, other: Int16Array) => one.map((sample, at) => sample + (other[at] ?? 0))

/** What is known after each packet of 20 ms, from time 0. */
function heard(...sounds: readonly Int16Array[]) {
  const other = new OtherSide()
  const states: string[] = []
  let longestMs = 0
  const all = sounds.flatMap((sound) => [...sound])
  for (let start = 0; start + 160 <= all.length; start += 160) {
    const atMs = start / 8 + 20
    other.take(Int16Array.from(all.slice(start, start + 160)), atMs)
    states.push(other.state(atMs))
    longestMs = Math.max(longestMs, other.runMs(atMs))
  }
  /** The times at which the state changes. */
  const changes = states.flatMap((state, at) => (state === states[at - 1] ? [] : [`${state} ${at * 20}`]))
  return { other, changes, longestMs }
}

it('other side: silence, hum of a line and clicks are quiet', () => {
  const click = [silence(500), noise(20, 20_000), silence(500)]
  for (const sounds of [[silence(3_000)], [noise(3_000, 300)], [noise(3_000, 3_000)], click]) {
    const { changes, other } = heard(...sounds)
    expect([changes, other.hasSpoken]).toEqual([['quiet 0'], false])
  }
})

it('other side: a hello is talking, and quiet after a breath', () => {
  const { changes, other } = heard(silence(300), speech.subarray(0, 800 * 8), silence(1_000))
  expect(changes).toHaveLength(3)
  expect(changes.map((change) => change.split(' ')[0])).toEqual(['quiet', 'talking', 'quiet'])
  expect(Number(changes[2]!.split(' ')[1])).toBeLessThanOrEqual(300 + 800 + 440)
  expect([other.hasSpokenLong, other.isTone]).toEqual([false, false])
})

it('other side: whoever speaks for a second and a half is let finish, until a longer pause', () => {
  const { changes, other, longestMs } = heard(speech, silence(1_500))
  const last = changes.at(-1)!.split(' ')
  expect([changes.at(-2)!.split(' ')[0], last[0], other.hasSpokenLong]).toEqual(['long', 'quiet', true])
  expect(Number(last[1])).toBeGreaterThan(speech.length / 8 + 400)
  expect(longestMs).toBeGreaterThan(3_000)
})

it('other side: speech is heard over the noise of a street', () => {
  const { other, longestMs } = heard(noise(600, 800), mixed(speech, noise(speech.length / 8, 800)))
  expect([other.hasSpokenLong, longestMs > 1_500]).toEqual([true, true])
})

it('other side: only the two tones of facsimile machines are such tones', () => {
  expect([1_100, 2_100].map((hz) => heard(tone(hz, 450)).other.isTone)).toEqual([true, true])
  expect([425, 1_000, 1_400, 1_800].map((hz) => heard(tone(hz, 2_000)).other.isTone)).toEqual([
    ...[false, false, false, false],
  ])
  expect([heard(tone(2_100, 300)).other.isTone, heard(speech).other.isTone]).toEqual([false, false])
})
