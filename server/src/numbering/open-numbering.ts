// The numbering of a running service. It answers from the imported snapshots, and from newer ones as soon as they are
// imported.
import type { Clock } from '../platform/clock.ts'
import { createNumbering, type NumberingSources } from './numbering.ts'
import type { LookupService } from './porting/lookup-service.ts'
import { portedSetOf, portingStore } from './porting/porting-snapshot.ts'
import { indexOf, registryStore } from './registry/registry-snapshot.ts'
import { followSnapshots } from './snapshots/follow-snapshots.ts'
import type { SnapshotContent } from './snapshots/snapshot-content.ts'
import type { SnapshotRepository } from './snapshots/snapshot-repository.ts'
import type { SnapshotStore } from './snapshots/snapshot-store.ts'

export interface OpenNumberingOptions {
  readonly repository: SnapshotRepository
  readonly timers: Pick<Clock, 'after'>
  readonly lookup?: LookupService | undefined
  /** Called when something cannot be used, so that the old data stays in use; a sentence for the log. */
  onProblem(message: string): void
  /** Called with the name of a snapshot that came into use. */
  onSnapshot?(name: string): void
}

export function numberingStores(repository: SnapshotRepository) {
  return { registry: registryStore(repository), porting: portingStore(repository) }
}

/** Never fails: without a usable snapshot it answers from the seed. */
export async function openNumbering(options: OpenNumberingOptions) {
  const { timers, onProblem, lookup } = options
  const numbering = createNumbering(lookup === undefined ? {} : { answered: lookup.answered })
  const { registry, porting } = numberingStores(options.repository)
  const snapshotTimes = new Map<'registry' | 'porting', number>()
  const followOf = <Meta extends { readonly importedAt: string }>(
    kind: 'registry' | 'porting',
    store: SnapshotStore<Meta>,
    sourceOf: (content: SnapshotContent<Meta>) => NumberingSources['registry' | 'porting'],
  ) =>
    followSnapshots({
      store,
      timers,
      onProblem,
      use(name, content) {
        numbering.use({ [kind]: sourceOf(content) })
        snapshotTimes.set(kind, Date.parse(content.meta.importedAt))
        options.onSnapshot?.(name)
      },
    })
  const followed = [followOf('registry', registry, indexOf), followOf('porting', porting, portedSetOf)]
  const follow = async () => {
    await Promise.all(followed.map((each) => each.follow()))
  }
  await follow()
  return {
    numbering,
    /** When the data in use was imported, in Unix milliseconds, by kind; a kind that was never imported is absent. */
    snapshotTimes: snapshotTimes as ReadonlyMap<'registry' | 'porting', number>,
    /** A snapshot may have been imported, here or on another node: loads it. */
    follow,
    close() {
      for (const each of followed) each.stop()
    },
  }
}
