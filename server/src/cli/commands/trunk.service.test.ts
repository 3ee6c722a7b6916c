import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ringkey, type Surroundings } from '../../../test/ringkey-command.ts'
import { openInstallation } from '../../app/open-installation.ts'
import { sipSettingsOf } from '../../app/sip-settings.ts'
import { readSettings } from '../../config/settings.ts'
import { createNumbering } from '../../numbering/numbering.ts'
import * as pool from '../../operations/caller-pool.ts'
import { perform } from '../../operations/perform.ts'
import { systemRandom } from '../../platform/random.ts'
import { commandLine } from '../../storage/author.ts'
import { Carrier } from '../../telephony/simulator/carrier.ts'
import { openPassword } from '../../telephony/trunks/trunk-settings.ts'
import { checkPool, listPool } from '../pool/pool-commands.ts'
import { type TrunkTestContext, testTrunk } from '../trunk/trunk-test.ts'

let folder: string
let context: TrunkTestContext
let written: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-trunk-'))
  written = []
  const settings = readSettings({ RINGKEY_DATA: folder, RINGKEY_RTP_PORTS: '35000-35099' })
  const { store, secrets } = await openInstallation(settings, systemRandom, (error) => {
    throw error
  })
  context = {
    store,
    author: commandLine,
    sealer: secrets.sealer,
    settings: { RINGKEY_SIP_HOST: '127.0.0.1' },
    now: () => 1,
    numbering: createNumbering(),
    sip: sipSettingsOf(settings),
    write: (line) => written.push(line),
    random: systemRandom,
  }
})
afterEach(async () => {
  await context.store.close()
  rmSync(folder, { recursive: true, force: true })
})

const trunk = (
  verb: string,
  name: string,
  settings: Record<string, string> = {},
  more: string[] = [],
  others: Surroundings = {},
) => {
  const pairs = Object.entries(settings).map((pair) => pair.join('='))
  return ringkey(folder, ['trunk', verb, name, ...pairs, ...more], {
    environment: { RINGKEY_SIP_HOST: '127.0.0.1' },
    ...others,
  })
}
const on = (sipHost: string) => ({ environment: { RINGKEY_SIP_HOST: sipHost } })
const add = (name: string, settings: Record<string, string> = {}) =>
  trunk('add', name, { host: '127.0.0.1', ...settings })
const list = (...more: string[]) => ringkey(folder, ['trunk', 'list', ...more])

const demo = { isOn: true, isOwn: () => false }
const addToPool = (range: string, ...trunks: string[]) =>
  perform({ ...context, demo }, pool.addToPool, { range, trunks })
const removeFromPool = (range: string, ...trunks: string[]) =>
  perform(context, pool.removeFromPool, { range, trunks })

