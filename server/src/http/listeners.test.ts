import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { AddressList } from '../platform/address-list.ts'
import { limitConnections, listen, primaryServer, watchCertificate } from './listeners.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('listeners: unreadable certificate files are reported once, the old ones stay, and they are used when they are back', async () => {
  const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  for (const file of [tls.cert, tls.key]) writeFileSync(file, 'first')
  const clock = new ManualClock()
  const reported: string[] = []
  const taken: string[] = []
  const server = {
    setSecureContext: ({ cert }: { cert: Buffer }) => taken.push(cert.toString()),
  } as unknown as TlsServer
  const timer = watchCertificate(server, tls, clock, {
    renewed: () => reported.push('renewed'),
    refused: (error) => reported.push(String((error as NodeJS.ErrnoException).code)),
  })
  await clock.advance(4_000)
  expect(reported).toEqual([])
  rmSync(tls.cert)
  symlinkSync(tls.cert, tls.cert)
  await clock.advance(6_000)
  expect(reported).toEqual(['ELOOP'])
  rmSync(tls.cert)
  writeFileSync(tls.cert, 'second')
  await clock.advance(2_000)
  timer.cancel()
  expect({ reported, taken }).toEqual({ reported: ['ELOOP', 'renewed'], taken: ['second'] })
})

it('listeners: a request whose body does not arrive is cut off, unless it is allowed to be slow', async () => {
  const slow = new WeakSet<object>()
  const ended = Promise.withResolvers<string>()
  const listener = async (asked: IncomingMessage) => {
    if (asked.url === '/slow') slow.add(asked.socket)
    const body = Buffer.concat(await asked.toArray().catch(() => []))
    if (asked.url === '/slow') ended.resolve(body.toString())
  }
  const limit = limitConnections(0, new AddressList([]), () => {})
  const timeouts = { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 }
  const server = await primaryServer(listener, undefined, limit, slow, timeouts)
  const port = await listen(server, '127.0.0.1', 0)
  const begin = (path: string) => {
    const sent = request({ port, path, method: 'POST', headers: { 'Content-Length': 4 } })
    sent.on('error', () => {})
    sent.write('ab')
    return sent
  }
  const upload = begin('/slow')
  const idle = begin('/other')
  const [answer] = await once(idle, 'response')
  expect(answer.statusCode).toBe(400)
  // The other request has exceeded the same time by now.
  upload.end('cd')
  expect(await ended.promise).toBe('abcd')
  server.closeAllConnections()
  server.close()
})
