import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { ExplainedError } from '../../platform/explained-error.ts'
import { stopwatchMs } from '../../platform/system-clock.ts'
import { Batch } from './batch.ts'
import type { Echo, SipCommand, SipEvent } from './messages.ts'
import type { SipEndpoint } from './sip-endpoint.ts'
import type { SipThreadData, SipThreadGreeting } from './sip-thread.ts'
import { makeSipThread } from './thread-maker.ts'

/** The SIP thread could not be opened; `code` is the system's error code (EADDRINUSE …). */
export class SipThreadError extends ExplainedError {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

export interface SipThreadHandlers {
  onEvent(event: SipEvent): void
  /** How long a message to the SIP thread and back has taken, or takes already; measured while calls are placed. */
  onDelay(delayMs: number): void
  /** The worker thread died: its calls are lost, and the process must be restarted. */
  onCrash(error: Error): void
}

/** The least time between two measurements of how late the SIP thread is. */
const measurePeriodMs = 100

/** The main thread's handle of the SIP thread. */
export class SipThread {
  readonly port: number
  /** The kernel silently reduces the UDP receive buffer; undefined when the full size was granted. */
  readonly cutBuffer: SipEndpoint['receiveBuffer']
  readonly #worker: Worker
  readonly #commands: Batch<SipCommand>
  readonly #onDelay: (delayMs: number) => void
  /** When the echo that we wait for was sent. */
  #echoSentMs: number | undefined
  #measuredMs = Number.NEGATIVE_INFINITY

  private constructor(
    worker: Worker,
    greeting: Extract<SipThreadGreeting, { kind: 'ready' }>,
    onDelay: (delayMs: number) => void,
  ) {
    this.#worker = worker
    this.#onDelay = onDelay
    const { port, receiveBuffer } = greeting
    this.port = port
    this.cutBuffer =
      receiveBuffer && receiveBuffer.grantedBytes < receiveBuffer.askedBytes ? receiveBuffer : undefined
    this.#commands = new Batch((batch) => worker.postMessage(batch))
  }

  static async start(
    data: SipThreadData,
    handlers: SipThreadHandlers,
    worker: Worker = makeSipThread(),
  ): Promise<SipThread> {
    worker.postMessage(data)
    const [greeting] = (await once(worker, 'message')) as [SipThreadGreeting]
    if (greeting.kind === 'failed') {
      await worker.terminate()
      throw new SipThreadError(greeting.message, greeting.code)
    }
    const sip = new SipThread(worker, greeting, handlers.onDelay)
    worker.on('message', (events: SipEvent[] | 'closed') => {
      if (events === 'closed') return
      for (const event of events) {
        if (event.kind === 'echo') sip.#takeEcho(event)
        else handlers.onEvent(event)
      }
    })
    worker.on('error', (error) => handlers.onCrash(error as Error))
    return sip
  }

  send(command: SipCommand): void {
    this.#commands.add(command)
    if (command.kind === 'place') this.#measure()
  }

  /**
   * An echo that is not back yet counts too, or the worst delays would be known last. It is sent at the end of the turn,
   * so that a thread with more requests than it can answer is seen as well.
   */
  #measure(): void {
    const nowMs = stopwatchMs()
    if (nowMs - this.#measuredMs < measurePeriodMs) return
    this.#measuredMs = nowMs
    if (this.#echoSentMs === undefined) {
      this.#echoSentMs = nowMs
      setImmediate(() => {
        this.#commands.add({ kind: 'echo', sentMs: nowMs })
        this.#commands.flush()
      })
    } else this.#onDelay(nowMs - this.#echoSentMs)
  }

  #takeEcho({ sentMs }: Echo): void {
    this.#echoSentMs = undefined
    this.#onDelay(stopwatchMs() - sentMs)
  }

  async close(): Promise<void> {
    this.#commands.flush()
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
