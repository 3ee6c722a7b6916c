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

/**
 * Of the nodes that share a trunk one registers it: a carrier sends incoming calls to the newest contact. The returned
 * function looks at the leases; to be called every second.
 */
export function registrationLeases({ store, clock, trunks, onChange }: RegistrationLeaseDeps) {
  /** When our lease of a trunk ends by our own clock, counted from the request: before the store gives it to others. */
  const endsAtMs = new Map<string, number>()
  return async (): Promise<void> => {
    const wanted = trunks.all.filter(({ settings }) => settings.enabled && settings.register)
    const names = new Set(wanted.map(({ name }) => name))
    for (const name of endsAtMs.keys()) if (!names.has(name)) endsAtMs.delete(name)
    try {
      for (const name of names) {
        const askedAtMs = clock.monotonicMs()
        const lease = { name: `register:${name}`, forMs: registrationLeaseMs, at: clock.now() }
        if (await store.takeLease(lease)) endsAtMs.set(name, askedAtMs + registrationLeaseMs)
        else endsAtMs.delete(name)
      }
    } finally {
      // Also when the store is down: our leases are valid until they end, and no longer.
      const nowMs = clock.monotonicMs()
      for (const [name, endMs] of endsAtMs) if (nowMs >= endMs) endsAtMs.delete(name)
      if (trunks.register(new Set(endsAtMs.keys()))) onChange()
    }
  }
}
