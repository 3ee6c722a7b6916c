import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Batch } from './batch.ts'
import type { LineData, LineGreeting } from './line-thread.ts'
import type { LineOrder, LineReport } from './messages.ts'

/** The line could not be opened; `code` is the system's error code (EADDRINUSE …). */
export class LineError extends Error {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

export interface LineHandlers {
  onReport(report: LineReport): void
  /** The worker thread died: its calls are lost, and the process must be restarted. */
  onCrash(error: Error): void
}

/** The main thread's handle of the line's worker thread. */
export class LineWorker {
  readonly port: number
  /** The kernel silently reduces the UDP receive buffer; undefined when the full size was granted. */
  readonly cutBuffer: { readonly askedBytes: number; readonly grantedBytes: number } | undefined
  readonly #worker: Worker
  readonly #orders: Batch<LineOrder>

  private constructor(worker: Worker, greeting: Extract<LineGreeting, { kind: 'ready' }>) {
    this.#worker = worker
    this.port = greeting.port
    const { askedBufferBytes: askedBytes, grantedBufferBytes: grantedBytes } = greeting
    this.cutBuffer = grantedBytes < askedBytes ? { askedBytes, grantedBytes } : undefined
    this.#orders = new Batch((batch) => worker.postMessage(batch))
  }

  static async start(data: LineData, handlers: LineHandlers): Promise<LineWorker> {
    const worker = new Worker(new URL('./line-thread.ts', import.meta.url), {
      name: 'ringkey-sip',
      workerData: data,
    })
    const [greeting] = (await once(worker, 'message')) as [LineGreeting]
    if (greeting.kind === 'failed') {
      await worker.terminate()
      throw new LineError(greeting.message, greeting.code)
    }
    worker.on('message', (reports: LineReport[] | 'closed') => {
      if (reports === 'closed') return
      for (const report of reports) handlers.onReport(report)
    })
    worker.on('error', (error) => handlers.onCrash(error as Error))
    return new LineWorker(worker, greeting)
  }

  order(order: LineOrder): void {
    this.#orders.add(order)
  }

  async close(): Promise<void> {
    this.#orders.flush()
    const closed = new Promise<void>((resolve) => {
      this.#worker.on('message', (message) => message === 'closed' && resolve())
      this.#worker.once('exit', () => resolve())
    })
    this.#worker.postMessage('close')
    await closed
    // Transactions would keep their responses for another 32 s, but no peer will need them.
    await this.#worker.terminate()
  }
}
