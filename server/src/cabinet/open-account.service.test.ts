import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, openSession, userAgent } from '../../test/cabinet-member.ts'
import { type CabinetVisitor, cabinetVisitor, signedUp } from '../../test/cabinet-visitor.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { changed } from '../../test/store-contract/fixture.ts'
import { systemRandom } from '../platform/random.ts'
import { makeLink } from './one-time-links.ts'

/** A person who left the last account. */
async function withoutAccount(service: TestService, email: string): Promise<CabinetVisitor> {
  const visitor = cabinetVisitor(service, userAgent)
  const { token } = await openSession(service, await addPerson(service, email), 0)
  visitor.cookie = `ringkey=${token}`
  return visitor
}
const inviteLink = async ({ folder, clock }: TestService, ...address: string[]) => {
  const { json } = await ringkey(folder, ['user', 'add', ...address, '--json'], { clock })
  return json.link.split('#')[1] as string
}

describe('where sign-up is open', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({}, { installation: { confirmPhone: true } })
  })
  afterAll(() => service.stop())

  it('gives a person without an account a new one, as a sign-up does', async () => {
    const owner = await signedUp(service, 'owner@example.com')
    const guest = { email: 'dev@example.com', role: 'developer', language: 'en' }
    const { link } = (await owner.write('/account/invitations', guest)).body
    const dev = cabinetVisitor(service)
    const join = { token: link.split('#')[1], name: 'Dev', password: 'three happy tigers', language: 'en' }
    await dev.write('/join', join)
    expect((await dev.write('/account/open')).body.error.code).toBe('has-account')
    expect((await dev.write('/account/leave')).body).toMatchObject({ account: null, accounts: [] })

    const { status, body } = await dev.write('/account/open')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      person: { email: 'dev@example.com', name: 'Dev' },
      account: { email: 'dev@example.com', role: 'owner', balance: 100, phoneConfirmed: false, demo: true },
    })
    expect((await dev.read('/me')).body).toEqual(body)
    expect((await dev.read('/services')).body).toMatchObject([{ name: 'My site' }])
    const [, created] = (await dev.read('/account/actions')).body
    expect(created.words).toEqual({ en: 'account created', ru: 'аккаунт создан' })
    const tariffOf = async (id: number) => (await service.store.account(id))!.tariff
    const ownersId = (await owner.read('/me')).body.account.id
    expect(await tariffOf(body.account.id)).toBe(await tariffOf(ownersId))
  })

  it('says what to do when the account that the person left has the same e-mail', async () => {
    const founder = await signedUp(service, 'founder@example.com')
    const { id: accountId } = (await founder.read('/me')).body.account
    const heir = await addPerson(service, 'heir@example.com')
    await changed(service.store, 'saveMembership', {
      accountId,
      personId: heir.id,
      role: 'owner',
      createdAt: 0,
    })
    await founder.write('/account/leave')
    expect((await founder.write('/account/open')).body.error.code).toBe('account-of-others')
    expect((await service.store.members(accountId)).map(({ person }) => person.email)).toEqual([
      'heir@example.com',
    ])
  })

  it('limits how often a person opens accounts', async () => {
    await service.clock.leap(15 * 60_000)
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) {
      const visitor = await withoutAccount(service, `farm-${index}@example.com`)
      statuses.push((await visitor.write('/account/open')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

it('opening an account by invitation: needs an unused invitation for the own e-mail', async () => {
  const service = await startTestService({}, { installation: { signUp: 'invite' } })
  const [ann, bob] = [
    await withoutAccount(service, 'ann@example.com'),
    await withoutAccount(service, 'bob@example.com'),
  ]
  const open = async (visitor: CabinetVisitor, token?: string) =>
    (await visitor.write('/account/open', { token })).body
  expect((await open(ann)).error.code).toBe('sign-up-closed')
  const token = await inviteLink(service, 'ann@example.com')
  expect((await open(bob, token)).error.code).toBe('link-ended')
  expect((await open(ann, token)).account).toMatchObject({ email: 'ann@example.com', role: 'owner' })
  expect((await open(bob, token)).error.code).toBe('link-ended')
  expect((await open(bob, await inviteLink(service))).account.role).toBe('owner')
  const again = ['user', 'add', 'ann@example.com']
  expect((await ringkey(service.folder, again, { clock: service.clock })).code).toBe(1)
  await service.stop()
})

it('opening an account: is refused where sign-up is closed', async () => {
  const service = await startTestService({}, { installation: { signUp: 'closed' } })
  const ann = await withoutAccount(service, 'ann@example.com')
  const token = await makeLink(
    { store: service.store, random: systemRandom, now: service.clock.now() },
    { purpose: 'sign-up' },
  )
  for (const body of [{}, { token }]) {
    expect((await ann.write('/account/open', body)).body.error.code).toBe('sign-up-closed')
  }
  await service.stop()
})
