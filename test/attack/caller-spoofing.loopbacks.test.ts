// Somebody who has a line at a carrier of ours calls a confirmation number in the name of a victim.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InboundRig, startInboundRig } from '../calls/inbound-rig.ts'

const attacker = '79031110000'

let rig: InboundRig
beforeAll(async () => {
  // The most trusting settings that an operator can choose.
  rig = await startInboundRig({
    carrier: { fromTrust: 'screened', remotePartyTrust: 'always' },
    loose: { fromTrust: 'unscreened' },
    plain: {},
  })
})
afterAll(() => rig.stop())

type Exploit = (victim: string) => { from?: string; headers?: string[]; trunk?: string }
const named = (number: string, more = '') => `<sip:+${number}${more}@carrier.example>`

/** Each one puts the victim's number somewhere. `from` is the victim's number unless it says otherwise. */
const exploits: Readonly<Record<string, Exploit>> = {
  'From beside what the network asserts': () => ({
    headers: [`P-Asserted-Identity: ${named(attacker)}`],
  }),
  'From beside an assertion without a number': () => ({
    headers: ['P-Asserted-Identity: <sip:office@carrier.example>'],
  }),
  'From beside an empty assertion': () => ({ headers: ['P-Asserted-Identity:'] }),
  'From beside an assertion whose quotes do not close': () => ({
    headers: [`P-Asserted-Identity: "office ${named(attacker)}`],
  }),
  'From beside an assertion in odd spelling': () => ({
    headers: [`p-ASSERTED-identity \t: ${named(attacker)}`],
  }),
  'From beside an assertion on a folded line': () => ({
    headers: [`P-Asserted-Identity:\r\n ${named(attacker)}`],
  }),
  'a second assertion in front of that of the network': (victim) => ({
    from: named(attacker),
    headers: [`P-Asserted-Identity: ${named(victim)}`, `P-Asserted-Identity: ${named(attacker)}`],
  }),
  'a second assertion in the line of the network': (victim) => ({
    from: named(attacker),
    headers: [`P-Asserted-Identity: <tel:+${victim}>, ${named(attacker)}`],
  }),
  'From with the number withheld': () => ({ headers: ['Privacy: id'] }),
  'From with the number withheld among other wishes': () => ({ headers: ['Privacy: header; ID ;critical'] }),
  'From that failed the check of the network': (victim) => ({
    from: named(victim, ';verstat=TN-Validation-Failed'),
  }),
  'From that says passed and failed': (victim) => ({
    from: `<sip:+${victim};verstat=TN-Validation-Failed@carrier.example;verstat=TN-Validation-Passed>`,
  }),
  'an assertion that failed, and From that says passed': (victim) => ({
    from: named(victim, ';verstat=TN-Validation-Passed'),
    headers: [`P-Asserted-Identity: ${named(victim, ';verstat=TN-Validation-Failed-A')}`],
  }),
  'Remote-Party-ID below an assertion': (victim) => ({
    from: named(attacker),
    headers: [`Remote-Party-ID: ${named(victim)};screen=yes`, `P-Asserted-Identity: ${named(attacker)}`],
  }),
  'Remote-Party-ID over a trunk that does not read it': (victim) => ({
    trunk: 'plain',
    from: named(attacker),
    headers: [`Remote-Party-ID: ${named(victim)};party=calling;screen=yes`],
  }),
  'From below Remote-Party-ID': () => ({ headers: [`Remote-Party-ID: ${named(attacker)};screen=yes`] }),
  'a second Remote-Party-ID': (victim) => ({
    from: named(attacker),
    headers: [`Remote-Party-ID: ${named(victim)};screen=yes, ${named(attacker)};screen=yes`],
  }),
  'P-Preferred-Identity, which only the caller writes': (victim) => ({
    from: named(attacker),
    headers: [`P-Preferred-Identity: ${named(victim)}`],
  }),
  'the display name': (victim) => ({ from: `"+${victim} <sip:+${victim}@x>" ${named(attacker)}` }),
  'Diversion and History-Info': (victim) => ({
    from: named(attacker),
    headers: [`Diversion: ${named(victim)}`, `History-Info: ${named(victim)};index=1`],
  }),
}

it('a spoofed caller: twenty ways to name a victim confirm nothing, and the victim can still confirm', async () => {
  const request = await rig.service()
  const attacked: { how: string; id: number }[] = []
  for (const [how, exploit] of Object.entries(exploits)) {
    const { id, phone, called } = await request()
    const { from = named(phone), headers = [], trunk = 'carrier' } = exploit(phone)
    expect([how, await rig.dial(trunk, { called, from, headers })]).toEqual([how, 486])
    attacked.push({ how, id })
  }
  // Started after the others, so its webhook would arrive after theirs.
  const honest = await request()
  await rig.dial('carrier', {
    called: honest.called,
    from: named(honest.phone),
    headers: [`P-Asserted-Identity: ${named(honest.phone)}`],
  })
  await rig.webhook(honest.id)
  for (const { how, id } of attacked)
    expect([how, await rig.stateOf(id), rig.webhooksOf(id)]).toEqual([how, 'checking', 0])
})

it('a spoofed caller: From alone never confirms for a new service, which requires level medium', async () => {
  const request = await rig.service()
  const { id, phone, called } = await request()
  await rig.dial('loose', { called, from: named(phone, ';verstat=TN-Validation-Passed-A') })
  expect(await rig.callerOf(id)).toMatchObject({
    level: 'low',
    signals: ['verstat-from-caller'],
    rejectedBy: 'medium',
  })
  expect(await rig.stateOf(id)).toBe('checking')
})

it('a spoofed caller: From alone never confirms over a new trunk, even for a service that requires the lowest level', async () => {
  const request = await rig.service({ callerLevel: 'low' })
  const { id, phone, called } = await request()
  await rig.dial('plain', { called, from: named(phone) })
  expect(await rig.callerOf(id)).toMatchObject({ level: 'none', why: 'from-not-trusted' })
  expect(await rig.stateOf(id)).toBe('checking')
  // A carrier that sends nothing else would fail silently.
  expect(await rig.metrics()).toMatch(/^ringkey_alarms\{kind="callers-not-trusted"\} [1-9]/m)
})

it('a spoofed caller: ten digits of another country are not completed to the number of a victim in Russia', async () => {
  const request = await rig.service({ callerLevel: 'low' })
  for (const written of [(phone: string) => phone.slice(1), (phone: string) => `8${phone.slice(1)}`]) {
    const { id, phone, called } = await request()
    await rig.dial('carrier', { called, from: `<sip:${written(phone)}@carrier.example>` })
    expect(await rig.callerOf(id)).toMatchObject({ level: 'none', why: 'from-without-country' })
    expect(await rig.stateOf(id)).toBe('checking')
  }
})
