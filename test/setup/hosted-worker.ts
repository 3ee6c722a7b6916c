import { EventEmitter } from 'node:events'
import { MessageChannel, type Worker } from 'node:worker_threads'
import type { HostedThread } from './thread-host.ts'

type WorkerClass = new (file: URL) => Worker

const idle: Worker[] = []

/** What a test sees as a thread of its own. When the thread closes its port, its host waits for the next one. */
export class HostedWorker extends EventEmitter {
  readonly #host: Worker
  readonly #port: MessagePort

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
    port1.on('message', (message) => this.emit('message', message))
    this.#host = host
    this.#port = port1
    const thread: HostedThread = { module, workerData, port: port2 }
    host.postMessage(thread, [port2])
  }

  postMessage(message: unknown): void {
    this.#port.postMessage(message)
  }

  terminate(): Promise<number> {
    return this.#host.terminate()
  }
}
