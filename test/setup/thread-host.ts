// A thread that plays one thread of the server after another. To start a thread takes 50 ms of CPU time, and the stores of
// the tests start them by the thousand.
import { type MessagePort, parentPort } from 'node:worker_threads'

export interface HostedThread {
  readonly module: string
  readonly workerData: unknown
  readonly port: MessagePort
}

let played = 0
parentPort!.on('message', async ({ module, workerData, port }: HostedThread) => {
  port.once('close', () => parentPort!.postMessage('free'))
  // bundle-programs.ts lets the module read its port and data from here.
  Object.assign(globalThis, { hosted: { parentPort: port, workerData } })
  // Another address each time: the module runs anew, and what it imports is there already.
  await import(`${module}?${++played}`)
})
