import { afterAll, beforeAll, expect, it } from 'vitest'
import { cabinetVisitor, goodPassword, signedUp } from '../../../test/cabinet-visitor.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

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

it('user add-operator: the new operator sets a password with the link and sees the console', async () => {
  const { json } = await run('user', 'add-operator', 'Chief@Example.com', '--json')
  expect(json.link).toMatch(/^https:\/\/verify\.example\.com\/cabinet\/new-password#\w{32}$/)
  const chief = cabinetVisitor(service)
  const set = { token: tokenOf(json.link), password: goodPassword }
  const { body } = await chief.write('/password/new', set)
  expect(body).toMatchObject({ person: { email: 'chief@example.com', operator: true }, account: null })
  expect((await run('user', 'list', '--operators')).out).toContain('chief@example.com')
  expect((await run('user', 'remove-operator', 'chief@example.com')).code).toBe(0)
  expect((await chief.read('/me')).body.person.operator).toBe(false)
  expect((await run('user', 'remove-operator', 'chief@example.com')).code).toBe(1)
  expect((await run('user', 'add-operator', 'chief@example.com')).out).toContain('is here already')
})

it('user reset-password: resets the password by a link, the second factor only on request', async () => {
  await signedUp(service, 'lost@example.com')
  const { id } = (await service.store.personByEmail('lost@example.com'))!
  await service.store.changePerson({ id, sealedTotp: Buffer.from('x'), recoveryHashes: ['a'] })
  await run('user', 'reset-password', 'lost@example.com')
  expect((await service.store.person(id))!.recoveryHashes).toEqual(['a'])
  const { json } = await run('user', 'reset-password', 'lost@example.com', '--second-factor', '--json')
  expect(await service.store.person(id)).toMatchObject({ sealedTotp: null, recoveryHashes: [] })
  const set = { token: tokenOf(json.link), password: 'another password' }
  expect((await cabinetVisitor(service).write('/password/new', set)).body.stage).toBe('full')
  expect(await run('user', 'reset-password', 'nobody@example.com')).toMatchObject({
    code: 1,
    err: 'ringkey: There is no user with the address nobody@example.com\n',
  })
})

it('user change-email: prints a link to a new address, which the signed-in user confirms', async () => {
  const mover = await signedUp(service, 'mover@example.com')
  const { json } = await run('user', 'change-email', 'mover@example.com', 'Moved@Example.com', '--json')
  expect(json).toMatchObject({ email: 'mover@example.com' })
  expect(json.link).toMatch(/\/cabinet\/new-email#\w{32}$/)
  const confirm = { token: tokenOf(json.link), language: 'en' }
  expect((await cabinetVisitor(service).write('/email/confirm', confirm)).status).toBe(401)
  expect((await mover.write('/email/confirm', confirm)).body.person.email).toBe('moved@example.com')
  expect(await run('user', 'change-email', 'lost@example.com', 'moved@example.com')).toMatchObject({
    code: 1,
    err: 'ringkey: A user already has the address moved@example.com\n',
  })
})

it('user reset-password: an account that was created without a password gets its owner', async () => {
  await run('account', 'create', 'bare@example.com', '--no-password')
  const { json } = await run('user', 'reset-password', 'bare@example.com', '--json')
  const set = { token: tokenOf(json.link), password: goodPassword }
  const { body } = await cabinetVisitor(service).write('/password/new', set)
  expect(body.account).toMatchObject({ email: 'bare@example.com', role: 'owner' })
})

it('user add: the link works for anybody, or for one address', async () => {
  const open = await run('user', 'add', '--json')
  const newcomer = { email: 'new@example.com', password: goodPassword, name: '', language: 'en' }
  const finish = (token: string | undefined, changes: object = {}) =>
    cabinetVisitor(service).write('/sign-up/finish', { ...newcomer, token, ...changes })
  expect((await finish(tokenOf(open.json.link))).status).toBe(200)
  const { json } = await run('user', 'add', 'bob@example.com', '--json')
  expect((await finish(tokenOf(json.link), { email: 'eve@example.com' })).status).toBe(410)
  expect((await finish(tokenOf(json.link), { email: 'bob@example.com' })).status).toBe(200)
  expect((await run('user', 'add', 'bob@example.com')).code).toBe(1)
})

it('user list: shows everybody who can sign in, or the operators alone', async () => {
  await run('user', 'add-operator', 'second@example.com')
  const listed = async (...options: string[]) => (await run('user', 'list', '--json', ...options)).json
  expect(await listed()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ email: 'bare@example.com', operator: false }),
      expect.objectContaining({ email: 'second@example.com', operator: true }),
    ]),
  )
  const operators = await listed('--operators')
  expect(operators.every(({ operator }: { operator: boolean }) => operator)).toBe(true)
  expect(operators).toContainEqual(expect.objectContaining({ email: 'second@example.com' }))
})
