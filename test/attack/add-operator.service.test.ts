import { afterAll, beforeAll, expect, it } from 'vitest'
import { cabinetVisitor, goodPassword, signedUp } from '../../server/test/cabinet-visitor.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'

let service: TestService
const run = (...typed: string[]) =>
  ringkey(service.folder, typed, {
    clock: service.clock,
    environment: { RINGKEY_PUBLIC_URL: 'https://verify.example.com' },
  })
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const tokenOf = (link: string) => link.split('#')[1]

it('user add-operator: does not promote a person who already used the address, and reports what it found', async () => {
  const squatter = await signedUp(service, 'squatted@example.com')
  const { out, json } = await run('user', 'add-operator', 'squatted@example.com', '--json')
  expect(json.found).toMatchObject({ accounts: 1, created: expect.any(String) })
  expect(json.link).toMatch(/\/cabinet\/become-operator#\w{32}$/)
  expect(out).not.toContain('/new-password')
  expect((await squatter.read('/me')).body.person.operator).toBe(false)
  expect((await squatter.read('/operator/trunks')).status).toBe(403)
  const token = tokenOf(json.link)
  expect((await cabinetVisitor(service).write('/join/operator', { token })).status).toBe(401)
  const other = await signedUp(service, 'other@example.com')
  expect((await other.write('/join/operator', { token })).body.error.code).toBe('operator-link-of-another')
  expect((await other.read('/me')).body.person.operator).toBe(false)
})

it('user add-operator: the printed link promotes the signed-in person, once', async () => {
  const known = await signedUp(service, 'known@example.com')
  const elsewhere = cabinetVisitor(service)
  await elsewhere.write('/session', { email: 'known@example.com', password: goodPassword })
  const { json } = await run('user', 'add-operator', 'known@example.com', '--json')
  const token = tokenOf(json.link)
  expect((await known.write('/join/operator', { token })).body.person.operator).toBe(true)
  expect((await elsewhere.read('/me')).status).toBe(401)
  expect((await known.write('/join/operator', { token })).status).toBe(410)
  expect(await run('user', 'add-operator', 'known@example.com')).toMatchObject({
    code: 1,
    err: 'ringkey: known@example.com is already an operator.\n',
  })
})

it('user add-operator: an invitation that was given to the inviter does not open the console', async () => {
  const owner = await signedUp(service, 'inviter@example.com')
  const asked = { email: 'boss@example.com', role: 'read-only', language: 'en' }
  const { body } = await owner.write('/account/invitations', asked)
  const taken = cabinetVisitor(service)
  const join = { token: tokenOf(body.link), name: '', password: goodPassword, language: 'en' }
  expect((await taken.write('/join', join)).status).toBe(200)
  await run('user', 'add-operator', 'boss@example.com')
  expect((await taken.read('/me')).body.person.operator).toBe(false)
})

it('cabinet: members of a body that its route does not declare are ignored', async () => {
  // One address may sign up five times an hour.
  await service.clock.leap(3_600_000)
  const victim = await signedUp(service, 'assigned-victim@example.com')
  const accountId = (await victim.read('/me')).body.account.id
  const before = (await victim.read('/services')).body
  const visitor = cabinetVisitor(service)
  const form = { email: 'assigned@example.com', password: goodPassword, name: 'Ann', language: 'en' }
  const rights = { operator: true, role: 'owner', accountId, demo: false }
  expect((await visitor.write('/sign-up/finish', { ...form, ...rights })).status).toBe(200)
  const { person, account } = (await visitor.read('/me')).body
  expect(person.operator).toBe(false)
  expect(account.id).not.toBe(accountId)
  const made = await visitor.write('/services', { name: 'Shop', useDirection: '', accountId, settings: {} })
  expect(made.status).toBe(200)
  expect((await victim.read('/services')).body).toEqual(before)
})
