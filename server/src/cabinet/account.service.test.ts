import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoOperator, goodPassword, signedUp } from '../../test/cabinet-visitor.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../test/service.ts'
import { addKeyedService } from '../../test/store-contract/fixture.ts'

const phone = '+7 916 123-45-67'

async function serviceOf(service: TestService, accountId: number): Promise<string> {
  const { authorization } = await addKeyedService(service.store, accountId, { at: service.clock.now() })
  await service.clock.advance(2_000)
  return authorization
}

describe('the phone of the account owner', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({}, { installation: { confirmPhone: true } })
  })
  afterAll(() => service.stop())

  it('is confirmed with a free flash call; until then the API answers 1005', async () => {
    const owner = await signedUp(service, 'owner@example.com')
    const { account } = (await owner.read('/me')).body
    expect(account.phoneConfirmed).toBe(false)
    const authorization = await serviceOf(service, account.id)
    expect((await service.get('getBalance', {}, { authorization })).body.code).toBe(1005)

    expect((await owner.write('/account/phone/confirm', { code: '1234' })).body.error.code).toBe('code-ended')
    expect((await owner.write('/account/phone', { phone: '+7 000' })).body.error.field).toBe('phone')
    expect((await owner.write('/account/phone', { phone: '79000000001' })).body.error.field).toBe('phone')
    expect((await owner.write('/account/phone', { phone })).status).toBe(200)
    const call = service.telephony.placed.at(-1)!
    expect(call.request).toMatchObject({ mode: 'flash', phone: { e164: '79161234567' } })
    const { ownPhone } = (await owner.read('/account')).body
    expect(ownPhone).toMatchObject({ confirmed: false, mask: '7916***4567' })
    const wrong = call.code === '0001' ? '0002' : '0001'
    expect((await owner.write('/account/phone/confirm', { code: wrong })).body.error.code).toBe('wrong-code')
    const confirmed = await owner.write('/account/phone/confirm', { code: call.code })
    expect(confirmed.status).toBe(200)
    expect((await service.get('getBalance', {}, { authorization })).body.rub_balance).toBe(100)
    expect((await owner.write('/account/phone', { phone })).body.error.code).toBe('phone-confirmed')
    const entries = await service.store.ledger({ accountId: account.id, afterEntry: 0, limit: 9 })
    expect(entries.map(({ kind }) => kind)).toEqual(['top-up'])
    expect(service.logged.join()).not.toContain('79161234567')
  })

  it('allows five tries of the code and three calls to a number, and never calls a number of the do-not-call list', async () => {
    const owner = await signedUp(service, 'second@example.com')
    await owner.write('/account/phone', { phone: '+79161110000' })
    const { code } = service.telephony.placed.at(-1)!
    const wrong = code === '9999' ? '9998' : '9999'
    for (let index = 0; index < 5; index++) await owner.write('/account/phone/confirm', { code: wrong })
    expect((await owner.write('/account/phone/confirm', { code })).body.error.code).toBe('code-ended')
    await owner.write('/account/phone', { phone: '+79161110000' })
    expect((await owner.write('/account/phone', { phone: '+79161110000' })).status).toBe(429)
    await service.clock.leap(15 * 60_000)
    service.telephony.answer = 'no-way'
    const failed = await owner.write('/account/phone', { phone: '+79161110000' })
    expect(failed.body.error.code).toBe('no-way-to-call')
    service.telephony.answer = 'planned'
    expect((await owner.write('/account/phone', { phone: '+79161110000' })).status).toBe(200)
    await ringkey(service.folder, ['do-not-call', 'add', '+79161110001'])
    const peace = await owner.write('/account/phone', { phone: '+79161110001' })
    expect(peace.body.error.code).toBe('do-not-call')
  })
})

describe('closing an account', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  it('needs the e-mail and a confirmed loss of the balance, and leaves only the ledger', async () => {
    const owner = await signedUp(service, 'closes@example.com')
    const { account } = (await owner.read('/me')).body
    const authorization = await serviceOf(service, account.id)
    const { vendor_id: vendorId } = (
      await service.post('initCall', { phone: '79161234567', client: 'Ann' }, { authorization })
    ).body
    const close = (changes: object = {}) =>
      owner.write('/account/close', { email: 'Closes@example.com ', giveUpMoney: false, ...changes })
    expect((await close({ email: 'other@example.com' })).body.error.code).toBe('email-differs')
    expect((await close()).body.error.code).toBe('calls-under-way')
    await service.clock.advance(3_000)
    await eventually(
      () => service.get('getInfo', { uid: String(vendorId) }, { authorization }),
      ({ body }) => body.call_status === 1,
    )
    expect((await close()).body.error.code).toBe('has-money')
    expect((await close({ giveUpMoney: true })).status).toBe(200)

    expect(owner.cookie).toBe('')
    expect((await service.get('getBalance', {}, { authorization })).status).toBe(401)
    const signIn = { email: 'closes@example.com', password: goodPassword }
    expect((await owner.write('/session', signIn)).status).toBe(401)
    const entries = await service.store.ledger({ accountId: account.id, afterEntry: 0, limit: 9 })
    expect(entries.map(({ kind, amountUnits }) => [kind, amountUnits])).toEqual([
      ['top-up', 1_000_000],
      ['capture', -8_000],
      ['charge', -992_000],
    ])
    await service.clock.leap(60_000)
    await eventually(
      () => service.store.accountsToErase(),
      (left) => left.length === 0,
    )
    expect(await service.store.call(vendorId)).toMatchObject({
      phoneHash: null,
      phoneMask: '',
      client: '',
    })
    await signedUp(service, 'closes@example.com')
  })

  it('is refused for the demo account of the first run', async () => {
    const demo = await demoOperator(service)
    const closed = await demo.write('/account/close', { email: 'demo@ringkey.local', giveUpMoney: true })
    expect(closed.body.error.code).toBe('demo-stays')
  })

  it('cabinet account: shows the history in pages and stores name and language', async () => {
    const owner = await signedUp(service, 'history@example.com')
    const { id } = (await owner.read('/me')).body.account
    for (let index = 0; index < 60; index++) {
      await service.store.recordAction({
        accountId: id,
        action: {
          action: `did ${index}`,
          facts: {},
          userAgent: '',
          ip: '',
          createdAt: index,
        },
      })
    }
    const first = (await owner.read('/account/actions')).body
    expect(first).toHaveLength(50)
    const rest = (await owner.read(`/account/actions?before=${first.at(-1).id}`)).body
    expect(rest).toHaveLength(13)
    const saved = await owner.write('/person', { name: ' Анна ', language: 'ru' })
    expect(saved.body.person).toMatchObject({ name: 'Анна', language: 'ru' })
  })
})
