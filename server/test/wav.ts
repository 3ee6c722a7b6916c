/** How a test makes a WAV file: a tone between two pauses. */
export interface TestWav {
  readonly hz?: number
  readonly seconds?: number
  /** Before and after the tone. */
  readonly pauseSeconds?: number
  /** Above 1 the tone is clipped. */
  readonly amplitude?: number
  readonly rateHz?: number
  readonly channels?: number
}

export function wavOf({
  hz = 440,
  seconds = 0.5,
  pauseSeconds = 0.3,
  amplitude = 0.3,
  rateHz = 16_000,
  channels = 1,
}: TestWav = {}): Buffer {
  const pause = Math.round(pauseSeconds * rateHz)
  const frames = 2 * pause + Math.round(seconds * rateHz)
  const data = Buffer.alloc(frames * channels * 2)
  for (let frame = pause; frame < frames - pause; frame++) {
    const level = amplitude * Math.sin((2 * Math.PI * hz * frame) / rateHz)
    const sample = Math.round(Math.max(-1, Math.min(1, level)) * 32_767)
    for (let channel = 0; channel < channels; channel++)
      data.writeInt16LE(sample, (frame * channels + channel) * 2)
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rateHz, 24)
  head.writeUInt32LE(rateHz * channels * 2, 28)
  head.writeUInt16LE(channels * 2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

export const base64Wav = (wav?: TestWav) => wavOf(wav).toString('base64')
