import { EventEmitter, once } from 'node:events'
import { MessageChannel, type Worker } from 'node:worker_threads'
import type { HostedThread } from './thread-host.ts'

type WorkerClass = new (file: URL) => Worker

const idle: Worker[] = []

/** Threads that many tests start, by the name of their source or bundle. */
export const isHosted = (file: string) => /(writer|heavy-reader|sip)-thread\.\w+$/.test(file)

/** What a test sees as a thread of its own. When the thread closes its port, its host waits for the next one. */
export class HostedWorker extends EventEmitter {
  readonly #host: Worker
  readonly #port: MessagePort
  /** Whether its end is nothing but the end of its port; else who terminates it makes it crash. */
  #isFree: boolean

  constructor(Given: WorkerClass, module: string, workerData: unknown) {
    super()
    const host = idle.pop() ?? new Given(new URL('./thread-host.ts', import.meta.url))
    const { port1, port2 } = new MessageChannel()
    const onError = (error: Error) => this.emit('error', error)
    const onExit = (code: number) => {
      host.off('error', onError).off('exit', onExit).off('message', onFree)
      this.emit('exit', code)
    }
    // Only a host that says so is free: the port of one that died closes as well.
    const onFree = () => {
      idle.push(host)
      onExit(0)
    }
    host.on('error', onError).on('exit', onExit).on('message', onFree)
    port1.on('message', (message) => {
      if (message === 'closed') this.#isFree = true
      this.emit('message', message)
    })
    this.#host = host
    this.#port = port1
    // The reader is ended by termination alone, SIP once it has closed its sockets.
    this.#isFree = module.includes('heavy-reader')
    const thread: HostedThread = { module, workerData, port: port2 }
    host.postMessage(thread, [port2])
  }

  postMessage(message: unknown): void {
    this.#port.postMessage(message)
  }

  unref(): void {
    this.#port.unref()
  }

  async terminate(): Promise<number> {
    if (!this.#isFree) return this.#host.terminate()
    const exited = once(this, 'exit')
    this.#port.close()
    return (await exited)[0]
  }
}
