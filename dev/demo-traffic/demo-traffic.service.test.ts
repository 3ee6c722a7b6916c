import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { cheapPasswords } from '../../server/test/cheap-passwords.ts'
import { ManualClock } from '../../server/test/manual-clock.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { makeTraffic } from './make-traffic.ts'

it('demo traffic: a day of calls both ways, verifications with consent and refused requests, with books that balance', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'traffic-')), 'data')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const endsAt = Date.UTC(2026, 4, 20, 18)
  const made = await makeTraffic({ folder, days: 1, visits: 30, endsAt, passwords: cheapPasswords })
  expect(made.visits).toBeGreaterThan(15)
  expect(made.calls).toBeGreaterThan(10)
  expect(made.confirmed).toBeGreaterThan(0)
  const clock = new ManualClock(endsAt)
  const audit = await ringkey(folder, ['audit', '--json'], { clock })
  expect([audit.code, audit.json]).toMatchObject([0, { clean: true }])
  const period = ['--from', '2026-05-19', '--to', '2026-05-21']
  const proofs = await ringkey(folder, ['consent', 'export', '--service', '3', ...period], { clock })
  expect([proofs.code, proofs.out]).toEqual([0, expect.stringContaining('198.51.100.7')])
  const { out } = await ringkey(folder, ['audit-log', 'list', '--json'], { clock })
  expect(out).toContain('invoice 2041')
})
