import type { Clock, Timer } from '../../platform/clock.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** The pause after a problem, and while an import runs on the folder. */
const retryMs = 1_000

export interface FollowOptions {
  readonly stores: readonly Pick<SnapshotStore<never>, 'pull'>[]
  readonly timers: Pick<Clock, 'after'>
  /** Called when the folder may have another snapshot; `isReplaced` when a file changed under the same name. */
  onPulled(isReplaced: boolean): Promise<void>
  /** Called once for each kind of problem. */
  onProblem(message: string): void
}

export interface Following {
  /** Call it when something may have been published. Resolves after the first try; a failed fetch is tried again. */
  follow(): Promise<void>
  stop(): void
}

/** Keeps the folder of a running service equal to what was published, one fetch at a time. */
export function followPublished({ stores, timers, onPulled, onProblem }: FollowOptions): Following {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let said = ''
  let retry: Timer | undefined
  let stopped = false

  const pullAll = async () => {
    let isBusy = false
    try {
      for (const store of stores) {
        const pulled = await store.pull()
        if (pulled === 'busy') isBusy = true
        else await onPulled(pulled === 'replaced')
      }
      said = ''
    } catch (cause) {
      const { message } = cause as Error
      if (message !== said) onProblem(message)
      said = message
      isBusy = true
    }
    if (!isBusy || stopped) return
    retry?.cancel()
    retry = timers.after(retryMs, () => void follow())
  }
  const run = async () => {
    do {
      isAskedAgain = false
      await pullAll()
    } while (isAskedAgain && !stopped)
  }
  const follow = () => {
    isAskedAgain = true
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    follow,
    stop() {
      stopped = true
      retry?.cancel()
    },
  }
}
