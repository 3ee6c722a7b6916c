// The worker thread that owns SIP and RTP: a slow page on the main thread must not interrupt speech.
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { PromptLibrary, readAllVoices } from '../prompts/library.ts'
import { Batch } from './batch.ts'
import { commandQueue } from './command-queue.ts'
import type { SipCommand, SipEvent } from './messages.ts'
import { openSip, type SipEndpoint } from './sip-endpoint.ts'
import type { SipSettings } from './sip-settings.ts'

export interface SipThreadData {
  readonly settings: SipSettings
}

/** The first message of the thread. */
export type SipThreadGreeting =
  | ({ readonly kind: 'ready' } & Pick<SipEndpoint, 'port' | 'receiveBuffer'>)
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

const port = parentPort!
const [{ settings }] = (await once(port, 'message')) as [SipThreadData]
const events = new Batch<SipEvent>((batch) => port.postMessage(batch))

try {
  readAllVoices()
  const prompts = new PromptLibrary()
  const sip = await openSip({
    settings,
    speechOf: (...asked) => prompts.speechOf(...asked),
    thanksOf: (...asked) => prompts.thanksOf(...asked),
    keepVoice: (...given) => prompts.keep(...given),
    emit: (event) => events.add(event),
  })
  const queue = commandQueue((command) => sip.send(command))
  port.on('message', async (commands: SipCommand[] | 'close') => {
    if (commands !== 'close') return queue.add(commands)
    queue.flush()
    await sip.close()
    events.flush()
    port.postMessage('closed')
  })
  greet({ kind: 'ready', port: sip.port, receiveBuffer: sip.receiveBuffer })
} catch (error) {
  const { name, code = name, message } = error as NodeJS.ErrnoException
  greet({ kind: 'failed', code, message })
}

function greet(greeting: SipThreadGreeting): void {
  port.postMessage(greeting)
}
