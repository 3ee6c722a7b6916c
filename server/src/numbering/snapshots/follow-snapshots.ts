// How a running service comes to use what was imported, here or on another node.
import type { Clock, Timer } from '../../platform/clock.ts'
import type { SnapshotContent } from './snapshot-content.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** The pause after a problem: the disk or the database may have been unavailable. */
const retryMs = 10_000

export interface FollowOptions<Meta> {
  readonly store: Pick<SnapshotStore<Meta>, 'currentName' | 'read'>
  readonly timers: Pick<Clock, 'after'>
  use(name: string, content: SnapshotContent<Meta>): void
  /** Called once for each kind of problem; the snapshot in use stays in use. */
  onProblem(message: string): void
}

/** Loads one snapshot at a time: a set of ported numbers has a hundred megabytes. */
export function followSnapshots<Meta>({ store, timers, use, onProblem }: FollowOptions<Meta>) {
  let used: string | undefined
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let reported = ''
  let retry: Timer | undefined
  let isStopped = false

  const loadOnce = async () => {
    retry?.cancel()
    try {
      const name = await store.currentName()
      if (name !== undefined && name !== used) {
        const content = await store.read(name)
        if (isStopped) return
        use(name, content)
        used = name
      }
      reported = ''
    } catch (cause) {
      const { message } = cause as Error
      if (message !== reported) onProblem(message)
      reported = message
      if (!isStopped) retry = timers.after(retryMs, () => void follow())
    }
  }
  const run = async () => {
    do {
      isAskedAgain = false
      await loadOnce()
    } while (isAskedAgain && !isStopped)
  }
  const follow = () => {
    isAskedAgain = true
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    /** Call it when something may have been imported. Resolves after the first try; after a failure it tries again. */
    follow,
    stop() {
      isStopped = true
      retry?.cancel()
    },
  }
}
