// Somebody on the network between the service, its mail server and the browsers. The proxy that ends HTTPS is silent
// about it: the public address alone says that browsers come by HTTPS.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askRaw } from '../../server/test/cabinet-ask.ts'
import { cabinetVisitor, demoToken } from '../../server/test/cabinet-visitor.ts'
import { type MailServer, startMailServer } from '../../server/test/mail-server.ts'
import { eventually, freePort, startTestService, type TestService } from '../../server/test/service.ts'

let mail: MailServer
let service: TestService
/** Where the proxy reaches the service. */
let behind: string
beforeAll(async () => {
  // It offers no STARTTLS, as if somebody had removed the offer on the way.
  mail = await startMailServer()
  const port = String(await freePort())
  service = await startTestService({
    RINGKEY_PORT: port,
    RINGKEY_PUBLIC_URL: 'https://verify.example.com',
    RINGKEY_SMTP_URL: mail.url,
    RINGKEY_MAIL_FROM: 'Ringkey <noreply@example.com>',
  })
  behind = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await service.stop()
  await mail.close()
})

it('mail: a link is not sent to a server without STARTTLS', async () => {
  const visitor = cabinetVisitor({ raw: (path, init) => service.raw(behind + path, init) })
  const { status } = await visitor.write('/sign-up', { email: 'ann@example.com', language: 'en' })
  expect(status).toBe(200)
  await eventually(
    async () => service.logged.join(''),
    (lines) => lines.includes('RINGKEY_SMTP_URL'),
  )
  expect(mail.received).toEqual([])
})

it('session cookie: browsers send it over HTTPS alone, and a planted one is not accepted', async () => {
  const own = { 'X-Ringkey-Cabinet': '1' }
  const entered = await askRaw(behind, {
    method: 'POST',
    path: '/cabinet/api/session/demo-link',
    headers: own,
    body: { token: await demoToken(service) },
  })
  expect(entered.headers['strict-transport-security']).toBe('max-age=31536000')
  const [cookie = ''] = entered.headers['set-cookie'] ?? []
  expect(cookie).toMatch(/^__Host-ringkey=.*; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/)
  const [pair = ''] = cookie.split(';')
  const statusWith = async (value: string) =>
    (await askRaw(behind, { path: '/cabinet/api/me', headers: { ...own, Cookie: value } })).status
  expect(await statusWith(pair)).toBe(200)
  // A page of another host of the domain, or of the plain address, can set this name, but not the one with the prefix.
  expect(await statusWith(pair.replace('__Host-', ''))).toBe(401)
})