describe('ringkey trunk', () => {
  it('reads 12,5 as a number, and refuses 1,000, which is a thousand to some and one to others', async () => {
    expect((await add('north', { 'cost-weight': '12,5' })).out).toContain('cost-weight = 12.5')
    const refused = await trunk('set', 'north', { 'calls-at-once': '1,000' })
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('calls from 1 to 100000')])
  })

  it('adds, shows, changes and removes, and never shows the password', async () => {
    const version = await context.store.settingsVersion()
    const settings = { host: 'localhost', port: '5070', 'auth-user': 'me' }
    const added = await trunk('add', 'north', settings, ['--password'], { line: 'hunter2 hunter2' })
    expect(added.code).toBe(0)
    expect(added.out).toContain('port = 5070')
    expect(added.out).toContain('password = set')
    expect(await context.store.settingsVersion()).toBeGreaterThan(version)
    const [record] = await context.store.trunks()
    expect(openPassword(context.sealer, 'north', record!.sealedPassword!)).toBe('hunter2 hunter2')

    await trunk('set', 'north', { 'calls-at-once': '7' })
    expect((await list('--json')).out).toContain('"calls_at_once": 7')
    expect(openPassword(context.sealer, 'north', (await context.store.trunks())[0]!.sealedPassword!)).toBe(
      'hunter2 hunter2',
    )
    await trunk('set', 'north', { callsAtOnce: '8' }, ['--no-password'])
    expect((await context.store.trunks())[0]).toMatchObject({
      settings: { callsAtOnce: 8 },
      sealedPassword: null,
    })

    expect((await list('--json')).out).not.toContain('hunter2')
    expect((await trunk('remove', 'north', {}, ['--yes'])).code).toBe(0)
    expect((await trunk('remove', 'north')).err).toContain('There is no trunk north: see ringkey trunk list')
    expect((await list()).out).toContain('There is no trunk')
  })

  it('sets how far callers are trusted, and shows which header names them', async () => {
    await add('north')
    const settings = {
      'from-trust': 'verified',
      'remote-party-trust': 'screened',
      'callers-operator': 'ПАО "МТС"',
      'callers-region': 'none',
    }
    expect((await trunk('set', 'north', settings, ['--json'])).json).toMatchObject({
      from_trust: 'verified',
      remote_party_trust: 'screened',
      callers_operator: 'ПАО "МТС"',
      callers_region: null,
    })
    const wrong = await trunk('set', 'north', { 'from-trust': 'sometimes' })
    expect(wrong.err).toContain('fromTrust: expected never, verified, unscreened or screened')
    const counts = { asserted: 19, 'remote-party': 0, from: 1, none: 0, 'from-refused': 0 }
    await context.store.countCallerSources([{ trunk: 'north', counts }])
    const media = { heard: 20, silent: 5, refused: 0 }
    await context.store.countMediaSigns([{ trunk: 'north', counts: media }])
    const { out } = await trunk('show', 'north')
    expect(out).toContain('Learned of media: sends some; a voice call without it is suspect')
    expect(out).toContain('  spoken codes: 25; RTP or RTCP came 20 (80 %), nothing came 5 (20 %)')
    expect(out).toContain('Learned of callers: asserts who calls; a call without it is scored lower')
    expect(out).toContain('  incoming calls: 20; P-Asserted-Identity 19 (95 %), From 1 (5 %)')
    expect((await trunk('show', 'north', {}, ['--json'])).json).toMatchObject({
      caller_sources: { trait: 'asserts', calls: counts },
      media: { sends_media: true, calls: media },
    })
    expect(out).not.toContain('from-trust=screened')
  })

  it('a new trunk trusts From with a passed check alone, and says how to change it when callers are refused', async () => {
    await add('north')
    expect((await trunk('show', 'north', {}, ['--json'])).json).toMatchObject({ from_trust: 'verified' })
    const counts = { asserted: 0, 'remote-party': 0, from: 0, none: 0, 'from-refused': 2 }
    await context.store.countCallerSources([{ trunk: 'north', counts }])
    const { out } = await trunk('show', 'north')
    expect(out).toContain('  incoming calls: 2; From alone, not trusted 2 (100 %)')
    expect(out).toContain('If the carrier checks From: ringkey trunk set north from-trust=screened')
  })

  it('names the faulty setting', async () => {
    expect((await add('North!')).err).toMatch(/^ringkey: NAME:/)
    expect((await trunk('add', 'north', { port: '5060' })).err).toMatch(/^ringkey: host:/)
    expect((await add('north', { 'calls-at-once': '0' })).err).toMatch(/^ringkey: callsAtOnce:/)
    expect(await add('north', { 'calls-at-one': '1' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('calls-at-one: there is no such field; there are enabled, host'),
    })
    expect((await trunk('set', 'south', { port: '5060' })).err).toContain('There is no trunk south')
    await add('north')
    expect((await add('north')).err).toContain('already')
  })

  it('adds a trunk of the demo with its numbers, and keeps its calls on this machine', async () => {
    const demo = (name: string, settings: Record<string, string>) =>
      trunk('add', name, settings, ['--demo'], on('0.0.0.0'))
    expect((await demo('habit', { host: 'carrier.localhost' })).code).toBe(0)
    expect(await context.store.hasRealTelephony()).toBe(false)
    expect(await context.store.callerRanges()).toEqual([
      { first: '74951230000', last: '74951239999', trunk: 'habit', label: '', category: '' },
    ])
    const away = 'an address of this machine, because calls of the demo never leave it'
    expect((await demo('far', { host: '203.0.113.7' })).err).toContain(away)
    expect((await demo('round', { host: '127.0.0.1', proxy: '203.0.113.7' })).err).toContain(away)
    expect((await trunk('set', 'habit', { host: '203.0.113.7' })).err).toContain(away)
    expect((await context.store.trunks())[0]).toMatchObject({ demo: true })
    expect((await trunk('remove', 'habit')).code).toBe(0)
  })

  it('refuses a trunk that the SIP socket cannot reach, with the setting to change', async () => {
    const far = { host: '203.0.113.7' }
    expect(await add('far', far)).toMatchObject({
      code: 1,
      err: expect.stringContaining('RINGKEY_SIP_HOST'),
    })
    expect((await trunk('add', 'far', far, [], on('192.0.2.1'))).code).toBe(0)
  })
})

