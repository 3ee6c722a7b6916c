// Not a speech recogniser: each digit, as the phone hears it (coded, and with packets lost), is compared with the recordings
// of all digits. It shows that the way to the phone keeps digits apart, not that a person understands the voice.
// A recogniser would have to get human recordings right first. Debian's pocketsphinx with its English model, which is for
// 16 kHz, heard 7 of 10 digits of asterisk-core-sounds-en at 8 kHz (of ours 9 of 10), so it is no judge; others have no model
// of these languages there.
import { join } from 'node:path'
import { convertG711, decodeG711 } from '@ringkey/sip'
import { expect, it } from 'vitest'
import { G722Decoder, G722Encoder } from '../../../../sip/src/media/g722.ts'
import { languages } from '../../platform/languages.ts'
import { readVoice } from './library.ts'

const codecs: Readonly<Record<string, (aLaw: Uint8Array) => Uint8Array>> = {
  'A-law': (aLaw) => aLaw,
  'mu-law': (aLaw) => convertG711('pcmu', 'pcma', convertG711('pcma', 'pcmu', aLaw)),
  'G.722': (aLaw) => new G722Decoder().decode(new G722Encoder().encode(aLaw)),
}

const packetBytes = 160
/** Every tenth packet is lost, and heard as silence. */
function withLosses(aLaw: Uint8Array): Uint8Array {
  return aLaw.map((byte, at) => (Math.floor(at / packetBytes) % 10 === 5 ? 0xd5 : byte))
}

/** -1 to 1: how alike two sounds are from their start on. */
function likeness(one: Int16Array, other: Int16Array): number {
  let [both, ofOne, ofOther] = [0, 0, 0]
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0]
    both += a * b
    ofOne += a * a
    ofOther += b * b
  }
  return both / Math.sqrt(ofOne * ofOther)
}

it.each(languages.flatMap((language) => Object.keys(codecs).map((codec) => [language, codec] as const)))(
  'digits in %s over %s, every tenth packet lost: each is like its own recording, and unlike all others',
  (language, codec) => {
    const { digits, lastDigits } = readVoice(join(import.meta.dirname, '../../../assets/prompts', language))
    const recorded = [...digits, ...lastDigits]
    const samples = recorded.map((piece) => decodeG711('pcma', piece))
    for (const [index, piece] of recorded.entries()) {
      const heard = decodeG711('pcma', withLosses(codecs[codec]!(piece)))
      const scores = samples.map((source) => likeness(heard, source))
      const others = scores.filter((_, other) => other % 10 !== index % 10)
      expect(scores[index]).toBeGreaterThan(0.85)
      expect(Math.max(...others)).toBeLessThan(0.5)
    }
  },
)
