// The floor: node:http with SQLite, as one would write it in an hour. It stores the rows of an admission and of its
// settlement, durable before the answer. It knows no keys, limits, prices or telephone network.
import { hash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { Worker } from 'node:worker_threads'
import type { Admission, Written } from './floor-writer-thread.ts'

const [port, file] = process.argv.slice(2)
const writer = new Worker(new URL('./floor-writer-thread.ts', import.meta.url), {
  name: 'floor-writer',
  workerData: file,
})

interface Call {
  readonly phone: string
  readonly client: string
  readonly unique: string
}

/** In the order in which they were sent: the writer answers in the same order. */
const waiting: { readonly response: ServerResponse; readonly call: Call; readonly code: string }[] = []
/** What is sent to the writer at the end of this turn of the event loop. */
let admissions: Admission[] = []
let settlements: number[] = []
let drawn = 0

function send(): void {
  writer.postMessage({ admissions, settlements })
  admissions = []
  settlements = []
}

function admit(call: Call, response: ServerResponse): void {
  if (admissions.length + settlements.length === 0) setImmediate(send)
  const code = String((++drawn % 9999) + 1).padStart(4, '0')
  // As text: a buffer would bring the pool along that it is a part of.
  const phoneHash = hash('sha256', `a secret of sixteen bytes ${call.phone}`, 'latin1')
  const mask = `${call.phone.slice(0, 4)}***${call.phone.slice(-4)}`
  admissions.push([phoneHash, mask, code, call.client, call.unique, Date.now()])
  waiting.push({ response, call, code })
}

writer.on('message', ({ firstId, admitted }: Written) => {
  if (admitted > 0 && admissions.length + settlements.length === 0) setImmediate(send)
  for (const [index, { response, call, code }] of waiting.splice(0, admitted).entries()) {
    const body = JSON.stringify({
      status: true,
      vendor_id: firstId + index,
      phone: call.phone,
      code,
      client: call.client,
      unique_request_id: call.unique,
      exists: false,
    })
    response
      .writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
      })
      .end(body)
    settlements.push(firstId + index)
  }
})

// The load keeps connections that it does not need at once.
const times = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 }
createServer(times, (request, response) => {
  if (request.method === 'GET') return void response.end('{}')
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => admit(JSON.parse(Buffer.concat(parts).toString()) as Call, response))
}).listen(Number(port), '127.0.0.1')