describe('ringkey trunk test', () => {
  it('places one call and prints its SIP messages with times and the result', async () => {
    const shown: string[] = []
    const carrier = await Carrier.open({
      onEvent: (event) => {
        if (event.kind === 'ringing') shown.push(event.from)
      },
    })
    await add('north', { port: String(carrier.port), 'flash-ring-ms': '1500', enabled: 'no' })
    const call = (name: string, number: string) => testTrunk(context, { name, number, mode: 'flash' })
    await expect(call('north', '79161234567')).rejects.toThrow('ringkey pool add')
    await addToPool('74951230042', 'north')

    const rang = await call('north', '79161234567')
    expect(rang).toMatchObject({ json: { completed: true, reason: 'rang', code: '0042' } })
    expect(shown).toEqual(['74951230042'])
    const ladder = written.join('\n')
    for (const message of ['──▶ INVITE', '◀── 180 Ringing', '──▶ CANCEL', '◀── 487', '──▶ ACK'])
      expect(ladder).toContain(message)
    expect(ladder).toMatch(/^ +0 ms {2}──▶ INVITE/)
    expect(ladder).not.toContain('79161234567')

    const busy = await call('north', '79005550100')
    expect(busy).toMatchObject({
      failed: true,
      json: { completed: false, reason: 'busy', nextTrunk: false },
    })
    await expect(call('south', '79005550100')).rejects.toThrow('There is no trunk south')
    await expect(call('north', '123')).rejects.toThrow(/^NUMBER/)
    await carrier.close()
  })
})

describe('ringkey pool', () => {
  it('adds ranges to trunks, and shows their codes and destinations', async () => {
    await add('north', { prefixes: '7' })
    await add('kaz', { prefixes: '77' })
    expect(await addToPool('74951230000-74951230999', 'north', 'kaz')).toMatchObject({ numbers: 1000 })
    await expect(addToPool('7495', 'north')).rejects.toMatchObject({ reason: 'bad-range' })
    await expect(addToPool('74951230000', 'south')).rejects.toThrow('no trunk south')
    expect((await listPool(context)).text.split('\n')).toHaveLength(2)

    const check = await checkPool(context, createNumbering())
    expect(check).toMatchObject({
      failed: true,
      json: [
        { prefix: '7', trunks: ['north'], codes: 999, verdict: 'alarm' },
        { prefix: '77', trunks: ['kaz', 'north'], codes: 999, verdict: 'alarm' },
      ],
    })
    await addToPool('74951231000-74951239999', 'north', 'kaz')
    expect((await checkPool(context, createNumbering())).failed).toBeUndefined()
    expect((await checkPool(context, createNumbering(), '0042')).text).toContain(
      '0042 is shown by 74951230042',
    )
    await expect(checkPool(context, createNumbering(), '42')).rejects.toThrow(/^code: expected four digits/)

    expect(await removeFromPool('74951230000-74951230999', 'north', 'kaz')).toMatchObject({ removed: 2 })
    expect((await checkPool(context, createNumbering(), '0042')).failed).toBe(true)
    await expect(removeFromPool('74951230000-74951230999', 'north')).rejects.toMatchObject({
      reason: 'no-range',
    })
  })
})

it('trunk remove, pool remove: ask before they take what calls use', async () => {
  await add('north')
  await add('south', { enabled: 'no' })
  const range = '74951230000-74951230009'
  const pool = (verb: string, name: string, ...more: string[]) =>
    ringkey(folder, ['pool', verb, range, '--trunk', name, ...more])
  for (const name of ['north', 'south']) await pool('add', name)
  expect(await pool('remove', 'north')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/--yes is missing.*Calls over north show numbers of 74951230000/),
  })
  const refused = await trunk('remove', 'north', {}, [], { answer: 'no' })
  expect(refused).toMatchObject({ code: 1, err: 'ringkey: Nothing was changed.\n' })
  expect((await pool('remove', 'south')).code).toBe(0)
  expect((await trunk('remove', 'south')).code).toBe(0)
  expect((await pool('remove', 'north', '--yes')).code).toBe(0)
  expect((await trunk('remove', 'north', {}, [], { answer: 'yes' })).code).toBe(0)
})
