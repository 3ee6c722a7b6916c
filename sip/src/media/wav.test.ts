import { describe, expect, it } from 'vitest'
import { decodeG711 } from './g711.ts'
import { readWav, readWavSamples, writeG711Wav, writePcmWav } from './wav.ts'

const audio = Uint8Array.from({ length: 321 }, (_, index) => index % 256)

describe('WAV', () => {
  it('has the header that players expect', () => {
    const file = writeG711Wav('pcmu', audio)
    expect(file.toString('latin1', 0, 4)).toBe('RIFF')
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    expect(file.readUInt16LE(20)).toBe(7)
    expect(file.readUInt32LE(24)).toBe(8000)
    expect(file.length % 2).toBe(0)
  })

  it('skips chunks that it does not know', () => {
    const file = writePcmWav('pcma', audio)
    const list = Buffer.from('LIST\x03\x00\x00\x00abc\x00', 'latin1')
    expect(readWav(Buffer.concat([file.subarray(0, 12), list, file.subarray(12)]), 'pcma')).toEqual(
      readWav(file, 'pcma'),
    )
  })

  const patched = (offset: number, value: number) => {
    const file = writePcmWav('pcma', audio)
    file.writeUInt16LE(value, offset)
    return file
  }

  it.each([
    ['a text', Buffer.from('hello, this is no sound at all'), 'not a WAV file'],
    ['stereo', patched(22, 2), 'must be mono'],
    ['44.1 kHz', patched(24, 44100), 'must be mono at 8000 Hz'],
    ['24 bits', patched(34, 24), 'not 16-bit'],
    ['MP3 inside', patched(20, 85), 'WAV format 85'],
    ['nothing after the head', writePcmWav('pcma', audio).subarray(0, 36), 'without format or data'],
    ['a file that is too large', Buffer.alloc(20_000_000), 'is over'],
  ])('is refused with the reason: %s', (_, file, message) => {
    expect(() => readWav(file, 'pcma')).toThrow(message)
  })
})

describe('WAV of other programs', () => {
  function fileOf(
    tag: number,
    bits: number,
    channels: number,
    values: readonly number[],
    extension?: number,
  ) {
    const bytes = bits / 8
    const data = Buffer.alloc(values.length * bytes)
    for (const [index, value] of values.entries()) {
      if (tag === 3 || extension === 3) data.writeFloatLE(value, index * bytes)
      else if (bits === 8) data[index] = 128 + value * 128
      else data.writeIntLE(value * 2 ** (bits - 1), index * bytes, bytes)
    }
    const format = Buffer.alloc(extension === undefined ? 16 : 40)
    format.writeUInt16LE(tag, 0)
    format.writeUInt16LE(channels, 2)
    format.writeUInt32LE(44_100, 4)
    format.writeUInt16LE(bits, 14)
    if (extension !== undefined) format.writeUInt16LE(extension, 24)
    const chunk = (name: string, content: Buffer) => {
      const head = Buffer.alloc(8)
      head.write(name, 'latin1')
      head.writeUInt32LE(content.length, 4)
      return Buffer.concat([head, content])
    }
    const body = Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', data)])
    return chunk('RIFF', body)
  }

  it.each([
    ['8 bits', fileOf(1, 8, 1, [0.5, -0.25])],
    ['16 bits', fileOf(1, 16, 1, [0.5, -0.25])],
    ['24 bits', fileOf(1, 24, 1, [0.5, -0.25])],
    ['32 bits', fileOf(1, 32, 1, [0.5, -0.25])],
    ['floating', fileOf(3, 32, 1, [0.5, -0.25])],
    ['a longer format chunk', fileOf(0xff_fe, 24, 1, [0.5, -0.25], 1)],
    ['two channels', fileOf(1, 16, 2, [0.75, 0.25, -0.5, 0])],
    ['floating with two channels', fileOf(0xff_fe, 32, 2, [0.75, 0.25, -0.5, 0], 3)],
  ])('is read from -1 to 1 as one channel: %s', (_, file) => {
    expect(readWavSamples(file)).toEqual({ rateHz: 44_100, samples: Float32Array.of(0.5, -0.25) })
  })

  it('is read where it is G.711, as our own are', () => {
    const { rateHz, samples } = readWavSamples(writeG711Wav('pcma', audio))
    expect(rateHz).toBe(8_000)
    expect([...samples]).toEqual([...decodeG711('pcma', audio)].map((sample) => sample / 32_768))
  })

  it.each([
    ['three channels', fileOf(1, 16, 3, [0, 0, 0]), 'must be mono or stereo'],
    ['12 bits', fileOf(1, 16, 1, [0]).fill(12, 34, 35), 'is not linear'],
    ['a text', Buffer.from('hello, this is no sound at all'), 'not a WAV file'],
  ])('is refused with the reason: %s', (_, file, message) => {
    expect(() => readWavSamples(file)).toThrow(message)
  })
})
