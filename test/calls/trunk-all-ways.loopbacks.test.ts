// `ringkey trunk test NAME --all-ways` and `--inbound` beside a running service, against a carrier with one habit for each way.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWav } from '@ringkey/sip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Registrar, startRegistrar } from '../../dev/carriers/registrar.ts'
import { runCommandLine } from '../../server/src/cli/command-line.ts'
import { commands } from '../../server/src/cli/commands/index.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { Carrier } from '../../server/src/telephony/simulator/carrier.ts'
import { testTerminal } from '../../server/test/ringkey-command.ts'
import { eventually } from '../../server/test/service.ts'
import { type Callee, type Scenario, startCallee } from '../phones/callee.ts'
import { openCaller } from '../phones/caller.ts'
import { RtpPhone } from '../phones/rtp-phone.ts'
import { declinesWhileRinging } from '../phones/scenarios/declines-while-ringing.ts'
import { blocksAfter183, networkBlocked, ringsThen } from '../phones/scenarios/is-blocked-by-the-network.ts'
import { rings } from '../phones/scenarios/rings.ts'
import { sendsTheSpeechBack } from '../phones/scenarios/sends-the-speech-back.ts'
import { type CallRig, startCallRig } from './rig.ts'

const phone = '79161234567'
let echo: RtpPhone
/** What the carrier does with the next calls. */
let scenes: Scenario[] = []
let callee: Callee
let registrar: Registrar
let subscriber: Carrier
let rig: CallRig

beforeAll(async () => {
  echo = await RtpPhone.open('127.0.0.1')
  callee = await startCallee((call) => (scenes.shift() ?? rings)(call))
  registrar = await startRegistrar()
  subscriber = await Carrier.open({ address: '127.0.0.3', onEvent: () => {} })
  const trustedSources = ['127.0.0.3']
  rig = await startCallRig([
    { name: 'north', port: callee.port, settings: { trustedSources } },
    {
      name: 'south',
      port: registrar.port,
      settings: { register: true, authUser: 'us', incomingCalls: false },
    },
  ])
  await eventually(
    async () => registrar.bindings.size,
    (size) => size === 1,
  )
})
afterAll(async () => {
  await rig.stop()
  for (const peer of [echo, callee, registrar, subscriber]) await peer.close()
})

/** The command with the settings of the service, until it ends or is interrupted. */
function start(
  words: readonly string[],
  interrupted: Promise<void> = new Promise(() => {}),
  answer?: string,
) {
  const environment = {
    RINGKEY_DATA: rig.folder,
    RINGKEY_METRICS_PORT: new URL(rig.metricsUrl).port,
    RINGKEY_RTP_PORTS: '33000-33099',
  }
  const typed = answer === undefined ? {} : { answer }
  const { terminal, written } = testTerminal({ environment, interrupted, ...typed })
  const code = runCommandLine(commands, ['trunk', 'test', ...words], { ...terminal, clock: systemClock })
  return { code, written }
}

it('trunk test --all-ways: tells each way with its messages, and writes a report without numbers', async () => {
  scenes = [rings, declinesWhileRinging, sendsTheSpeechBack(echo)]
  const file = join(rig.folder, 'report.txt')
  const { code, written } = start(['north', '--all-ways', '--phone', phone, '--report', file])
  await eventually(
    async () => written.out,
    (out) => out.includes('Call a confirmation number of this trunk'),
    40_000,
  )
  await subscriber.dial('79165550001', '74957770001', `127.0.0.1:${rig.sipPort}`)
  expect(await code).toBe(0)
  const report = readFileSync(file, 'utf8')
  expect(written.out.endsWith(report)).toBe(true)
  expect(report).toContain('Phone called: 7916***4567')
  expect(report).toMatch(/^left out +registration +0\.0 s {2}This trunk does not register\.$/m)
  expect(report).toMatch(/^passed +OPTIONS +0\.\d s {2}Every server answers\. \(127\.0\.0\.1:\d+ 200 OK\)$/m)
  expect(report).toMatch(/^passed +ringing call +\d\.\d s {2}The call went as it should\. \(rang\)$/m)
  expect(report).toMatch(/^passed +declined call .* \(declined\)$/m)
  expect(report).toMatch(
    /^passed +voice call .* it came back as an echo: .* \d+\.\d s were heard\. \(spoken\)$/m,
  )
  expect(report).toMatch(/^passed +incoming call +\d+\.\d s {2}A call came in.*\(no-match\)$/m)
  expect(report).toContain('5 passed, 0 failed, 1 left out.')
  expect(readWav(readFileSync(`${file}.wav`), 'pcma').length).toBeGreaterThan(5 * 8_000)
  // The carrier wrote the number into its Reason.
  expect(report).toContain('◀── 603 Decline to INVITE (Q.850;cause=21;text="declined by 7916*******")')
  for (const number of [phone, '79165550001', '74957770001']) {
    expect(report).not.toContain(number)
    expect(written.out).not.toContain(number)
  }
})

