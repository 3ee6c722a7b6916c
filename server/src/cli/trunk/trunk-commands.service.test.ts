import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openInstallation } from '../../app/open-installation.ts'
import { sipSettingsOf } from '../../app/sip-settings.ts'
import { readSettings } from '../../config/settings.ts'
import { createNumbering } from '../../numbering/numbering.ts'
import * as pool from '../../operations/caller-pool.ts'
import { perform } from '../../operations/perform.ts'
import { systemRandom } from '../../platform/random.ts'
import { Sealer } from '../../platform/sealing.ts'
import { commandLine } from '../../storage/author.ts'
import { Carrier } from '../../telephony/simulator/carrier.ts'
import { openPassword } from '../../telephony/trunks/trunk-password.ts'
import { checkPool, listPool } from '../pool/pool-commands.ts'
import { addTrunk, listTrunks, removeTrunk, setTrunk, showTrunk } from './trunk-commands.ts'
import { type TrunkTestContext, testTrunk } from './trunk-test.ts'

let folder: string
let context: TrunkTestContext
let written: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-trunk-'))
  written = []
  const settings = readSettings({ RINGKEY_DATA: folder, RINGKEY_RTP_PORTS: '35000-35099' })
  const { store, keyring } = await openInstallation(settings, systemRandom, (error) => {
    throw error
  })
  context = {
    store,
    author: commandLine,
    sealer: new Sealer(keyring.sealing, systemRandom),
    settings: { RINGKEY_SIP_HOST: '127.0.0.1', RINGKEY_DEFAULT_COUNTRIES: [] },
    now: () => 1,
    numbering: createNumbering(),
    sip: sipSettingsOf(settings),
    dataFolder: folder,
    write: (line) => written.push(line),
  }
})
afterEach(async () => {
  await context.store.close()
  rmSync(folder, { recursive: true, force: true })
})

const on = (sipHost: string) => ({
  ...context,
  settings: { RINGKEY_SIP_HOST: sipHost, RINGKEY_DEFAULT_COUNTRIES: [] },
})
const add = (name: string, settings: Record<string, string> = {}) =>
  addTrunk(context, { name, settings: { host: '127.0.0.1', ...settings } })

const demo = { isOn: true, isOwn: () => false }
const addToPool = (range: string, ...trunks: string[]) =>
  perform({ ...context, demo }, pool.addToPool, { range, trunks })
const removeFromPool = (range: string, ...trunks: string[]) =>
  perform(context, pool.removeFromPool, { range, trunks })

