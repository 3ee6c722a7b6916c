import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    RINGKEY_ADDRESS_LIMIT: 'cabinet:5/s,api:5/s',
    RINGKEY_TRUST_PROXY: '127.0.0.1',
  })
})
afterAll(() => service.stop())

const ask = (path: string, address: string) => service.raw(path, { headers: { 'X-Forwarded-For': address } })

it('cabinet: answers 429 to the sixth request of an address in a second, whatever it asks for', async () => {
  const paths = [
    '/cabinet/',
    '/cabinet/api/entrance',
    '/cabinet/api/me',
    '/cabinet/api/nothing',
    '/cabinet/x',
  ]
  for (const path of paths) expect((await ask(path, '192.0.2.1')).status, path).not.toBe(429)
  for (const path of ['/cabinet/api/entrance', '/cabinet/']) {
    const refused = await ask(path, '192.0.2.1')
    expect([refused.status, refused.body.error?.code], path).toEqual([429, 'too-many-requests'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('x-frame-options')).toBe('DENY')
  }
  expect((await ask('/cabinet/api/entrance', '192.0.2.2')).status).toBe(200)
  // The API counts for itself.
  expect((await ask('/health', '192.0.2.1')).status).toBe(200)
  await service.clock.advance(1_000)
  expect((await ask('/cabinet/api/entrance', '192.0.2.1')).status).toBe(200)
})

it('cabinet: counts files of the web app apart, because one that is refused leaves its page empty', async () => {
  const file = '/cabinet/assets/nothing.js'
  for (let nth = 0; nth < 50; nth++) expect((await ask(file, '192.0.2.3')).status).toBe(404)
  const refused = await ask(file, '192.0.2.3')
  expect([refused.status, refused.body.error?.code]).toEqual([429, 'too-many-requests'])
  expect((await ask('/cabinet/api/entrance', '192.0.2.3')).status).toBe(200)
})
