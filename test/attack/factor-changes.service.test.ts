// A stolen session can neither change the second factor nor move money: both need the password or a factor. It ends, and
// what it opened ends with it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOfStep, stepAt } from '../../server/src/cabinet/second-factor/totp.ts'
import { visitAs } from '../../server/test/cabinet-member.ts'
import {
  type CabinetVisitor,
  cabinetVisitor,
  demoOperator,
  goodPassword,
  signedUp,
} from '../../server/test/cabinet-visitor.ts'
import { freshPhone, openClient } from '../../server/test/contract/scene.ts'
import { listenTo } from '../../server/test/live-stream.ts'
import { eventually, startTestService, type TestService } from '../../server/test/service.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
let service: TestService
let demanding: TestService
beforeAll(async () => {
  service = await startTestService()
  demanding = await startTestService({}, { installation: { operatorSecondFactor: 'on' } })
})
afterAll(async () => {
  await service.stop()
  await demanding.stop()
})

async function connectApp(visitor: CabinetVisitor, at = service, old: object = {}) {
  const { secret, pending } = (await visitor.write('/second-factor/totp')).body
  const code = () => codeOfStep(secret, stepAt(at.clock.now()))
  const answer = await visitor.write('/second-factor/totp/confirm', { pending, code: code(), ...old })
  await at.clock.advance(30_000)
  return { code, answer, recoveryCodes: (answer.body.recoveryCodes ?? []) as string[] }
}

it('second factor: is replaced and removed with the password and the old factor, never by the session alone', async () => {
  const own = await signedUp(service, 'factor@example.com')
  const first = await connectApp(own)
  expect(first.answer.status).toBe(200)
  expect((await connectApp(own)).answer.body.error.code).toBe('password-wrong')
  const withoutFactor = await connectApp(own, service, { password: goodPassword })
  expect(withoutFactor.answer.body.error).toMatchObject({ code: 'wrong-code', field: 'proof' })
  const remove = (words: object) => own.write('/second-factor/totp/remove', words)
  expect((await remove({ password: goodPassword })).status).toBe(403)
  expect((await remove({ proof: first.code() })).status).toBe(403)
  expect((await own.write('/second-factor/recovery', { password: goodPassword })).status).toBe(403)

  const old = { password: goodPassword, proof: first.code() }
  const second = await connectApp(own, service, old)
  expect(second.answer.status).toBe(200)
  expect((await remove({ password: goodPassword, proof: first.code() })).status).toBe(403)
  expect((await remove({ password: goodPassword, proof: first.recoveryCodes[0] })).status).toBe(200)
  expect((await own.read('/security')).body.totp).toBe(false)
})

it('session: its token is renewed when the second factor comes, and the old one is worth nothing', async () => {
  const own = await signedUp(service, 'renewed@example.com')
  const { code } = await connectApp(own)
  const visitor = cabinetVisitor(service)
  await visitor.write('/session', { email: 'renewed@example.com', password: goodPassword })
  const half = visitor.cookie
  expect((await visitor.write('/session/totp', { code: code() })).body.stage).toBe('full')
  expect(visitor.cookie).not.toBe(half)
  expect((await visitor.read('/me')).status).toBe(200)
  const planted = Object.assign(cabinetVisitor(service), { cookie: half })
  expect((await planted.read('/me')).status).toBe(401)
})

it('session: ends 30 days after the sign-in, however often it is used', async () => {
  const own = await signedUp(service, 'absolute@example.com')
  for (let day = 0; day < 29; day++) {
    await service.clock.leap(dayMs)
    expect((await own.read('/me')).status).toBe(200)
  }
  await service.clock.leap(dayMs)
  expect((await own.read('/me')).status).toBe(401)
})

it('live stream: sends nothing more after a sign-out or the loss of the role, and ends within five seconds', async () => {
  const client = await openClient(service)
  const leaver = await visitAs(service, client.accountId)
  const dismissed = await visitAs(service, client.accountId, 'developer')
  const streams = await Promise.all([listenTo(service, leaver), listenTo(service, dismissed)])
  await eventually(
    async () => {
      await service.clock.advance(1_000)
      return streams
    },
    () => streams.every(({ events }) => events.length > 0),
  )
  const heard = streams.map(({ events }) => events.length)
  await leaver.write('/session/end')
  await service.store.removeMembership({ accountId: client.accountId, personId: dismissed.personId })
  await client.post('initCall', { phone: freshPhone() })
  await service.clock.advance(5_000)
  await eventually(
    async () => streams.every(({ isOver }) => isOver()),
    (isOver) => isOver,
  )
  for (const [index, { events }] of streams.entries())
    expect(events.slice(heard[index])).toEqual([{ kind: 'ended' }])
})

it('money, tariffs and trunks: ask for the password or a factor again after 15 minutes', async () => {
  const operator = await demoOperator(service)
  const { id } = (await operator.read('/me')).body.account
  let forms = 0
  const topUp = () => {
    const form = { amount: '1', note: 'again', operationId: `form-of-a-test-${++forms}` }
    return operator.write(`/operator/accounts/${id}/top-up`, form)
  }
  const code = async (path: string, body: object) => (await operator.write(path, body)).body.error?.code
  await service.clock.leap(15 * minuteMs - 1)
  expect((await topUp()).status).toBe(200)
  await service.clock.leap(1)
  expect((await topUp()).body.error.code).toBe('proof-needed')
  expect(await code('/operator/trunks', {})).toBe('proof-needed')
  expect(await code('/operator/trunks/demo', {})).toBe('proof-needed')
  expect(await code('/operator/trunks/demo/remove', {})).toBe('proof-needed')
  expect(await code('/operator/tariffs', {})).toBe('proof-needed')
  expect(await code(`/operator/accounts/${id}/tariff`, {})).toBe('proof-needed')
  expect(await code(`/operator/accounts/${id}/make-real`, {})).toBe('proof-needed')
  expect(await code('/operator/caps', {})).toBe('proof-needed')
  expect(await code('/services/1/limits', {})).toBe('proof-needed')
  expect((await operator.read('/operator/trunks')).status).toBe(200)
  expect(await code('/session/prove', { password: 'a guess' })).toBe('password-wrong')
  expect((await topUp()).status).toBe(403)
  expect((await operator.write('/session/prove', { password: service.firstRun!.password })).status).toBe(200)
  expect((await topUp()).status).toBe(200)
})

it('operator: gets into the console with a second factor, where the installation demands one', async () => {
  const operator = await demoOperator(demanding)
  expect((await operator.read('/me')).body.person).toMatchObject({ operator: true, needsSecondFactor: true })
  expect((await operator.read('/operator/trunks')).body.error.code).toBe('operator-factor-needed')
  await connectApp(operator, demanding)
  expect((await operator.read('/me')).body.person.needsSecondFactor).toBe(false)
  expect((await operator.read('/operator/trunks')).status).toBe(200)
})
