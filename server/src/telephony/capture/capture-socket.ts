import { type IncomingMessage, type RequestListener, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ExplainedError } from '../../platform/explained-error.ts'
import { localSocket } from '../../platform/local-socket.ts'
import type { CaptureFilter } from '../sip-thread/messages.ts'
import type { CaptureFile } from './captures.ts'

interface CaptureQuery extends CaptureFilter {
  /** Phone numbers are not masked. */
  readonly isClear: boolean
}

/** Answers `ringkey capture`: the filter as JSON in the query, the file in the body. */
export function captureApi(
  capture: (filter: CaptureFilter, isClear: boolean) => Promise<CaptureFile>,
): RequestListener {
  return async (asked, answer) => {
    try {
      const query = new URL(asked.url ?? '/', 'http://local').searchParams.get('filter') ?? '{}'
      const { isClear, ...filter } = JSON.parse(query) as CaptureQuery
      const { messages, pcap } = await capture(filter, isClear === true)
      answer.setHeader('X-Messages', messages).end(pcap)
    } catch {
      answer.writeHead(400).end('expected a filter in JSON\n')
    }
  }
}

/** Asks the service that runs on this data folder. */
export async function askForCapture(dataFolder: string, query: CaptureQuery): Promise<CaptureFile> {
  const path = `/?filter=${encodeURIComponent(JSON.stringify(query))}`
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ socketPath: localSocket(dataFolder, 'capture'), path }, resolve)
      .on('error', () => reject(new ExplainedError('No service with SIP runs on this data folder')))
      .end()
  })
  return { messages: Number(answer.headers['x-messages']), pcap: await buffer(answer) }
}
