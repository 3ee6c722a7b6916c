import { deriveRootKey, type RootKey } from './keyring.ts'
import type { Random } from './random.ts'
import { Sealer } from './sealing.ts'

/**
 * The root secrets of this process: the one of RINGKEY_SECRET and, while it replaces another, that one too. The store
 * says which of them seals, so that all nodes change over together; both open.
 */
export class RootSecrets {
  readonly sealer: Sealer
  /** The one of RINGKEY_SECRET. */
  readonly own: RootKey
  readonly previous: RootKey | undefined
  #inUse: RootKey

  constructor(secret: Buffer, previous: Buffer | undefined, random: Random) {
    this.own = deriveRootKey(secret)
    this.previous = previous && deriveRootKey(previous)
    this.#inUse = this.own
    this.sealer = new Sealer(this.own.sealing, random, this.previous?.sealing)
  }

  /** The fingerprints of all of them; first of the one that seals. */
  get fingerprints(): readonly string[] {
    const all = [this.own, this.previous].flatMap((key) => key?.fingerprint ?? [])
    return [this.#inUse.fingerprint, ...all.filter((fingerprint) => fingerprint !== this.#inUse.fingerprint)]
  }

  /** Seals with the secret of this fingerprint from now on; false when it is none of ours. */
  use(fingerprint: string): boolean {
    const wanted = [this.own, this.previous].find((key) => key?.fingerprint === fingerprint)
    if (wanted === undefined) return false
    this.#inUse = wanted
    this.sealer.sealWith(wanted.sealing)
    return true
  }
}
