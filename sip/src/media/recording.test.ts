import { describe, expect, it } from 'vitest'
import { decodeG711, silenceByte } from './g711.ts'
import { Recording } from './recording.ts'
import { readWav } from './wav.ts'

const frame = (value: number) => new Uint8Array(160).fill(value)

describe('recording', () => {
  it('fills missing packets with silence, across the wrap of the timestamp', () => {
    const recording = new Recording('pcma')
    recording.add(frame(1), 0xffffff60)
    recording.add(frame(3), 160)
    const audio = recording.audio()
    expect(audio.length).toBe(480)
    expect([audio[0], audio[160], audio[320]]).toEqual([1, silenceByte.pcma, 3])
  })

  it('does not grow when a peer starts a new RTP clock', () => {
    const recording = new Recording('pcma')
    recording.add(frame(1), 0)
    recording.add(frame(2), 50_000_000)
    recording.add(frame(3), 50_000_160)
    expect(recording.audio().length).toBe(480)
  })

  it('keeps no more than its limit', () => {
    const recording = new Recording('pcmu', 1)
    for (let index = 0; index < 100; index++) recording.add(frame(index), index * 160)
    expect(recording.seconds).toBe(1)
    expect(recording.audio().at(-1)).toBe(49)
  })

  it('gives a WAV file that reads back, in both formats', () => {
    const recording = new Recording('pcma')
    for (let index = 0; index < 400; index++) recording.add(frame(index % 256), index * 160)
    expect(readWav(recording.wav(), 'pcma')).toEqual(recording.audio())
    const linear = readWav(recording.wav('pcm'), 'pcma')
    expect(decodeG711('pcma', linear)).toEqual(decodeG711('pcma', recording.audio()))
  })
})
