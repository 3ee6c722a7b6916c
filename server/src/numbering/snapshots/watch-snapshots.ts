// How a running service notices an import (`ringkey registry import`): it reads the pointer every second.
import type { Clock, Timer } from '../../platform/clock.ts'
import type { SnapshotContent } from './snapshot-format.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** A new snapshot is in use within two seconds, loading included. */
const pollIntervalMs = 1000
/** A snapshot that could not be read is tried again after this many looks: the disk may have been unavailable. */
const looksBeforeRetry = 30

export interface SnapshotWatch {
  /** Looks now; resolves when the newest snapshot is in use or was refused. */
  look(): Promise<void>
  /** The same, and reads the snapshot in use again, because the file changed under the same name. */
  lookAfresh(): Promise<void>
  stop(): void
}

export interface WatchOptions<Meta> {
  readonly store: SnapshotStore<Meta>
  readonly timers: Pick<Clock, 'after'>
  use(name: string, content: SnapshotContent<Meta>): void
  /** Called once for each snapshot that cannot be used; the snapshot in use stays in use. */
  onProblem(message: string): void
}

export function watchSnapshots<Meta>({ store, timers, use, onProblem }: WatchOptions<Meta>): SnapshotWatch {
  let used: string | undefined
  let failed: { readonly name: string | undefined; readonly message: string; looksLeft: number } | undefined
  let stopped = false
  let looking: Promise<void> | undefined
  let timer: Timer | undefined

  const lookOnce = async () => {
    let name: string | undefined
    try {
      name = await store.currentName()
      if (name === undefined || name === used) return
      if (failed?.name === name && failed.looksLeft > 0) {
        failed.looksLeft -= 1
        return
      }
      const content = await store.read(name)
      if (stopped) return
      use(name, content)
      used = name
      failed = undefined
    } catch (cause) {
      const { message } = cause as Error
      if (failed?.message !== message) onProblem(message)
      failed = { name, message, looksLeft: looksBeforeRetry }
    }
  }
  const look = () => {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }
  const schedule = () => {
    timer = timers.after(pollIntervalMs, () => {
      void look().then(() => {
        if (!stopped) schedule()
      })
    })
  }
  schedule()
  return {
    look,
    async lookAfresh() {
      await looking
      used = undefined
      await look()
    },
    stop() {
      stopped = true
      timer?.cancel()
    },
  }
}
