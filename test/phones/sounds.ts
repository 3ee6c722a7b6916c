// What whoever answers may say first, in A-law. No word of it is one of the robot's: it is the voice of another language.
import { join } from 'node:path'
import { encodeG711 } from '@ringkey/sip'
import { readVoice } from '../../server/src/telephony/prompts/library.ts'

const english = readVoice(join(import.meta.dirname, '../../server/assets/prompts/en'))

export const pause = (ms: number) => new Uint8Array(ms * 8).fill(0xd5)
export const tone = (hz: number, ms: number) =>
  encodeG711(
    'pcma',
    Int16Array.from({ length: ms * 8 }, (_, at) => 8_000 * Math.sin((2 * Math.PI * hz * at) / 8_000)),
  )
export const hello = Buffer.concat([pause(200), english.press.subarray(0, 800 * 8)])
/** Five seconds without a pause of 0.7 s. */
export const prompt = Buffer.concat([pause(100), english.press, english.thanks]).subarray(0, 5_000 * 8)
export const voicemail = Buffer.concat([prompt, prompt, prompt])
export const facsimile = Buffer.concat([pause(300), tone(2_100, 3_000)])