it('trunk test --all-ways, network that blocks: says so and whom to write to, and lets the other calls speak for themselves', async () => {
  scenes = [blocksAfter183(networkBlocked), ringsThen(60, 486), ringsThen(60, 607)]
  const ended = Promise.withResolvers<void>()
  const { code, written } = start(['north', '--all-ways', '--phone', phone], ended.promise)
  await eventually(
    async () => written.out,
    (out) => out.includes('Call a confirmation number of this trunk'),
    40_000,
  )
  ended.resolve()
  await code
  const said = (way: string) => new RegExp(`^(?:FAILED|passed) +${way} .*$`, 'm').exec(written.out)?.[0]
  expect(said('ringing call')).toMatch(
    /^FAILED .*stopped the call and said so\. \(blocked_by_network, ask@redress\.example\)$/,
  )
  expect(said('declined call')).toMatch(/\(busy\)$/)
  expect(said('voice call')).toMatch(/stopped the call and said so\. \(unwanted\)$/)
  expect(written.out).not.toContain(phone)
})

it('trunk test --all-ways, no phone: asks the registrar without touching the binding of the service', async () => {
  const before = registrar.registers.length
  const { code, written } = start(['south', '--all-ways', '--json'])
  expect(await code).toBe(0)
  const found = JSON.parse(written.out) as { way: string; result: string; finding: string }[]
  expect(found.map(({ way, result, finding }) => [way, result, finding])).toEqual([
    ['registration', 'passed', 'registered'],
    ['options', 'passed', 'answers'],
    ['ringing', 'left-out', 'no-phone'],
    ['declined', 'left-out', 'no-phone'],
    ['voice', 'left-out', 'no-phone'],
    ['inbound', 'left-out', 'incoming-off'],
  ])
  expect(registrar.registers).toHaveLength(before + 1)
  expect(registrar.bindings.size).toBe(1)
})

it('trunk test --all-ways, carrier that is gone: names each way that fails, and exits with 1', async () => {
  registrar.isDown = true
  const { code, written } = start(['south', '--all-ways'])
  expect(await code).toBe(1)
  expect(written.out).toMatch(/^FAILED +registration .*The registrar does not accept us\. \(timeout\)$/m)
  expect(written.out).toMatch(/^FAILED +OPTIONS .*No server answers\./m)
})

it('trunk test --all-ways, Ctrl+C: leaves the rest out and still reports', async () => {
  const { code, written } = start(['north', '--all-ways'], Promise.resolve())
  expect(await code).toBe(0)
  expect(written.out).toContain('The test was given up before.')
})

it('trunk test --inbound: names the header of the caller, and makes the trunk believe From when the operator accepts it', async () => {
  const [person, number] = ['79165550007', '74957770009']
  await rig.store.addConfirmationNumbers({ numbers: [number], demo: false, trunks: ['north'] })
  const caller = await openCaller('127.0.0.3', rig.sipPort)
  const callUs = () => caller.dial({ called: number, from: `<sip:+${person}@127.0.0.3>` })
  const test = async (answer?: string) => {
    const { code, written } = start(['north', '--inbound'], undefined, answer)
    await eventually(
      async () => written.out,
      (out) => out.includes('Call a confirmation number of this trunk'),
    )
    expect(await callUs()).toBe(486)
    return { code: await code, written }
  }
  const trusted = async () =>
    (await rig.store.trunks()).find(({ name }) => name === 'north')?.settings.fromTrust

  const declined = await test('no')
  expect(declined.code).toBe(1)
  expect(declined.written.out).toContain(`Its numbers: ${number}.`)
  expect(declined.written.out).toMatch(
    /^FAILED +incoming call .*could not have confirmed a phone\. From named the caller\. \(from-not-trusted\)$/m,
  )
  expect(declined.written.out).toContain('ringkey trunk set north from-trust=screened')
  expect(await trusted()).toBe('verified')

  const accepted = await test('yes')
  expect(accepted.written.out).toContain('Trunk north: from-trust=screened.')
  expect(await trusted()).toBe('screened')

  // With it the first person is confirmed.
  const headers = { Authorization: rig.authorization, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ phone: person, steps: [{ mode: 'inbound' }] })
  // The service notices the number of the operator within two seconds.
  const made = await eventually(
    () => fetch(`${rig.baseUrl}/v2/verifications`, { method: 'POST', headers, body }),
    (answer) => answer.status === 201,
  )
  const { id } = (await made.json()) as { id: string }
  const read = async () =>
    (await (await fetch(`${rig.baseUrl}/v2/verifications/${id}`, { headers })).json()) as { status: string }
  const { status } = await eventually(
    async () => {
      await callUs()
      return read()
    },
    (verification) => verification.status === 'approved',
  )
  expect(status).toBe('approved')
  const passed = await test()
  expect(passed.code).toBe(0)
  expect(passed.written.out).toMatch(/^passed +incoming call .* From named the caller\. \(no-match\)$/m)
  for (const { written } of [declined, accepted, passed]) expect(written.out).not.toContain(person)
  caller.close()
})

it('trunk test: options of one form are refused in the other', async () => {
  for (const words of [
    ['north'],
    ['north', phone, '--all-ways'],
    ['north', phone, '--phone', phone],
    ['north', phone, '--inbound'],
    ['north', '--all-ways', '--inbound'],
    ['north', '--inbound', '--phone', phone],
  ]) {
    const { code, written } = start(words)
    expect(await code).toBe(2)
    expect(written.err).toContain('trunk test: ')
  }
})
