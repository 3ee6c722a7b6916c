// What `ringkey dev simulate` shows: each bad habit of a carrier, and how a call of the demo ends over it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HabitName, habitNames, habits } from '../../dev/carriers/habits.ts'
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { startService } from '../../server/src/app/service.ts'
import { runCommandLine } from '../../server/src/cli/command-line.ts'
import { commands } from '../../server/src/cli/commands/index.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { cheapPasswords } from '../../server/test/cheap-passwords.ts'
import { ringkey, testTerminal } from '../../server/test/ringkey-command.ts'
import { eventually } from '../../server/test/service.ts'
import { PeerProcess } from '../peers/interop/peer-process.ts'
import { apiOf, type CallRig, endOf, settingsOf } from './rig.ts'

const program = join(import.meta.dirname, '../../server/src/cli/ringkey.ts')
const over = Promise.withResolvers<void>()
/** What each simulated carrier has told. */
const reported = new Map<HabitName, () => string>()
const ending: Promise<unknown>[] = []
let folder: string
let service: Awaited<ReturnType<typeof startService>>
let store: CallRig['store']
let api: CallRig['api']

interface Started {
  readonly add: string
  readonly environment: Readonly<Record<string, string>>
}

/** Runs the command in this process, as far as its first line. */
async function simulate(habit: HabitName): Promise<Started> {
  const { terminal, written } = testTerminal({ interrupted: over.promise })
  ending.push(runCommandLine(commands, ['dev', 'simulate', habit, '--json'], terminal))
  reported.set(habit, () => written.err)
  const line = await eventually(
    async () => written.out,
    (out) => out.includes('\n'),
  )
  return JSON.parse(line)
}

/** Each habit carries the calls to phones of its own. */
const prefixOf = (habit: HabitName) => `79160${String(habitNames.indexOf(habit)).padStart(2, '0')}`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-habits-'))
  const started = await Promise.all(habitNames.map(async (name) => [name, await simulate(name)] as const))
  const needed = Object.assign({}, ...started.map(([, { environment }]) => environment))
  const settings = readSettings(await settingsOf(folder, { RINGKEY_DEMO: 'on', ...needed }))
  service = await startService({
    settings,
    clock: systemClock,
    random: systemRandom,
    passwords: cheapPasswords,
    log: createLog('silent'),
    onFatal(error) {
      throw error
    },
  })
  const first = service.firstRun!
  api = apiOf(service.baseUrl, `Bearer ${first.secret_key}.${first.service_id}`)
  store = (await openInstallation(settings, systemRandom, () => {})).store
  for (const [habit, { add }] of started) {
    const words = add.replace(/^ringkey /, '').split(' ')
    const { err } = await ringkey(folder, [...words, `prefixes=${prefixOf(habit)}`, 'flash-ring-ms=1500'])
    expect(err).toBe('')
  }
})
afterAll(async () => {
  await service?.stop()
  await store?.close()
  over.resolve()
  await Promise.all(ending)
  rmSync(folder, { recursive: true, force: true })
})

/** A call to a phone of the habit: how it ended, and what each trunk made of it. */
async function verify(habit: HabitName, more: Readonly<Record<string, string>> = {}) {
  const phone = `${prefixOf(habit)}${String(systemRandom.below(10_000)).padStart(4, '0')}`
  const { body } = await eventually(
    () => api('initCall', { phone, ...more }),
    ({ body }) => body.status === true,
  )
  const { call_status, cost } = await endOf(api, body.vendor_id, 40_000)
  const record = await store.call(body.vendor_id)
  const details = JSON.parse(record!.details ?? '{}')
  const attempts = details.attempts as { readonly trunk: string; readonly reason: string }[]
  return {
    end: { status: call_status, cost, reason: record!.reason },
    ways: attempts.map(({ trunk, reason }) => `${trunk}: ${reason}`),
    ladder: (details.attempts[0]?.ladder ?? []) as readonly string[],
    ringMs: details.ringMs as number,
    pddMs: details.pddMs as number,
  }
}

const completed = (reason: string) => ({ status: 1, cost: 0.8, reason })
/** The running service notices a new trunk within two seconds. */
const followed = { timeout: 60_000 }

it.concurrent('183 first: the phone rings for the whole ring time, counted from the 180', async ({
  expect,
}) => {
  await expect
    .poll(() => verify('183-first'))
    .toMatchObject({ end: completed('rang'), ways: ['183-first: rang'] })
  expect((await verify('183-first')).ringMs).toBeGreaterThanOrEqual(900)
})

it.concurrent('announcement, then failure: fails as unreachable and costs nothing', async ({ expect }) => {
  await expect
    .poll(() => verify('announcement'))
    .toMatchObject({
      end: { status: 0, cost: 0, reason: 'unreachable' },
      ways: ['announcement: unreachable'],
    })
})

it.concurrent('brief ring: fails as busy and costs nothing', async ({ expect }) => {
  await expect
    .poll(() => verify('brief-ring'), followed)
    .toMatchObject({ end: { status: 0, cost: 0, reason: 'busy' }, ways: ['brief-ring: busy'] })
})

it.concurrent('network block: fails, costs nothing, and no other trunk is tried', async ({ expect }) => {
  await expect
    .poll(() => verify('network-block'), followed)
    .toMatchObject({
      end: { status: 0, cost: 0, reason: 'blocked_by_network' },
      ways: ['network-block: blocked_by_network'],
    })
})

