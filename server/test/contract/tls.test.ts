// The primary address over TLS, renewal without a restart, services with HTTPS only.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSelfSigned } from '../../../sip/test/certificates.ts'
import { startTestService, type TestService } from '../service.ts'
import { type Client, errorOf, openClient } from './scene.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-tls-'))
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
let service: TestService
let client: Client
beforeAll(async () => {
  makeCertificate('first.example')
  service = await startTestService({
    RINGKEY_TLS_CERT: files.cert,
    RINGKEY_TLS_KEY: files.key,
    RINGKEY_TRUST_PROXY: '127.0.0.1',
  })
  client = await openClient(service, { httpsOnly: true })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('[C1-10] the primary address is served over HTTPS when a certificate is given', async () => {
  expect(service.baseUrl).toMatch(/^https:/)
  expect(await overTls()).toMatchObject({ status: 200, name: 'first.example', body: { rub_balance: 100 } })
})

it('[D2-12] a service that wants HTTPS only gets 401 on the plain address, and only its right key learns why', async () => {
  const base = service.altBaseUrl
  const refused = await client.get('getBalance', {}, { base })
  expect(errorOf(refused)).toEqual([401, 401])
  expect(refused.body.error).toMatch(/HTTPS only/)
  // The reason is given only with the right key, and a right key is never counted as wrong.
  const wrong = { base, authorization: `Bearer ${'x'.repeat(32)}.${client.id}` }
  expect((await service.get('getBalance', {}, wrong)).body.error).not.toMatch(/HTTPS only/)
  for (let count = 0; count < 25; count++) await client.get('getBalance', {}, { base })
  expect(errorOf(await service.get('getBalance', {}, wrong))).toEqual([401, 401])
  const open = await openClient(service)
  expect((await open.get('getBalance', {}, { base })).status).toBe(200)
  // The service is known, so its own setting decides the HTTP status.
  const quiet = await openClient(service, { httpsOnly: true, errorStatus: '200' })
  expect(errorOf(await quiet.get('getBalance', {}, { base }))).toEqual([401, 200])
  const proxied = { base, headers: { 'X-Forwarded-Proto': 'https' } }
  expect((await client.get('getBalance', {}, proxied)).status).toBe(200)
})

it('[D1-71] plain HTTP on the TLS port gets a 400 that says so', async () => {
  const plain = await service.raw(`${service.baseUrl.replace('https:', 'http:')}/v1.0/getBalance`)
  expect(errorOf(plain)).toEqual([1, 400])
  expect(plain.body.error).toContain('https://')
  expect((await overTls()).status).toBe(200)
})

it('[C1-11] renewed certificate files are used without a restart, and the old certificate stays while they are broken', async () => {
  writeFileSync(files.cert, 'half written')
  touch(1)
  await service.clock.advance(2_000)
  expect((await overTls()).name).toBe('first.example')
  makeCertificate('second.example')
  touch(2)
  await service.clock.advance(2_000)
  expect((await overTls()).name).toBe('second.example')
})

function makeCertificate(name: string): void {
  writeSelfSigned({ certFile: files.cert, keyFile: files.key }, { subject: name, names: ['IP:127.0.0.1'] })
}

/** File times may have a resolution of a second; the test sets a distinct time for each renewal. */
function touch(renewal: number): void {
  const time = new Date(Date.UTC(2026, 0, 1, 0, renewal))
  for (const file of Object.values(files)) utimesSync(file, time, time)
}

function overTls(): Promise<{ status: number; name: string; body: object }> {
  const { hostname, port } = new URL(service.baseUrl)
  const headers = { Authorization: client.bearer }
  // The certificate is self-signed; the test checks its subject.
  const options = {
    hostname,
    port,
    path: '/v1.0/getBalance',
    headers,
    agent: false,
    rejectUnauthorized: false,
  }
  return new Promise((resolve, reject) => {
    const sent = request(options, async (response) => {
      const name = (response.socket as TLSSocket).getPeerCertificate().subject.CN
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode ?? 0, name: String(name), body: JSON.parse(text) })
    })
    sent.on('error', reject).end()
  })
}
