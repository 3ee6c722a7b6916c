// The client of the phone's API, used by `ringkey dev phone` to reach the running service.
import { type IncomingMessage, request } from 'node:http'
import { ExplainedError } from '../../server/src/platform/explained-error.ts'
import { localSocket } from '../../server/src/platform/local-socket.ts'
import type { HandsetCall } from '../../server/src/telephony/handset/handset-call.ts'

/** A minute of linear audio, or all kept calls. */
const maxAnswerBytes = 4_000_000
/** One event of the stream: all kept calls. */
const maxEventCharacters = 200_000

export class PhoneUnreachable extends ExplainedError {
  constructor() {
    super(
      'The demo phone cannot be reached: the service does not run on this data folder, or demo mode is off',
    )
  }
}

/** The phone refused the request; the message has the reason. */
class VerificationRefused extends ExplainedError {}

export interface PhoneClient {
  /** Reports every change until `signal` aborts or the service stops. The calls so far come first. */
  watch(notify: (call: HandsetCall, isNews: boolean) => void, signal?: AbortSignal): Promise<void>
  act(id: number, what: 'answer' | 'decline' | 'hang-up'): Promise<void>
  /** The result of the call, in words. */
  dial(from: string, to: string): Promise<string>
  recording(id: number): Promise<Buffer | undefined>
}

export function phoneClient(dataFolder: string): PhoneClient {
  const socketPath = localSocket(dataFolder, 'phone')
  const ask = (method: string, path: string, body?: unknown, signal?: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(
        { socketPath, method, path, ...(signal === undefined ? {} : { signal }) },
        resolve,
      )
      asked.on('error', () => reject(new PhoneUnreachable()))
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })

  return {
    async watch(notify, signal) {
      try {
        const answer = await ask('GET', '/events', undefined, signal)
        for await (const { event, data } of eventsOf(answer)) {
          if (event === 'calls') for (const call of data as HandsetCall[]) notify(call, false)
          else if (event === 'call') notify(data as HandsetCall, true)
        }
      } catch (error) {
        // The service has stopped, or the watcher has stopped watching.
        if (signal?.aborted !== true && (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
      }
    },
    async act(id, what) {
      await wholeBody(await ask('POST', `/calls/${id}/${what}`))
    },
    async dial(from, to) {
      const answer = await ask('POST', '/dial', { from, to })
      const said = JSON.parse((await wholeBody(answer)).toString('utf8')) as {
        result?: string
        error?: string
      }
      if (said.result === undefined)
        throw new VerificationRefused(said.error ?? 'the demo phone gave no reason')
      return said.result
    },
    async recording(id) {
      const answer = await ask('GET', `/calls/${id}/recording.wav`)
      const body = await wholeBody(answer)
      return answer.statusCode === 200 ? body : undefined
    },
  }
}

async function* eventsOf(answer: IncomingMessage): AsyncGenerator<{ event: string; data: unknown }> {
  answer.setEncoding('utf8')
  let text = ''
  for await (const part of answer) {
    text += part
    if (text.length > maxEventCharacters) throw new Error('an event of the demo phone is too long')
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) }
    }
  }
}

async function wholeBody(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer) {
    size += part.length
    if (size > maxAnswerBytes) throw new Error('the answer of the demo phone is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