it.concurrent('older block, unwanted: fail, cost nothing, and no other trunk is tried', async ({
  expect,
}) => {
  for (const [habit, reason] of [
    ['older-block', 'blocked_by_network'],
    ['unwanted', 'unwanted'],
  ] as const)
    await expect
      .poll(() => verify(habit), followed)
      .toMatchObject({ end: { status: 0, cost: 0, reason }, ways: [`${habit}: ${reason}`] })
})

it.concurrent('rewriting: the call completes, and the carrier says which number the phone shows', async ({
  expect,
}) => {
  await expect
    .poll(() => verify('rewriting'), followed)
    .toMatchObject({ end: completed('rang'), ways: ['rewriting: rang'] })
  expect(reported.get('rewriting')!()).toMatch(/call \d+: ringing; the phone shows \+74950004821/)
})

it.concurrent('assistant, voicemail, facsimile: a machine answers, and the call is suspect', async ({
  expect,
}) => {
  const ends = { status: 1, cost: 0, reason: 'machine_answered' }
  await Promise.all([
    // Each call takes half a minute, and the trunk is known after the first or second.
    ...(['assistant', 'voicemail'] as const).map((habit) =>
      expect
        .poll(() => verify(habit, { voice: 'true' }), { timeout: 90_000 })
        .toMatchObject({ end: ends, ways: [`${habit}: machine_answered`] }),
    ),
    expect
      .poll(() => verify('facsimile', { voice: 'true' }), followed)
      .toMatchObject({ end: { ...ends, status: 0 }, ways: ['facsimile: machine_answered'] }),
  ])
}, 120_000)

it.concurrent('private Contact: the code is spoken, and the ladder says where the ACK went', async ({
  expect,
}) => {
  await expect
    .poll(() => verify('private-contact', { voice: 'true' }), { timeout: 80_000 })
    .toMatchObject({ end: { status: 1, reason: 'spoken' }, ways: ['private-contact: spoken'] })
  expect((await verify('private-contact', { voice: 'true' })).ladder).toEqual(
    expect.arrayContaining([
      expect.stringContaining('! no answer at the Contact 127.0.0.1'),
      expect.stringContaining('> ACK to the source of the 200'),
    ]),
  )
}, 120_000)

it.concurrent('pauses once: the first call goes over the next trunk, and so do others for that minute', async ({
  expect,
}) => {
  await expect
    .poll(() => verify('pauses-once'), followed)
    .toMatchObject({ end: completed('rang'), ways: ['pauses-once: route fault', 'simulator: rang'] })
  expect(await verify('pauses-once')).toMatchObject({ ways: ['simulator: rang'] })
})

it.concurrent('moved media: the whole code is spoken, at two ports', async ({ expect }) => {
  await expect
    // Each voice call takes 13 s, and the trunk is known after the first or second.
    .poll(() => verify('moved-media', { voice: 'true' }), { timeout: 80_000 })
    .toMatchObject({ end: { status: 1, reason: 'spoken' }, ways: ['moved-media: spoken'] })
  const [, first, second] =
    /heard (\d+) ms, moved.*; heard (\d+) ms/s.exec(reported.get('moved-media')!()) ?? []
  expect(Number(first)).toBeGreaterThan(1_000)
  expect(Number(second)).toBeGreaterThan(3_000)
}, 100_000)

it.concurrent('forgetful registrar: 403, the call continues over the next trunk, and we register again', async ({
  expect,
}) => {
  const registers = () => reported.get('forgetful-registrar')!().split('REGISTER: 200').length - 1
  await expect.poll(registers, followed).toBe(1)
  await expect
    .poll(() => verify('forgetful-registrar'), followed)
    .toMatchObject({ ways: ['forgetful-registrar: rang'] })
  expect(await verify('forgetful-registrar')).toMatchObject({
    end: completed('rang'),
    ways: ['forgetful-registrar: trunk fault', 'simulator: rang'],
  })
  // Refused calls cause a new registration at most every 10 s.
  await expect
    .poll(() => verify('forgetful-registrar'), { interval: 3_000 })
    .toMatchObject({ ways: ['forgetful-registrar: rang'] })
  expect(registers()).toBe(2)
})

it.concurrent('SRV pair with a dead primary: rings at the second server, the next call at once', async ({
  expect,
}) => {
  await expect.poll(() => verify('dead-primary'), followed).toMatchObject({ ways: ['dead-primary: rang'] })
  const tried = reported.get('dead-primary')!().split('the dead server').length
  const { pddMs } = await verify('dead-primary')
  expect(pddMs).toBeLessThan(1_000)
  expect(reported.get('dead-primary')!().split('the dead server').length).toBe(tried)
})

it.concurrent('black hole: no response, and the call goes on over the next trunk', async ({ expect }) => {
  await expect
    .poll(() => verify('black-hole'))
    .toMatchObject({
      end: completed('rang'),
      ways: ['black-hole: no response', 'simulator: rang'],
    })
})

it('ringkey dev simulate: is a process of its own that prints the line to add it, and ends with Ctrl+C', async () => {
  const carrier = new PeerProcess(process.execPath, [program, 'dev', 'simulate', 'black-hole'], folder)
  await carrier.printed('ringkey trunk add black-hole --demo host=127.0.0.1 port=')
  process.kill(carrier.pid, 'SIGINT')
  expect(await carrier.exited()).toBe(0)
})

it('docs/demo.md: has every habit with the words of ringkey dev simulate list', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/demo.md'), 'utf8')
  const { out } = await ringkey(folder, ['dev', 'simulate', 'list'])
  for (const name of habitNames) {
    const { says, ends } = habits[name]
    expect(page).toContain(`| \`${name}\` | ${says} | ${ends} |`)
    expect(out).toContain(name)
  }
})
