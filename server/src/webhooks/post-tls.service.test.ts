import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSelfSigned } from '../../../sip/test/certificates.ts'
import { systemClock } from '../platform/system-clock.ts'
import { post, postLimits } from './post.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-tls-'))
const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
const asked: (string | false | undefined)[] = []
let server: Server
let port: number
let ca: string

beforeAll(async () => {
  const names = ['DNS:shop.example', 'IP:127.0.0.1']
  writeSelfSigned({ certFile, keyFile }, { subject: 'shop.example', names })
  ca = readFileSync(certFile, 'utf8')
  server = createServer({ key: readFileSync(keyFile), cert: ca }, (request, response) => {
    asked.push((request.socket as unknown as { servername: string | false }).servername)
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const send = (host: string) =>
  post(
    { url: new URL(`https://${host}:${port}/`), addresses: ['127.0.0.1'], headers: {}, body: '{}' },
    systemClock,
    postLimits,
    ca,
  )

it('webhook over TLS: checks the certificate against the name in the URL, although it connects to an address', async () => {
  expect(await send('shop.example')).toMatchObject({ status: 200 })
  expect(await send('127.0.0.1')).toMatchObject({ status: 200 })
  expect(asked).toEqual(['shop.example', false])
  expect(await send('other.example')).toMatchObject({
    status: 0,
    error: 'the connection failed (ERR_TLS_CERT_ALTNAME_INVALID)',
  })
  const untrusted = await post(
    { url: new URL(`https://shop.example:${port}/`), addresses: ['127.0.0.1'], headers: {}, body: '{}' },
    systemClock,
  )
  expect(untrusted).toMatchObject({ status: 0, error: expect.stringMatching(/CERT/) })
  expect(asked).toHaveLength(2)
})
