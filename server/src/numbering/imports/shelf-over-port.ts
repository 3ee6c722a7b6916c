// The shelf of the nodes for a thread that has no database of its own: its questions go to the thread that has.
import type { MessagePort, Worker } from 'node:worker_threads'
import type { SnapshotShelf } from '../snapshots/snapshot-shelf.ts'

type Method = keyof SnapshotShelf

interface Question {
  readonly kind: 'shelf'
  readonly id: number
  readonly method: Method
  readonly input: unknown
}
interface Answer {
  readonly kind: 'shelf-answer'
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

/** The far end, in the thread of the import. */
export function remoteShelf(port: MessagePort): SnapshotShelf {
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  port.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
    // Nothing is asked any more: the thread may end.
    if (waiting.size === 0) port.unref()
  })
  port.unref()
  const ask =
    (method: Method) =>
    async (input: unknown): Promise<never> => {
      const id = ++lastId
      port.ref()
      const answer = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve)
        port.postMessage({ kind: 'shelf', id, method, input } satisfies Question)
      })
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.result as never
    }
  return {
    publishedSnapshots: ask('publishedSnapshots'),
    beginSnapshot: ask('beginSnapshot'),
    addSnapshotChunk: ask('addSnapshotChunk'),
    snapshotChunk: ask('snapshotChunk'),
    finishSnapshot: ask('finishSnapshot'),
    useSnapshot: ask('useSnapshot'),
  }
}

/** The near end: answers a question of the thread; false for any other message. */
export function answerFromShelf(worker: Worker, shelf: SnapshotShelf | undefined, message: unknown): boolean {
  const { kind, id, method, input } = message as Question
  if (kind !== 'shelf' || shelf === undefined) return false
  const asked = (shelf[method] as (input: unknown) => Promise<unknown>)(input)
  asked.then(
    (result) => worker.postMessage({ kind: 'shelf-answer', id, result } satisfies Answer),
    (error: Error) => worker.postMessage({ kind: 'shelf-answer', id, error: error.message } satisfies Answer),
  )
  return true
}
