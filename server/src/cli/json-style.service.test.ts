// What commands print for programs.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { ensureDemoTrunk } from '../telephony/demo-trunk.ts'
import { commands } from './commands/index.ts'
import { jsonOf } from './wording.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await ensureDemoTrunk(service.store, service.clock.now())
})
afterAll(() => service.stop())

/** Names of members, of all objects inside. */
const namesIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(namesIn)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, its]) => [name, ...namesIn(its)])
      : []

it('--json: every command that lists or shows something has its members in snake_case, and times as ISO 8601', async () => {
  const typed = commands
    .filter(({ words }) => /(^| )(list|show|status|check|health)$/.test(words))
    .map(({ words, operands }) => [
      ...words.split(' '),
      ...Object.values(operands).map(({ name }) =>
        name === 'NAME' ? 'simulator' : String(service.serviceId),
      ),
    ])
  expect(typed.length).toBeGreaterThan(20)
  const answered: string[] = []
  for (const words of typed) {
    const { json, code } = await ringkey(service.folder, [...words, '--json'], {
      clock: service.clock,
      environment: service.environment,
    })
    if (json === undefined || code === 2) continue
    answered.push(words.join(' '))
    expect([words.join(' '), namesIn(json).filter((name) => /^[a-z]+[A-Z]/.test(name))]).toEqual([
      words.join(' '),
      [],
    ])
  }
  expect(answered).toEqual(
    expect.arrayContaining(['trunk show simulator', 'trunk list', 'confirm-pool list', 'pool check']),
  )
})

it('--json: names that are not ours stay, and what integrators say', () => {
  const at = Date.UTC(2026, 0, 15)
  expect(
    jsonOf({
      createdAt: at,
      callsAtOnce: 3,
      byCountry: { RU: 1 },
      metadata: { orderId: 'x' },
      items: [{ at, until: null }],
    }),
  ).toEqual({
    created: '2026-01-15T00:00:00.000Z',
    calls_at_once: 3,
    by_country: { RU: 1 },
    metadata: { orderId: 'x' },
    items: [{ at: '2026-01-15T00:00:00.000Z', until: null }],
  })
})
