import { afterEach, describe, expect, it } from 'vitest'
import { cabinetVisitor, demoToken, signedUp } from '../../server/test/cabinet-visitor.ts'
import { errorOf, noticed, openClient } from '../../server/test/contract/scene.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { addTrunk, changed, isClean } from '../../server/test/store-contract/fixture.ts'

let service: TestService
afterEach(() => service.stop())

const victim = '79161234567'
const ownNumber = '74957770001'
const callback_url = 'https://1.1.1.1/hook'

async function demoOwner() {
  const visitor = cabinetVisitor(service)
  const { email, password } = service.firstRun!
  expect((await visitor.write('/session', { email, password })).status).toBe(200)
  return visitor
}

describe('a real trunk', () => {
  it.each(['auto', 'on'])(
    'demo phone: confirms nothing of other tenants, with RINGKEY_DEMO=%s',
    async (demo) => {
      service = await startTestService({ RINGKEY_SIP_PORT: '0', RINGKEY_DEMO: demo }, { hasSip: true })
      const owner = await demoOwner()
      await addTrunk(service.store, 'real')
      await service.store.addConfirmationNumbers({ numbers: [ownNumber], demo: false })
      const tenant = await openClient(service, {}, { demo: false })
      await noticed(service)
      const { body } = await tenant.post('inboundCallWaiting', { phone: victim, callback_url })
      expect(body).toMatchObject({ status: true, confirmation_number: ownNumber })

      const dialled = await owner.write('/phone/dial', { from: victim, to: ownNumber })
      expect(dialled.status).toBe(demo === 'auto' ? 404 : 200)
      await service.clock.advance(2_000)
      const { body: info } = await tenant.get('getInfo', { uid: String(body.vendor_id) })
      expect(info).toMatchObject({ call_status: -1 })
    },
  )

  it('demo: ends without a restart, stays off when the trunk is removed, and demo accounts read on', async () => {
    service = await startTestService({ RINGKEY_DEMO: 'auto' })
    const owner = await demoOwner()
    const entrance = async () => (await owner.read('/entrance')).body
    expect(await entrance()).toMatchObject({ demo: true, signUp: 'open', links: 'console' })
    expect((await service.post('initCall', { phone: victim })).body.status).toBe(true)
    const link = await demoToken(service)

    await addTrunk(service.store, 'real')
    await noticed(service)
    expect(service.logged.join('')).toContain('the demo has ended')
    expect(await entrance()).toMatchObject({ demo: false, signUp: 'invite', links: 'operator' })
    expect(errorOf(await service.post('initCall', { phone: '79161230002' }))).toEqual([5, 503])
    expect(errorOf(await service.post('inboundCallWaiting', { phone: victim, callback_url }))).toEqual([
      5, 503,
    ])
    expect((await service.get('getBalance')).status).toBe(200)
    expect((await (await demoOwner()).read('/verifications')).status).toBe(200)
    // The sign-in without a password is closed together with the demo.
    expect(await service.demoLink()).toBeUndefined()
    const late = await cabinetVisitor(service).write('/session/demo-link', { token: link })
    expect(late.body.error.code).toBe('link-ended')
    expect(await ringkey(service.folder, ['demo', 'link'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('RINGKEY_DEMO=auto'),
    })

    await changed(service.store, 'removeTrunk', 'real')
    await noticed(service)
    expect(await entrance()).toMatchObject({ demo: false })
    expect(errorOf(await service.post('initCall', { phone: '79161230003' }))).toEqual([5, 503])
  })

  it('demo: stays on beside a real trunk with RINGKEY_DEMO=on', async () => {
    service = await startTestService({ RINGKEY_DEMO: 'on' })
    await addTrunk(service.store, 'real')
    await noticed(service)
    expect((await service.post('initCall', { phone: victim })).body.status).toBe(true)
  })
})

describe('a new account', () => {
  it('demo on: has play money, reaches nothing on this machine, and loses the money when it becomes real', async () => {
    service = await startTestService()
    const newcomer = await signedUp(service, 'new@example.com')
    const { account, person } = (await newcomer.read('/me')).body
    expect(account).toMatchObject({ demo: true, balance: 100 })
    expect(person.operator).toBe(false)
    const client = await openClient(service, {}, { accountId: account.id })
    await changed(service.store, 'changeAccount', { id: account.id, phoneConfirmed: true, at: 0 })
    await noticed(service)
    const local = { phone: victim, callback_url: 'http://127.0.0.1:9/hook' }
    expect((await client.post('inboundCallWaiting', local)).body.code).toBe(2)
    expect((await service.post('inboundCallWaiting', local)).body.status).toBe(true)

    const { body } = await client.post('initCall', { phone: '79161230004' })
    expect(body.status).toBe(true)
    const makeReal = () => ringkey(service.folder, ['account', 'make-real', 'new@example.com', '--json'])
    expect(await makeReal()).toMatchObject({ code: 1, err: expect.stringContaining('calls under way') })
    expect((await newcomer.read('/me')).body.account).toMatchObject({ demo: true })
    service.telephony.placed.at(-1)!.end({ completed: false, reason: 'busy' })
    await service.clock.advance(2_000)
    expect((await makeReal()).json).toMatchObject({ demo: false, balance: 0 })
    expect(await makeReal()).toMatchObject({ code: 1, err: expect.stringContaining('is no demo account') })
    expect((await newcomer.read('/me')).body.account).toMatchObject({ demo: false, balance: 0 })
    expect(await isClean(service.store)).toBe(true)
  })

  it('demo off: is a real account that starts with nothing', async () => {
    service = await startTestService({ RINGKEY_DEMO: 'off' }, { installation: { signUp: 'open' } })
    const newcomer = await signedUp(service, 'new@example.com')
    expect((await newcomer.read('/me')).body.account).toMatchObject({ demo: false, balance: 0 })
  })
})

describe('the demo sign-in without a password', () => {
  /** The request of a bare `proxy_pass`: from this machine, its name in Host, no header that shows a proxy. */
  const throughProxy = async (path: string, body: unknown) => {
    const headers = { 'X-Ringkey-Cabinet': '1', 'Content-Type': 'application/json', Host: '127.0.0.1' }
    return service.raw(`/cabinet/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  it('client behind a bare proxy: gets no session', async () => {
    service = await startTestService()
    for (const [path, body] of [
      ['/session/demo', {}],
      ['/session/demo-link', {}],
      ['/session/demo-link', { token: 'a'.repeat(32) }],
    ] as const) {
      const answer = await throughProxy(path, body)
      expect([answer.status >= 400, answer.headers.get('set-cookie')]).toEqual([true, null])
    }
  })

  it('one-time link: signs one browser in, within the hour', async () => {
    service = await startTestService()
    const token = await demoToken(service)
    const enter = (visitor = cabinetVisitor(service), given = token) =>
      visitor.write('/session/demo-link', { token: given })
    const first = cabinetVisitor(service)
    expect((await enter(first)).body).toMatchObject({ person: { operator: true }, account: { demo: true } })
    expect((await first.read('/operator/accounts')).status).toBe(200)
    expect((await enter()).status).toBe(410)

    const { json } = await ringkey(service.folder, ['demo', 'link', '--json'], { clock: service.clock })
    expect(json.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/cabinet\/demo#[A-Za-z0-9]{32}$/)
    expect((await enter(cabinetVisitor(service), json.link.split('#')[1])).status).toBe(200)

    const late = await demoToken(service)
    await service.clock.leap(3_600_000)
    expect((await enter(cabinetVisitor(service), late)).status).toBe(410)
  })
})
