import { describe, expect, it } from 'vitest'
import { readWav, writeG711Wav, writePcmWav } from './wav.ts'

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
