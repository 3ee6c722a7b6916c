import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CabinetVisitor, cabinetVisitor, goodPassword, signedUp } from '../../test/cabinet-visitor.ts'
import { startTestService, type TestService } from '../../test/service.ts'

let service: TestService
let owner: CabinetVisitor
beforeAll(async () => {
  service = await startTestService()
  owner = await signedUp(service, 'owner@example.com')
})
afterAll(() => service.stop())

const invite = async (email: string, role: string) =>
  (await owner.write('/account/invitations', { email, role, language: 'en' })).body
const tokenOf = ({ link }: { link: string }) => link.split('#')[1]!
const memberId = async (email: string) => {
  const { members } = (await owner.read('/account')).body as {
    members: { email: string; personId: number }[]
  }
  return members.find((member) => member.email === email)!.personId
}

it('team: a new person accepts an invitation, sets a password and gets the role', async () => {
  const token = tokenOf(await invite(' Dev@Example.com', 'developer'))
  expect((await owner.read('/account')).body.invitations).toMatchObject([
    { email: 'dev@example.com', role: 'developer' },
  ])
  const visitor = cabinetVisitor(service)
  expect((await visitor.write('/link', { token })).body).toEqual({
    purpose: 'join-account',
    email: 'dev@example.com',
    account: 'owner@example.com',
    role: 'developer',
  })
  const join = { token, name: 'Dev', password: goodPassword, language: 'ru' }
  const joined = await visitor.write('/join', join)
  expect(joined.body).toMatchObject({
    person: { email: 'dev@example.com' },
    account: { email: 'owner@example.com', role: 'developer' },
  })
  expect((await visitor.read('/services')).status).toBe(200)
  expect(
    (await visitor.write('/account/invitations', { email: 'x@y.zz', role: 'owner', language: 'en' })).status,
  ).toBe(403)
  expect((await visitor.read('/account')).body.invitations).toEqual([])
  expect((await cabinetVisitor(service).write('/join', join)).body.error.code).toBe('link-ended')
  expect((await invite('dev@example.com', 'owner')).error.code).toBe('already-member')
})

it('team: a registered person accepts an invitation after signing in, and nobody else can', async () => {
  const guest = await signedUp(service, 'guest@example.com')
  const token = tokenOf(await invite('guest@example.com', 'accountant'))
  const fresh = { token, name: '', password: goodPassword, language: 'en' }
  expect((await cabinetVisitor(service).write('/join', fresh)).body.error.code).toBe('email-taken')
  const stranger = await signedUp(service, 'stranger@example.com')
  expect((await stranger.write('/join/accept', { token })).body.error.code).toBe('invitation-of-another')
  const accepted = await guest.write('/join/accept', { token })
  expect(accepted.body.account).toMatchObject({ email: 'owner@example.com', role: 'accountant' })
  expect(accepted.body.accounts).toHaveLength(2)
})

it('team: an invitation is withdrawn by its own account only', async () => {
  const token = tokenOf(await invite('late@example.com', 'read-only'))
  const { id } = (await owner.read('/account')).body.invitations[0]
  const stranger = cabinetVisitor(service)
  await stranger.write('/session', { email: 'stranger@example.com', password: goodPassword })
  expect((await stranger.write(`/account/invitations/${id}/remove`)).status).toBe(404)
  await owner.write(`/account/invitations/${id}/remove`)
  expect((await cabinetVisitor(service).write('/link', { token })).status).toBe(410)
})

it('team: a role changes at once, and an account always keeps an owner', async () => {
  const dev = cabinetVisitor(service)
  await dev.write('/session', { email: 'dev@example.com', password: goodPassword })
  const devId = await memberId('dev@example.com')
  const ownId = await memberId('owner@example.com')
  const setRole = (visitor: CabinetVisitor, id: number, role: string) =>
    visitor.write(`/account/members/${id}/role`, { role })
  expect((await setRole(dev, devId, 'owner')).status).toBe(403)
  expect((await setRole(owner, ownId, 'developer')).body.error.code).toBe('last-owner')
  expect((await owner.write('/account/leave')).body.error.code).toBe('last-owner')
  expect((await setRole(owner, 99_999, 'owner')).status).toBe(404)
  await setRole(owner, devId, 'owner')
  expect((await dev.read('/me')).body.account.role).toBe('owner')
  await setRole(owner, devId, 'read-only')
  expect((await dev.read('/me')).body.account.permissions).toEqual(['read'])
})

it('team: a member is removed or leaves', async () => {
  const dev = cabinetVisitor(service)
  await dev.write('/session', { email: 'dev@example.com', password: goodPassword })
  await owner.write(`/account/members/${await memberId('dev@example.com')}/remove`)
  expect((await dev.read('/services')).body.error.code).toBe('no-account')
  const guest = cabinetVisitor(service)
  const { body } = await guest.write('/session', { email: 'guest@example.com', password: goodPassword })
  const foreign = body.accounts.find(({ email }: { email: string }) => email === 'owner@example.com')
  await guest.write('/session/account', { accountId: foreign.id })
  const left = await guest.write('/account/leave')
  expect(left.body.account.email).toBe('guest@example.com')
  expect((await owner.read('/account')).body.members).toHaveLength(1)
  const actions = (await owner.read('/account/actions')).body.map(
    ({ words }: { words: { en: string } }) => words.en,
  )
  expect(actions).toContain('dev@example.com removed')
  expect(actions).toContain('guest@example.com left')
})
