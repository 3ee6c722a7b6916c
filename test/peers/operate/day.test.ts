// The day of an operator with the sources of this repository. The other ways of installing are in the long form.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { startProcess } from '../../../server/test/process.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { eventually } from '../../../server/test/service.ts'
import { beginDay, type Installation, shell } from './day.ts'

const home = mkdtempSync(join(tmpdir(), 'ringkey-day-'))

/** Commands run in this process, which takes a tenth of the CPU time. */
const sources: Installation = {
  ringkey: (words, environment, line) =>
    ringkey(environment.RINGKEY_DATA!, words, { environment, line, clock: systemClock }),
  async start(environment) {
    const service = await startProcess(environment)
    return { stop: async () => (await service.end('SIGTERM')).code }
  },
}

let day: Awaited<ReturnType<typeof beginDay>>
beforeAll(async () => {
  day = await beginDay(home, sources)
})
afterAll(async () => {
  await day.end()
  rmSync(home, { recursive: true, force: true })
})

const data = (name: string) => join(home, 'data', name)

it('an operator starts it, moves the secret away, writes the settings, and doctor says what is missing', async () => {
  await day.start()
  expect(await day.stop()).toBe(0)
  expect(existsSync(data('secret.key'))).toBe(true)
  await day.play('Make it yours', 'ringkey')
  day.takeSettings('Make it yours')
  await day.start()
  const printed = await day.play('Make it yours')
  expect(printed.get('ringkey user add-operator chief@example.com')).toContain(
    'https://ringkey.example.com/cabinet/',
  )
  expect(printed.get('ringkey doctor')).toMatch(/^warn +trunks/m)
  expect(existsSync(data('secret.key'))).toBe(false)
})

it('an operator adds the first trunk, and a test call rings at the carrier', async () => {
  const printed = await day.play('First trunk')
  expect(printed.get('ringkey trunk test north 79161234567')).toContain('Result: completed, rang')
  expect(day.carrier.callsTo('79161234567')).toHaveLength(1)
})

it('an operator makes an account and a service, and the first call rings and is charged', async () => {
  const printed = await day.play('First call')
  const answers = [...printed.values()].filter((text) => text.startsWith('{'))
  expect(answers.map((text) => JSON.parse(text))).toMatchObject([
    { status: true, phone: '7916***4567' },
    { status: true, call_status: 1 },
  ])
  expect(day.carrier.callsTo('79161234567')).toHaveLength(2)
})

it('an operator watches: probes, data of the dashboard, the live view, the messages of the call', async () => {
  const printed = await day.play('Watch')
  expect([...printed.values()][0]).toContain('"status":true')
  const scrape = async () => (await shell(day.here('curl -s http://127.0.0.1:9464/metrics'))).out
  // Charges are counted within a second.
  const metrics = await eventually(scrape, (text) => /_charged_money_total\{mode="flash"\} 0\./.test(text))
  expect(metrics).toMatch(/^ringkey_charged_money_total\{mode="flash"\} 0\.[1-9]/m)
  expect(metrics).toMatch(/^ringkey_top_ups_money_total\{result="made"\} 1000$/m)
  expect(metrics).toMatch(/^ringkey_calls_total\{.*trunk="north".*\} 1$/m)
  expect(metrics).toMatch(/^ringkey_trunk_reachable\{trunk="north"\} 1$/m)
  // Each panel of the dashboard that shows calls, answers or money has a series to draw.
  const dashboard = readFileSync(new URL('../../../deploy/grafana/ringkey.json', import.meta.url), 'utf8')
  const drawn = new Set(dashboard.match(/\bringkey_(?:http|calls|call|charged|top_ups|trunk)_\w+/g))
  const silent = [...drawn].filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(metrics))
  expect(silent).toEqual([])
  expect(statSync(join(home, 'tmp/call.pcap')).size).toBeGreaterThan(100)
  expect(readFileSync(join(home, 'tmp/support.txt'), 'utf8')).not.toContain('79161234567')
})

it('an operator backs up and rehearses a restore, of which the carrier hears nothing', async () => {
  await day.play('Back up')
  const before = day.carrier.registrations.length
  const rehearsal = await day.play('Rehearse a restore', 'curl')
  expect(rehearsal.get('ringkey audit --all')).toContain('The ledger balances')
  const looked = await day.play('Rehearse a restore', 'rm')
  expect([...looked.values()][0]).toContain('"status":true')
  expect(await day.stop()).toBe(0)
  await day.play('Rehearse a restore')
  expect(existsSync(join(home, 'srv/rehearsal'))).toBe(false)
  // The service itself may have registered again meanwhile; the rehearsal has another SIP port.
  const ports = new Set(day.carrier.registrations.slice(before).map(({ from }) => from))
  expect([...ports].filter((port) => String(port) !== day.environment.RINGKEY_SIP_PORT)).toEqual([])
})

it('an operator rolls back: the old version refuses the database of a newer one, and runs on the backup', async () => {
  expect(await day.stop()).toBe(0)
  const database = new DatabaseSync(data('ringkey.db'))
  const { user_version: steps } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  database.exec(`PRAGMA user_version = ${steps + 1}`)
  database.close()
  await expect(day.start()).rejects.toThrow(/newer/)
  const printed = await day.play('Restore')
  expect(printed.get('ringkey audit --all')).toContain('The ledger balances')
  // Of the ways to upgrade, the check is the same: nothing is left to do.
  expect((await sources.ringkey(['upgrade-check'], day.environment, '')).code).toBe(0)
  await day.start()
  const accounts = await sources.ringkey(['account', 'list'], day.environment, '')
  expect(accounts.out).toContain('ann@example.com')
  expect(await day.stop()).toBe(0)
  expect(day.missed(['day'])).toEqual([])
})
