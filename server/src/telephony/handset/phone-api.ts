// The demo phone over HTTP, for the `ringkey dev phone` command: on a socket in the data folder. Pages have cabinet/routes/phone.ts.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Clock } from '../../platform/clock.ts'
import { handsetActions } from '../simulator/carrier-messages.ts'
import type { Handset } from './handset.ts'
import { streamCalls } from './stream-calls.ts'

/** Two phone numbers in JSON. */
const maxBodyBytes = 1_024
const phoneNumber = /^\+?(\d{5,15})$/

/** Access to the socket file is the permission to use the phone. */
export function phoneApi(handset: Handset, clock: Clock): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '/').split('?')[0]!
    const [, id, what] = /^\/calls\/(\d{1,15})\/([a-z.-]+)$/.exec(path) ?? []
    if (request.method === 'GET' && path === '/events') return streamCalls(handset, clock, response)
    if (request.method === 'GET' && path === '/calls') return json(response, 200, { calls: handset.calls })
    if (request.method === 'POST' && path === '/dial')
      return settle(dial(handset, request, response), response)
    if (id === undefined || handset.call(Number(id)) === undefined) return json(response, 404, missing)
    if (request.method === 'GET' && what === 'recording.wav')
      return settle(play(handset, Number(id), response), response)
    const action = handsetActions.find((each) => each === what)
    if (request.method !== 'POST' || action === undefined) return json(response, 404, missing)
    handset.act(action, Number(id))
    json(response, 202, { status: true })
  }
}

/** The client closed the connection before the answer. */
function settle(answering: Promise<void>, response: ServerResponse): void {
  answering.catch(() => response.destroy())
}

const missing = { status: false, error: 'there is no such call' }

async function play(handset: Handset, id: number, response: ServerResponse): Promise<void> {
  const wav = await handset.recording(id)
  if (wav === undefined)
    return json(response, 404, { status: false, error: 'nothing was heard in that call' })
  response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': wav.length }).end(wav)
}

async function dial(handset: Handset, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const wanted = await readJson(request)
  const from = phoneNumber.exec(String(wanted?.from))?.[1]
  const to = phoneNumber.exec(String(wanted?.to))?.[1]
  if (from === undefined || to === undefined) {
    return json(response, 400, { status: false, error: '"from" and "to" must be phone numbers' })
  }
  json(response, 200, { status: true, result: await handset.dial(from, to) })
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > maxBodyBytes) return undefined
    parts.push(part)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}
