import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type CabinetVisitor,
  cabinetVisitor,
  demoOperator,
  goodPassword,
  signedUp,
} from '../../test/cabinet-visitor.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../test/service.ts'

const writtenMs = 5_000
let service: TestService
let operator: CabinetVisitor
beforeAll(async () => {
  service = await startTestService({ RINGKEY_TRUST_PROXY: '127.0.0.1' })
  operator = await demoOperator(service)
})
afterAll(() => service.stop())

interface Line {
  readonly id: number
  readonly action: string
  readonly facts: object
  readonly email: string
  readonly ip: string
  readonly result: string
  readonly times: number
}
const linesOf = async (query = ''): Promise<Line[]> =>
  (await operator.read(`/operator/actions${query}`)).body.items
const wrongKey = (serviceId: number, from: string) =>
  service.get(
    'getBalance',
    {},
    {
      headers: { Authorization: `Bearer ${'x'.repeat(32)}.${serviceId}`, 'X-Forwarded-For': from },
    },
  )

it("operators' log: records sign-ins and refusals, and never what was typed", async () => {
  await signedUp(service, 'log@example.com')
  const visitor = cabinetVisitor(service)
  const typed = (email: string, password: string) => visitor.write('/session', { email, password })
  expect((await typed('log@example.com', 'a wrong guess')).status).toBe(401)
  expect((await typed('my-password@example.com', 'a wrong guess')).status).toBe(401)
  expect((await typed('log@example.com', goodPassword)).status).toBe(200)
  await visitor.write('/sessions/end-others', {})
  await visitor.write('/password', { old: 'a wrong guess', password: 'another good password' })
  await visitor.write('/session/end', {})
  expect(
    (await visitor.write('/password/new', { token: 'x'.repeat(32), password: 'long enough' })).status,
  ).toBe(410)
  await service.clock.advance(writtenMs)
  const lines = await linesOf('?group=sign-ins')
  const shown = lines.map(({ action, facts, email, result }) => [action, facts, email, result])
  for (const line of [
    ['signed-in', { by: 'password' }, 'log@example.com', 'done'],
    ['sessions-ended', { which: 'others' }, 'log@example.com', 'done'],
    ['signed-out', {}, 'log@example.com', 'done'],
    ['sign-in-refused', { reason: 'password' }, 'log@example.com', 'refused'],
    ['sign-in-refused', { reason: 'unknown-email' }, '', 'refused'],
    ['sign-in-refused', { reason: 'link-ended' }, '', 'refused'],
    ['proof-refused', { reason: 'password' }, 'log@example.com', 'refused'],
  ])
    expect(shown).toContainEqual(line)
  expect(JSON.stringify(lines)).not.toMatch(/guess|my-password|xxxx/)
})

it("operators' log: counts refused keys in one line per minute, and shows owners those of their services", async () => {
  for (let count = 0; count < 25; count++) await wrongKey(service.serviceId, '198.51.100.7')
  await service.clock.advance(writtenMs)
  expect(await linesOf('?group=keys&ip=198.51.100.')).toMatchObject([
    {
      action: 'key-refused',
      facts: { service: service.serviceId, reason: 'key' },
      ip: '198.51.100.7',
      result: 'refused',
      times: 25,
    },
  ])
  const owner = await signedUp(service, 'owner-of-keys@example.com')
  const own = (await owner.write('/services', { name: 'Shop', useDirection: '' })).body
  await wrongKey(own.service.id, '198.51.100.8')
  await service.clock.advance(writtenMs)
  const seen: Line[] = (await owner.read('/account/sign-ins')).body.items
  expect(seen.map(({ action, ip }) => [action, ip])).toEqual([
    ['key-refused', '198.51.100.8'],
    ['signed-in', '127.0.0.1'],
  ])
  const refused: Line[] = (await owner.read('/account/sign-ins?result=refused')).body.items
  expect(refused.map(({ action }) => action)).toEqual(['key-refused'])
})

it("operators' log: is filtered and exported with the same lines in the cabinet and by command", async () => {
  const newest = (await linesOf('?result=refused&who=log%40'))[0]!
  expect(newest.email).toBe('log@example.com')
  expect(await linesOf(`?to=${service.clock.now() - 3_600_000}`)).toEqual([])
  const file = async (format: string) =>
    (await operator.read(`/operator/actions/export?format=${format}&group=keys`)).body.trim() as string
  const objects = (await file('jsonl')).split('\n').map((line) => JSON.parse(line))
  expect(objects[0]).toMatchObject({ what: 'key-refused', result: 'refused', times: 1, from: '198.51.100.8' })
  expect(await file('csv')).toMatch(/^id,time,who,what,facts,from,user_agent,result,times,account\r\n/)
  const run = (...typed: string[]) =>
    ringkey(service.folder, ['audit-log', ...typed], { clock: service.clock })
  const exported = await run('export', '--about', 'keys')
  expect(
    exported.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(objects)
  expect((await run('export', '--about', 'keys', '--format', 'csv')).out).toContain('key-refused')
  const listed = await run('list', '--from', '198.51.100.7', '--json')
  expect(listed.json).toMatchObject([{ what: 'key-refused', times: 25 }])
  expect((await run('list', '--until', '2020-01-01')).out).toContain('No such lines')
})

it("operators' log: is deleted after its retention", async () => {
  const before = await linesOf()
  expect(before.length).toBeGreaterThan(5)
  const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
  await service.clock.leap(31 * 86_400_000)
  const again = await demoOperator(service)
  await run('installation', 'set', 'keep-operator-log-days', '30')
  await run('retention', 'trust-clock')
  const left: Line[] = (await again.read('/operator/actions')).body.items
  expect(left.filter(({ id }) => before.some((old) => old.id === id))).toEqual([])
})
