// The worker thread that owns SIP and RTP: a slow page on the main thread must not interrupt speech.
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { PromptLibrary } from '../prompts/library.ts'
import { Batch } from './batch.ts'
import { openLine } from './line.ts'
import type { LineSettings } from './line-settings.ts'
import type { LineOrder, LineReport } from './messages.ts'
import { OrderQueue } from './order-queue.ts'

export interface LineData {
  readonly settings: LineSettings
  /** The folder of the operator's own recordings. */
  readonly dataFolder: string
}

/** The first message of the thread. */
export type LineGreeting =
  | {
      readonly kind: 'ready'
      readonly port: number
      readonly grantedBufferBytes: number
      readonly askedBufferBytes: number
    }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

const port = parentPort!
const [{ settings, dataFolder }] = (await once(port, 'message')) as [LineData]
const reports = new Batch<LineReport>((batch) => port.postMessage(batch))

try {
  const prompts = new PromptLibrary(dataFolder)
  const line = await openLine({
    settings,
    speechOf: (language, code) => prompts.speechOf(language, code),
    report: (report) => reports.add(report),
  })
  const queue = new OrderQueue((order) => line.order(order))
  port.on('message', async (orders: LineOrder[] | 'close') => {
    if (orders !== 'close') return queue.add(orders)
    queue.flush()
    await line.close()
    reports.flush()
    port.postMessage('closed')
  })
  const { grantedBytes = 0, askedBytes = 0 } = line.receiveBuffer ?? {}
  greet({ kind: 'ready', port: line.port, grantedBufferBytes: grantedBytes, askedBufferBytes: askedBytes })
} catch (error) {
  const { code = '', message } = error as NodeJS.ErrnoException
  greet({ kind: 'failed', code, message })
}

function greet(greeting: LineGreeting): void {
  port.postMessage(greeting)
}
