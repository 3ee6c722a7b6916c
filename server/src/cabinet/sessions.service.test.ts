import { afterAll, beforeAll, expect, it } from 'vitest'
import { cabinetVisitor, goodPassword, signedUp } from '../../test/cabinet-visitor.ts'
import { startTestService, type TestService } from '../../test/service.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const isIn = async (cookie: string, userAgent?: string) => {
  const visitor = cabinetVisitor(service, userAgent)
  visitor.cookie = cookie
  return (await visitor.read('/me')).status === 200
}

it('session: its token is replaced after an hour; late use of the old token ends the session', async () => {
  const visitor = await signedUp(service, 'rotates@example.com')
  const first = visitor.cookie
  await service.clock.leap(hourMs - 1)
  await visitor.read('/me')
  expect(visitor.cookie).toBe(first)
  await service.clock.leap(1)
  await visitor.read('/me')
  const second = visitor.cookie
  expect(second).not.toBe(first)
  expect(await isIn(first)).toBe(true)
  expect(await isIn(second)).toBe(true)
  await service.clock.leap(60_000)
  // Two parties have the token: both the thief and the owner have to sign in again.
  expect(await isIn(first)).toBe(false)
  expect(await isIn(second)).toBe(false)
})

it('session: parallel requests rotate the token once', async () => {
  const visitor = await signedUp(service, 'together@example.com')
  const { cookie } = visitor
  await service.clock.leap(hourMs)
  const visitors = Array.from({ length: 5 }, () => Object.assign(cabinetVisitor(service), { cookie }))
  const answers = await Promise.all(visitors.map((each) => each.read('/me')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(visitors.map((each) => each.cookie)).size).toBe(2)
})

it('session: ends when another browser uses it, but not after a browser update', async () => {
  const visitor = await signedUp(service, 'bound@example.com', 'Mozilla/5.0 Firefox/140.0')
  const { cookie } = visitor
  expect(await isIn(cookie, 'Mozilla/5.0 Firefox/141.2')).toBe(true)
  expect(await isIn(cookie, 'curl/8.0')).toBe(false)
  expect(await isIn(cookie, 'Mozilla/5.0 Firefox/140.0')).toBe(false)
})

it('session: ends when another browser uses the token that was replaced a moment ago', async () => {
  const visitor = await signedUp(service, 'copied@example.com', 'Mozilla/5.0 Firefox/140.0')
  const { cookie } = visitor
  await service.clock.leap(hourMs)
  await visitor.read('/me')
  expect(visitor.cookie).not.toBe(cookie)
  expect(await isIn(cookie, 'curl/8.0')).toBe(false)
  expect((await visitor.read('/me')).status).toBe(401)
})

it('session: ends after two weeks without use, and is deleted from the store', async () => {
  const [used, unused] = [
    await signedUp(service, 'used@example.com'),
    await signedUp(service, 'unused@example.com'),
  ]
  for (let day = 0; day < 12; day += 6) await service.clock.leap(6 * dayMs)
  await service.clock.leap(dayMs)
  expect((await used.read('/me')).status).toBe(200)
  await service.clock.leap(2 * dayMs)
  expect((await used.read('/me')).status).toBe(200)
  expect((await unused.read('/me')).status).toBe(401)
  await service.clock.leap(60_000)
  const person = await service.store.personByEmail('unused@example.com')
  expect(await service.store.sessionsOf(person!.id)).toEqual([])
})

it('session list: marks the current session, ends one session or all others', async () => {
  const here = await signedUp(service, 'many@example.com', 'Here/1.0')
  const elsewhere = async (userAgent: string) => {
    const visitor = cabinetVisitor(service, userAgent)
    await visitor.write('/session', { email: 'many@example.com', password: goodPassword })
    return visitor
  }
  const [phone, tablet] = [await elsewhere('Phone/1'), await elsewhere('Tablet/1')]
  const list = (await here.read('/sessions')).body as { id: string; isThis: boolean; userAgent: string }[]
  expect(list.filter(({ isThis }) => isThis).map(({ userAgent }) => userAgent)).toEqual(['Here/1.0'])
  expect(list).toHaveLength(3)
  const stranger = await signedUp(service, 'stranger@example.com')
  const { id } = list.find(({ userAgent }) => userAgent === 'Phone/1')!
  expect((await stranger.write(`/sessions/${id}/end`)).status).toBe(404)
  expect((await here.write(`/sessions/${id}/end`)).status).toBe(200)
  expect((await phone.read('/me')).status).toBe(401)
  expect((await tablet.read('/me')).status).toBe(200)
  await here.write('/sessions/end-others')
  expect((await tablet.read('/me')).status).toBe(401)
  expect((await here.read('/me')).status).toBe(200)
})

it('password change: needs the old password and ends all other sessions', async () => {
  await service.clock.leap(15 * 60_000)
  const here = await signedUp(service, 'changes@example.com')
  const other = cabinetVisitor(service, 'Other/1')
  await other.write('/session', { email: 'changes@example.com', password: goodPassword })
  const change = (old: string, password: string) => here.write('/password', { old, password })
  expect((await change('wrong', 'a fresh password')).body.error).toMatchObject({ code: 'password-wrong' })
  expect((await change(goodPassword, 'changes2026')).body.error).toMatchObject({ code: 'password-simple' })
  expect((await change(goodPassword, 'a fresh password')).status).toBe(200)
  expect((await here.read('/me')).status).toBe(200)
  expect((await other.read('/me')).status).toBe(401)
})

it('sign-in: limits guesses per e-mail, also for the right password', async () => {
  await service.clock.leap(15 * 60_000)
  await signedUp(service, 'guessed@example.com')
  const guess = (password: string) =>
    cabinetVisitor(service).write('/session', { email: 'guessed@example.com', password })
  for (let index = 0; index < 10; index++) expect((await guess('wrong')).status).toBe(401)
  expect((await guess(goodPassword)).status).toBe(429)
  await service.clock.leap(15 * 60_000)
  expect((await guess(goodPassword)).status).toBe(200)
})
