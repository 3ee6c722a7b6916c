// The numbering of a running service: answers from the snapshots in the data folder, and from newer ones as
// soon as they are imported.
import { join } from 'node:path'
import { createNumbering, type SwappableNumbering } from './numbering.ts'
import type { LookupService } from './porting/lookup-service.ts'
import { portedSetOf, portingStore } from './porting/porting-snapshot.ts'
import { indexOf, registryStore } from './registry/registry-snapshot.ts'
import { watchSnapshots } from './snapshots/watch-snapshots.ts'
import type { Timers } from './timers.ts'

export interface OpenNumberingOptions {
  readonly dataFolder: string
  readonly timers: Timers
  readonly lookup?: LookupService
  /** Something cannot be used and what was in use stays; a sentence for the log. */
  onProblem(message: string): void
  /** A snapshot came into use; its name. */
  onSnapshot?(name: string): void
}

export interface OpenNumbering {
  readonly numbering: SwappableNumbering
  /** Looks for new snapshots now instead of within a second. */
  look(): Promise<void>
  close(): void
}

/** Where the data folder keeps what. */
export function numberingStores(dataFolder: string) {
  return {
    registry: registryStore(join(dataFolder, 'registry')),
    porting: portingStore(join(dataFolder, 'porting')),
  }
}

/** Never fails: without a usable snapshot it answers from the seed. */
export async function openNumbering(options: OpenNumberingOptions): Promise<OpenNumbering> {
  const { timers, onProblem, lookup } = options
  const numbering = createNumbering(lookup === undefined ? {} : { answered: lookup.answered })
  const { registry, porting } = numberingStores(options.dataFolder)
  const watches = [
    watchSnapshots({
      store: registry,
      timers,
      onProblem,
      use(name, content) {
        numbering.use({ registry: indexOf(content) })
        options.onSnapshot?.(name)
      },
    }),
    watchSnapshots({
      store: porting,
      timers,
      onProblem,
      use(name, content) {
        numbering.use({ porting: portedSetOf(content) })
        options.onSnapshot?.(name)
      },
    }),
  ]
  const look = async () => {
    await Promise.all(watches.map((watch) => watch.look()))
  }
  await look()
  return {
    numbering,
    look,
    close() {
      for (const watch of watches) watch.stop()
    },
  }
}
