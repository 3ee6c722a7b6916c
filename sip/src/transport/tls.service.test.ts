import { once } from 'node:events'
import { copyFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { connect as tlsConnect } from 'node:tls'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Authority } from '../../test/certificates.ts'
import { ManualClock } from '../../test/manual-clock.ts'
import { type Clock, systemClock } from '../clock.ts'
import { openTransports, type Transports } from './open-transports.ts'
import type { TlsFiles } from './tls-credentials.ts'
import type { SendFailure, Source } from './transport.ts'

const authority = new Authority()
const stranger = new Authority()
const named = authority.issue('named', 'DNS:sip.example.test')
const byUri = authority.issue('by-uri', 'URI:sip:example.test', 'DNS:host7.example.test')
const byAddress = authority.issue('by-address', 'IP:127.0.0.1')
const untrusted = stranger.issue('untrusted', 'DNS:sip.example.test')
const message = Buffer.from('OPTIONS sip:x SIP/2.0\r\nContent-Length: 0\r\n\r\n')

const opened: Transports[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})
afterAll(() => {
  authority.remove()
  stranger.remove()
})

async function open(tls: TlsFiles, clock: Clock = systemClock) {
  const transports = await openTransports({
    clock,
    tls: { caFile: authority.caFile, ...tls },
    listen: [{ transport: 'tls', address: '127.0.0.1', port: 0 }],
    limits: { connectTimeoutMs: 2000 },
  })
  opened.push(transports)
  const { promise: arrival, resolve } = Promise.withResolvers<Source>()
  transports.receive((_, source) => resolve(source))
  return { transports, arrival, port: transports.advertised('tls')!.port }
}

const dialled = async (from: Transports, port: number, tlsName: string, arrival: Promise<Source>) =>
  Promise.race([
    arrival.then(() => 'arrived'),
    new Promise<SendFailure>((resolve) =>
      from.send(message, { transport: 'tls', address: '127.0.0.1', port, tlsName }, resolve),
    ).then(({ kind }) => kind),
  ])

describe('SIP over TLS', () => {
  it.each([
    ['a DNS name', named, 'sip.example.test', 'arrived'],
    ['a SIP domain in a URI', byUri, 'example.test', 'arrived'],
    ['an address', byAddress, '127.0.0.1', 'arrived'],
    ['another name than the one dialled', named, 'other.example.test', 'tls'],
    ['a name of an authority nobody trusts', untrusted, 'sip.example.test', 'tls'],
  ])('connects or fails with a peer that proves %s', async (_, files, name, outcome) => {
    const here = await open(named)
    const there = await open(files)
    expect(await dialled(here.transports, there.port, name, there.arrival)).toBe(outcome)
  })

  it('fails all queued messages when the peer does not complete the handshake in time', async () => {
    const clock = new ManualClock()
    const here = await open(named, clock)
    const mute = createServer((socket) => socket.on('error', () => {}))
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as { port: number }
    const never = new Promise<Source>(() => {})
    const sends = ['a.test', 'a.test', 'b.test'].map((name) => dialled(here.transports, port, name, never))
    await once(mute, 'connection')
    clock.advance(2000)
    expect(await Promise.all(sends)).toEqual(['timeout', 'timeout', 'timeout'])
    expect(here.transports.connections).toBe(0)
    mute.close()
  })

  it('answers over the connection of the request', async () => {
    const here = await open(named)
    const there = await open(named)
    await dialled(here.transports, there.port, 'sip.example.test', there.arrival)
    there.transports.send(message, await there.arrival)
    expect((await here.arrival).transport).toBe('tls')
    expect(there.transports.counts.connectionsDialled).toBe(0)
  })

  it('does not send over a connection that proved another name', async () => {
    const here = await open(named)
    const there = await open(named)
    await dialled(here.transports, there.port, 'sip.example.test', there.arrival)
    const again = dialled(here.transports, there.port, 'other.example.test', new Promise(() => {}))
    expect(await again).toBe('tls')
  })

  it('counts a failed handshake', async () => {
    const { transports, port } = await open(named)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('OPTIONS sip:x SIP/2.0\r\n\r\n')
    await once(socket, 'close')
    expect(transports.counts.refusedTlsHandshake).toBe(1)
  })

  it('uses a renewed certificate without a restart, and keeps the old one while the new one is broken', async () => {
    const certFile = join(authority.folder, 'live.pem')
    const keyFile = join(authority.folder, 'live.key')
    copyFileSync(named.certFile, certFile)
    copyFileSync(named.keyFile, keyFile)
    const clock = new ManualClock()
    const { transports, port } = await open({ certFile, keyFile }, clock)
    const shown = async () => {
      const socket = tlsConnect({ host: '127.0.0.1', port, rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      const names = socket.getPeerCertificate().subjectaltname
      socket.destroy()
      return names
    }
    expect(await shown()).toBe('DNS:sip.example.test')
    writeFileSync(certFile, 'half a certif')
    expect(await transports.reloadTls()).toBe(false)
    expect(await shown()).toBe('DNS:sip.example.test')
    copyFileSync(byAddress.certFile, certFile)
    copyFileSync(byAddress.keyFile, keyFile)
    clock.advance(60_000)
    while (transports.counts.tlsReloads === 0) await new Promise(setImmediate)
    expect(await shown()).toBe('IP Address:127.0.0.1')
    expect(transports.counts).toMatchObject({ tlsReloads: 1, tlsReloadFailures: 1 })
  })

  it('does not start when certificate and key do not belong together', async () => {
    await expect(open({ certFile: named.certFile, keyFile: byUri.keyFile })).rejects.toThrow()
  })
})
