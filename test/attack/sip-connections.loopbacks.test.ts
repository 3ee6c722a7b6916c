// Unknown addresses open SIP connections and hold them, to block a carrier and all outgoing calls.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../server/test/service.ts'
import { type CallRig, startCallRig } from '../calls/rig.ts'
import { startTcpCallee, type TcpCallee } from '../phones/tcp-callee.ts'

const strangers = Array.from({ length: 10 }, (_, index) => `127.0.0.${index + 10}`)
const connectionsEach = 100
const sockets: Socket[] = []
let callee: TcpCallee
let rig: CallRig

beforeAll(async () => {
  callee = await startTcpCallee()
  const settings = { transport: 'tcp', flashRingMs: 300 } as const
  // With 0 each transport takes a port of its own. SIP over TLS takes the next one.
  const sipPort = String(await freePort())
  rig = await startCallRig([{ name: 'north', port: callee.port, settings }], { RINGKEY_SIP_PORT: sipPort })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await rig.stop()
  await callee.close()
})

async function dial(localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: rig.sipPort, localAddress })
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Whether the service answers OPTIONS on this connection. */
async function isAnswered(socket: Socket): Promise<boolean> {
  socket.write(
    `OPTIONS sip:127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/TCP 127.0.0.1;branch=z9hG4bKattack\r\nMax-Forwards: 70\r\n` +
      'From: <sip:carrier@127.0.0.1>;tag=1\r\nTo: <sip:127.0.0.1>\r\nCall-ID: attack\r\nCSeq: 1 OPTIONS\r\n' +
      'Content-Length: 0\r\n\r\n',
  )
  return Promise.race([
    once(socket, 'data').then(([bytes]) => String(bytes).startsWith('SIP/2.0 200')),
    once(socket, 'close').then(() => false),
  ])
}

it('SIP over TCP: a connection from an unknown address is closed before it sends anything', async () => {
  const socket = await dial('127.0.0.10')
  socket.resume()
  await once(socket, 'close')
  expect(socket.bytesRead).toBe(0)
})

it('SIP over TCP, 1,000 connections from ten unknown addresses: the carrier connects, and calls go out', async () => {
  for (const address of strangers)
    await Promise.all(Array.from({ length: connectionsEach }, () => dial(address)))
  expect(await isAnswered(await dial('127.0.0.1'))).toBe(true)
  const { id } = await rig.call('79161234567')
  await rig.ended(id)
  expect((await rig.detailsOf(id)).reason).toBe('rang')
})

it('SIP over TCP, the carrier opens connections without end: calls still go out', async () => {
  await Promise.all(Array.from({ length: 2 * connectionsEach }, () => dial('127.0.0.1')))
  const { id } = await rig.call('79161234568')
  await rig.ended(id)
  expect((await rig.detailsOf(id)).reason).toBe('rang')
})