describe('ringkey trunk', () => {
  it('adds, shows, changes and removes, and never shows the password', async () => {
    const version = await context.store.settingsVersion()
    const added = await addTrunk(context, {
      name: 'north',
      settings: { host: 'localhost', port: '5070', 'auth-user': 'me' },
      password: 'hunter2 hunter2',
    })
    expect(added.failed).toBeUndefined()
    expect(added.text).toContain('port = 5070')
    expect(added.text).toContain('password = set')
    expect(await context.store.settingsVersion()).toBeGreaterThan(version)
    const [record] = await context.store.trunks()
    expect(openPassword(context.sealer, 'north', record!.sealedPassword!)).toBe('hunter2 hunter2')

    await setTrunk(context, { name: 'north', settings: { 'calls-at-once': '7' } })
    expect(JSON.stringify((await listTrunks(context)).json)).toContain('"callsAtOnce":7')
    expect(openPassword(context.sealer, 'north', (await context.store.trunks())[0]!.sealedPassword!)).toBe(
      'hunter2 hunter2',
    )
    await setTrunk(context, { name: 'north', settings: {}, password: null })
    expect((await context.store.trunks())[0]!.sealedPassword).toBeNull()

    expect(JSON.stringify(await listTrunks(context))).not.toContain('hunter2')
    expect((await removeTrunk(context, 'north')).failed).toBeUndefined()
    expect((await removeTrunk(context, 'north')).failed).toBe(true)
    expect((await listTrunks(context)).text).toContain('There is no trunk')
  })

  it('sets how far callers are trusted, and shows which header names them', async () => {
    await add('north')
    const settings = {
      'from-trust': 'verified',
      'remote-party-trust': 'screened',
      'callers-operator': 'ПАО "МТС"',
      'callers-region': 'none',
    }
    expect((await setTrunk(context, { name: 'north', settings })).json).toMatchObject({
      fromTrust: 'verified',
      remotePartyTrust: 'screened',
      callersOperator: 'ПАО "МТС"',
      callersRegion: null,
    })
    const wrong = await setTrunk(context, { name: 'north', settings: { 'from-trust': 'sometimes' } })
    expect(wrong.text).toContain('fromTrust: expected never, verified, unscreened or screened')
    const counts = { asserted: 19, 'remote-party': 0, from: 1, none: 0, 'from-refused': 0 }
    await context.store.countCallerSources([{ trunk: 'north', counts }])
    const media = { heard: 20, silent: 5, refused: 0 }
    await context.store.countMediaSigns([{ trunk: 'north', counts: media }])
    const { text, json } = await showTrunk(context, 'north')
    expect(text).toContain('Learned of media: sends some; a voice call without it is suspect')
    expect(text).toContain('  spoken codes: 25; RTP or RTCP came 20 (80 %), nothing came 5 (20 %)')
    expect(text).toContain('Learned of callers: asserts who calls; a call without it is scored lower')
    expect(text).toContain('  incoming calls: 20; P-Asserted-Identity 19 (95 %), From 1 (5 %)')
    expect(json).toMatchObject({
      caller_sources: { habit: 'asserts', calls: counts },
      media: { sends_media: true, calls: media },
    })
    expect(text).not.toContain('from-trust=screened')
  })

  it('a new trunk trusts From with a passed check alone, and says how to change it when callers are refused', async () => {
    expect((await add('north')).json).toMatchObject({ fromTrust: 'verified' })
    const counts = { asserted: 0, 'remote-party': 0, from: 0, none: 0, 'from-refused': 2 }
    await context.store.countCallerSources([{ trunk: 'north', counts }])
    const { text } = await showTrunk(context, 'north')
    expect(text).toContain('  incoming calls: 2; From alone, not trusted 2 (100 %)')
    expect(text).toContain('If the carrier checks From: ringkey trunk set north from-trust=screened')
  })

  it('names the faulty setting', async () => {
    expect((await add('North!')).text).toMatch(/^name:/)
    expect((await addTrunk(context, { name: 'north', settings: {} })).text).toMatch(/^host:/)
    expect((await add('north', { 'calls-at-once': '0' })).text).toMatch(/^callsAtOnce:/)
    expect((await setTrunk(context, { name: 'south', settings: {} })).text).toContain(
      'There is no trunk south',
    )
    await add('north')
    expect((await add('north')).text).toContain('already')
  })

  it('adds a trunk of the demo with its numbers, and keeps its calls on this machine', async () => {
    const demo = (name: string, settings: Record<string, string>) =>
      addTrunk(on('0.0.0.0'), { name, settings, demo: true })
    expect((await demo('habit', { host: 'carrier.localhost' })).failed).toBeUndefined()
    expect(await context.store.hasRealTelephony()).toBe(false)
    expect(await context.store.callerRanges()).toEqual([
      { first: '74951230000', last: '74951239999', trunk: 'habit', label: '', category: '' },
    ])
    const away = 'an address of this machine, because calls of the demo never leave it'
    expect((await demo('far', { host: '203.0.113.7' })).text).toContain(away)
    expect((await demo('round', { host: '127.0.0.1', proxy: '203.0.113.7' })).text).toContain(away)
    const moved = await setTrunk(context, { name: 'habit', settings: { host: '203.0.113.7' } })
    expect(moved.text).toContain(away)
    expect((await context.store.trunks())[0]).toMatchObject({ demo: true })
    expect((await removeTrunk(context, 'habit')).failed).toBeUndefined()
  })

  it('refuses a trunk that the SIP socket cannot reach, with the setting to change', async () => {
    const { text, failed } = await add('far', { host: '203.0.113.7' })
    expect(failed).toBe(true)
    expect(text).toContain('RINGKEY_SIP_HOST')
    expect(
      (await addTrunk(on('192.0.2.1'), { name: 'far', settings: { host: '203.0.113.7' } })).failed,
    ).toBeUndefined()
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
    await add('north', { port: String(carrier.port), 'flash-ring-ms': '300', enabled: 'no' })
    expect(
      (await testTrunk(context, { name: 'north', number: '79161234567', mode: 'flash' })).text,
    ).toContain('ringkey pool add')
    await addToPool('74951230042', 'north')

    const rang = await testTrunk(context, { name: 'north', number: '79161234567', mode: 'flash' })
    expect(rang).toMatchObject({ json: { completed: true, reason: 'rang', code: '0042' } })
    expect(shown).toEqual(['74951230042'])
    const ladder = written.join('\n')
    for (const message of ['──▶ INVITE', '◀── 180 Ringing', '──▶ CANCEL', '◀── 487', '──▶ ACK'])
      expect(ladder).toContain(message)
    expect(ladder).toMatch(/^ +0 ms {2}──▶ INVITE/)
    expect(ladder).not.toContain('79161234567')

    const busy = await testTrunk(context, { name: 'north', number: '79005550100', mode: 'flash' })
    expect(busy).toMatchObject({
      failed: true,
      json: { completed: false, reason: 'busy', next_trunk: false },
    })
    expect((await testTrunk(context, { name: 'south', number: '79005550100', mode: 'flash' })).failed).toBe(
      true,
    )
    expect((await testTrunk(context, { name: 'north', number: '123', mode: 'flash' })).text).toMatch(
      /^NUMBER/,
    )
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
    expect((await checkPool(context, createNumbering(), '42')).failed).toBe(true)

    expect(await removeFromPool('74951230000-74951230999', 'north', 'kaz')).toMatchObject({ removed: 2 })
    expect((await checkPool(context, createNumbering(), '0042')).failed).toBe(true)
    await expect(removeFromPool('74951230000-74951230999', 'north')).rejects.toMatchObject({
      reason: 'no-range',
    })
  })
})
