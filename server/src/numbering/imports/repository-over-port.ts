// The snapshot repository for a thread without a database: its calls are sent to the thread that has one.
import type { MessagePort, Worker } from 'node:worker_threads'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'

type Method = keyof SnapshotRepository

interface Question {
  readonly kind: 'repository'
  readonly id: number
  readonly method: Method
  readonly input: unknown
}
interface Answer {
  readonly kind: 'repository-answer'
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

/** The side in the import thread. */
export function remoteRepository(port: MessagePort): SnapshotRepository {
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  port.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
    // No call is open: the thread may end.
    if (waiting.size === 0) port.unref()
  })
  port.unref()
  const ask = async (method: Method, input: unknown) => {
    const id = ++lastId
    port.ref()
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      port.postMessage({ kind: 'repository', id, method, input } satisfies Question)
    })
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.result
  }
  return new Proxy({} as SnapshotRepository, {
    get: (_, method: Method) => (input: unknown) => ask(method, input),
  })
}

/** The side in the main thread: answers a call from the import thread; false for any other message. */
export function answerFromRepository(worker: Worker, repository: SnapshotRepository, message: unknown) {
  const { kind, id, method, input } = message as Question
  if (kind !== 'repository') return false
  const asked = (repository[method] as (input: unknown) => Promise<unknown>)(input)
  asked.then(
    (result) => worker.postMessage({ kind: 'repository-answer', id, result } satisfies Answer),
    (error: Error) =>
      worker.postMessage({ kind: 'repository-answer', id, error: error.message } satisfies Answer),
  )
  return true
}
