// The numbering of a running service. It answers from the snapshots in the data folder, and from newer ones as soon as
// they are imported.
import { join } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { createNumbering, type SwappableNumbering } from './numbering.ts'
import type { LookupService } from './porting/lookup-service.ts'
import { portedSetOf, portingStore } from './porting/porting-snapshot.ts'
import { indexOf, registryStore } from './registry/registry-snapshot.ts'
import { followPublished } from './snapshots/follow-published.ts'
import type { SnapshotRepository } from './snapshots/snapshot-repository.ts'
import { watchSnapshots } from './snapshots/watch-snapshots.ts'

export interface OpenNumberingOptions {
  readonly dataFolder: string
  readonly timers: Pick<Clock, 'after'>
  readonly lookup?: LookupService
  /** Where several nodes share snapshots; without it only the folder is used. */
  readonly repository?: SnapshotRepository | undefined
  /** Called when something cannot be used, so that the old data stays in use; a sentence for the log. */
  onProblem(message: string): void
  /** Called with the name of a snapshot that came into use. */
  onSnapshot?(name: string): void
}

export interface OpenNumbering {
  readonly numbering: SwappableNumbering
  /** When the data in use was imported, in Unix milliseconds, by kind; a kind that was never imported is absent. */
  readonly snapshotTimes: ReadonlyMap<'registry' | 'porting', number>
  /** Looks for new snapshots now instead of within a second. */
  look(): Promise<void>
  /** Another node may have published a snapshot: fetches it and loads it. */
  follow(): Promise<void>
  close(): void
}

/** The folders of the numbering data inside the data folder. */
export function numberingStores(dataFolder: string, repository?: SnapshotRepository) {
  return {
    registry: registryStore(join(dataFolder, 'registry'), repository),
    porting: portingStore(join(dataFolder, 'porting'), repository),
  }
}

/** Never fails: without a usable snapshot it answers from the seed. */
export async function openNumbering(options: OpenNumberingOptions): Promise<OpenNumbering> {
  const { timers, onProblem, lookup } = options
  const numbering = createNumbering(lookup === undefined ? {} : { answered: lookup.answered })
  const { registry, porting } = numberingStores(options.dataFolder, options.repository)
  const snapshotTimes = new Map<'registry' | 'porting', number>()
  const watches = [
    watchSnapshots({
      store: registry,
      timers,
      onProblem,
      use(name, content) {
        numbering.use({ registry: indexOf(content) })
        snapshotTimes.set('registry', Date.parse(content.meta.importedAt))
        options.onSnapshot?.(name)
      },
    }),
    watchSnapshots({
      store: porting,
      timers,
      onProblem,
      use(name, content) {
        numbering.use({ porting: portedSetOf(content) })
        snapshotTimes.set('porting', Date.parse(content.meta.importedAt))
        options.onSnapshot?.(name)
      },
    }),
  ]
  const look = async () => {
    await Promise.all(watches.map((watch) => watch.look()))
  }
  const following = followPublished({
    stores: [registry, porting],
    timers,
    onProblem,
    async onPulled(isReplaced) {
      await Promise.all(watches.map((watch) => (isReplaced ? watch.lookAfresh() : watch.look())))
    },
  })
  await following.follow()
  await look()
  return {
    numbering,
    snapshotTimes,
    look,
    follow: () => following.follow(),
    close() {
      following.stop()
      for (const watch of watches) watch.stop()
    },
  }
}
