import { shortHmac } from '../platform/sha256.ts'

/** All digits but the three before the last four: `79001231010` -> `7900***1010`. */
export function maskPhone(e164: string): string {
  return `${e164.slice(0, -7)}***${e164.slice(-4)}`
}

/** Keyed hashes of phone numbers: besides the mask, the only stored form of a number. */
export class PhoneHasher {
  #lastRecovery: Promise<void> = Promise.resolve()

  /** HMAC-SHA-256 of E.164 digits. */
  readonly hash: (e164: string) => Buffer

  constructor(key: Buffer) {
    this.hash = shortHmac(key)
  }

  /**
   * A mask leaves a thousand candidates, and the hash identifies the right one. A search takes up to two milliseconds,
   * so only one runs per turn of the event loop: a hundred webhooks that are due together do not delay requests.
   */
  async recover(mask: string, hash: Uint8Array): Promise<string | undefined> {
    this.#lastRecovery = this.#lastRecovery.then(nextTurn)
    await this.#lastRecovery
    for (let hidden = 0; hidden < 1000; hidden++) {
      const candidate = mask.replace('***', String(hidden).padStart(3, '0'))
      if (this.hash(candidate).equals(hash)) return candidate
    }
    return undefined
  }
}

/** 66 bits: of a million calling numbers no two have the same callerHash. */
const markCharacters = 11

/** The callerHash of a calling number. It depends on whether the code of the call is stored beside it. */
export type CallerHashes = (callerNumber: string, isCodeHidden: boolean) => string

/**
 * Names calling numbers in stored counts. The number itself would tell the code of a flash call that somebody still has
 * to type. Calls whose code is not stored have hashes of their own: otherwise a call of `/v1.0` from the same number, which
 * has the code beside its callerHash, would tell it.
 */
export function callerHashes(key: Buffer): CallerHashes {
  const hmac = shortHmac(key)
  return (callerNumber, isCodeHidden) =>
    hmac(isCodeHidden ? `hidden ${callerNumber}` : callerNumber)
      .toString('base64url')
      .slice(0, markCharacters)
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
