import type { Clock } from '../../platform/clock.ts'
import type { NodeStore } from '../../storage/queries/nodes.ts'
import type { TrunkShares } from './trunk-shares.ts'

/** After the death of a node another one registers its trunks within this time plus one interval. */
const registrationLeaseMs = 8_000

export interface RegistrationLeaseDeps {
  readonly store: Pick<NodeStore, 'takeLease'>
  readonly clock: Clock
  readonly trunks: TrunkShares
  /** The set of trunks that this node registers has changed. */
  onChange(): void
}

/** Of the nodes that share a trunk one registers it: a carrier sends incoming calls to the newest contact. */
export class RegistrationLeases {
  readonly #deps: RegistrationLeaseDeps
  /** When our lease of a trunk ends by our own clock, counted from the request: before the store gives it to others. */
  readonly #endsAtMs = new Map<string, number>()

  constructor(deps: RegistrationLeaseDeps) {
    this.#deps = deps
  }

  async look(): Promise<void> {
    const { store, clock, trunks } = this.#deps
    const wanted = trunks.all.filter(({ settings }) => settings.enabled && settings.register)
    const names = new Set(wanted.map(({ name }) => name))
    for (const name of this.#endsAtMs.keys()) if (!names.has(name)) this.#endsAtMs.delete(name)
    try {
      for (const name of names) {
        const askedAtMs = clock.monotonicMs()
        const lease = { name: `register:${name}`, forMs: registrationLeaseMs, at: clock.now() }
        if (await store.takeLease(lease)) this.#endsAtMs.set(name, askedAtMs + registrationLeaseMs)
        else this.#endsAtMs.delete(name)
      }
    } finally {
      // Also when the store is down: our leases are valid until they end, and no longer.
      const nowMs = clock.monotonicMs()
      for (const [name, endsAtMs] of this.#endsAtMs) if (nowMs >= endsAtMs) this.#endsAtMs.delete(name)
      if (trunks.register(new Set(this.#endsAtMs.keys()))) this.#deps.onChange()
    }
  }
}
