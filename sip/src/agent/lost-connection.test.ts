import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { Headers } from '../message/headers.ts'
import type { SipRequest } from '../message/message.ts'
import { parseMessage } from '../message/parse.ts'
import { respond } from '../message/respond.ts'
import { serialise } from '../message/serialise.ts'
import { openTransports } from '../transport/open-transports.ts'
import { UserAgent } from './user-agent.ts'

const cleanUp: (() => unknown)[] = []
afterAll(async () => {
  for (const each of cleanUp.reverse()) await each()
})

/** A peer over TCP, for messages without a body. */
async function startPeer(onRequest: (request: SipRequest, socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      for (const head of bytes.toString().split('\r\n\r\n').slice(0, -1)) {
        const message = parseMessage(Buffer.from(`${head}\r\n\r\n`))
        if (message.kind === 'request') onRequest(message, socket)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

it('SIP agent: sends a BYE again over a new connection when the first connection was lost with it', async () => {
  const byes: Socket[] = []
  const port = await startPeer((request, socket) => {
    const headers = Headers.of(['Contact', `<sip:peer@127.0.0.1:${port};transport=tcp>`])
    const answer = () => socket.write(serialise(respond(request, 200, 'peer', { headers })))
    if (request.method === 'INVITE') answer()
    if (request.method !== 'BYE') return
    byes.push(socket)
    if (byes.length === 1) socket.destroy()
    else answer()
  })
  const transport = await openTransports({
    clock: systemClock,
    listen: [{ transport: 'tcp', address: '127.0.0.1', port: 0 }],
  })
  const agent = new UserAgent({ transport, times: { t1Ms: 10 } })
  cleanUp.push(() => agent.close())
  const call = agent.call({
    to: `sip:peer@127.0.0.1:${port};transport=tcp`,
    from: 'sip:us@127.0.0.1',
    onAnswer: () => setImmediate(() => call.hangUp()),
  })
  expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'us' })
  expect(byes).toHaveLength(2)
  expect(byes[0]).not.toBe(byes[1])
})

it('SIP agent: opens a new connection for the next request when a transaction timed out on a live connection', async () => {
  const used: Socket[] = []
  const port = await startPeer((request, socket) => {
    if (!used.includes(socket)) used.push(socket)
    if (socket === used[0]) socket.write('\r\n')
    else socket.write(serialise(respond(request, 200, 'peer')))
  })
  const transport = await openTransports({
    clock: systemClock,
    listen: [{ transport: 'tcp', address: '127.0.0.1', port: 0 }],
  })
  const agent = new UserAgent({ transport, times: { t1Ms: 10 } })
  cleanUp.push(() => agent.close())
  const ask = () => agent.options({ to: `sip:127.0.0.1:${port};transport=tcp`, from: 'sip:us@127.0.0.1' })
  expect(await ask()).toEqual({ kind: 'timeout' })
  expect(await ask()).toMatchObject({ status: 200 })
  expect(used).toHaveLength(2)
  expect(transport.counts).toMatchObject({ connectionsDialled: 2, retiredUnanswered: 1 })
})
