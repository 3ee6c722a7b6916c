import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Random, randomWord } from '../platform/random.ts'

const nonceLength = 20

/**
 * The cookie of a browser in which somebody has signed in before (OWASP, "Slow Down Online Guessing Attacks with Device
 * Cookies"). Wrong passwords of strangers lock an e-mail for strangers; such a browser is counted by itself. It proves no
 * more than an earlier sign-in, so the password is asked all the same.
 */
export class KnownDevices {
  readonly #key: Buffer
  readonly #random: Random

  constructor(key: Buffer, random: Random) {
    this.#key = key
    this.#random = random
  }

  /** The value of a new cookie for this e-mail. */
  remember(email: string): string {
    const nonce = randomWord(this.#random, nonceLength)
    return `${nonce}.${this.#sign(email, nonce).toString('base64url')}`
  }

  /** The device, when its cookie is ours and of this e-mail. */
  idOf(cookie: string | undefined, email: string): string | undefined {
    const [nonce = '', signature = ''] = (cookie ?? '').split('.')
    const given = Buffer.from(signature, 'base64url')
    const right = this.#sign(email, nonce)
    return given.length === right.length && timingSafeEqual(given, right) ? nonce : undefined
  }

  #sign(email: string, nonce: string): Buffer {
    return createHmac('sha256', this.#key).update(`${email}\n${nonce}`).digest()
  }
}
