// Who answers, and speaks first: a person who says hello, an assistant of the phone, a voicemail, a facsimile machine.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Callee, startCallee } from '../phones/callee.ts'
import { RtpPhone } from '../phones/rtp-phone.ts'
import { answersAndSpeaks } from '../phones/scenarios/answers-and-speaks.ts'
import { facsimile, hello, pause, prompt, tone, voicemail } from '../phones/sounds.ts'
import { heardWords, wholeSpeech } from './heard-pieces.ts'
import { type CallRig, quickTimes, startCallRig } from './rig.ts'

const msOf = (bytes: number) => bytes / 8

const sounds = {
  silent: pause(20),
  hello,
  assistant: prompt,
  voicemail,
  facsimile,
  calling: Buffer.concat([pause(300), tone(1_100, 500), pause(3_000)]),
  'plays-music': prompt,
  'waits-for-hello': Buffer.concat([pause(1_200), hello]),
} as const
type Name = keyof typeof sounds
const names = Object.keys(sounds) as Name[]

const phones = new Map<Name, RtpPhone>()
const callees: Callee[] = []
let rig: CallRig

beforeAll(async () => {
  for (const name of names) {
    const phone = await RtpPhone.open('127.0.0.1')
    phones.set(name, phone)
    callees.push(await startCallee(answersAndSpeaks(phone, sounds[name])))
  }
  const listens = { 'plays-music': 'no', 'waits-for-hello': 'yes' } as const
  rig = await startCallRig(
    names.map((name, index) => ({
      name,
      port: callees[index]!.port,
      settings: {
        ...quickTimes,
        speechDelayMs: 700,
        prefixes: [`7916123450${index}`],
        listensFirst: (listens as Partial<Record<Name, 'no' | 'yes'>>)[name] ?? 'auto',
      },
    })),
  )
})
afterAll(async () => {
  await rig.stop()
  for (const each of [...callees, ...phones.values()]) await each.close()
})

async function answeredBy(name: Name, mode: 'voice' | 'mix' = 'voice') {
  const phone = phones.get(name)!
  phone.forget()
  const { id } = await rig.call(`7916123450${names.indexOf(name)}`, { [mode]: 1, code: '0472' })
  const { call_status, cost } = await rig.ended(id, 60_000)
  const { reason, details } = await rig.detailsOf(id)
  const log = callees[names.indexOf(name)]!.calls.at(-1)!.times
  // A word that a stall of this machine has cut begins again.
  const words = heardWords(phone.heard, 'ru')
    .map(({ name, start }) => ({ name, atMs: phone.heardAtMs(start) - log.get('200')! }))
    .filter((word, at, all) => word.name !== all[at - 1]?.name)
  return {
    end: { status: call_status, cost, reason, suspect: details.suspect === true },
    words,
    said: words.map((word) => word.name),
    ladder: (details.attempts[0]?.ladder ?? []).join('\n'),
    /** Between the answer and the BYE. */
    talkMs: log.get('BYE')! - log.get('200')!,
  }
}

const spoken = { status: 1, cost: 1.5, reason: 'spoken', suspect: false }
const machine = { status: 1, cost: 0, reason: 'machine_answered', suspect: true }
const code = [...'0472']

it.concurrent('screening: a silent person hears the code after the usual delay, once said and once again', async ({
  expect,
}) => {
  const { end, said, words } = await answeredBy('silent')
  expect(end).toEqual(spoken)
  expect(said).toEqual(wholeSpeech('0472'))
  // RTP that comes at once makes nobody speak to a phone that is not at the ear yet.
  expect(words[0]!.atMs).toBeGreaterThan(500)
  expect(words[0]!.atMs).toBeLessThan(1_400)
})

it.concurrent('screening: a person who says hello waits at most a second and a half longer', async ({
  expect,
}) => {
  const { end, said, words } = await answeredBy('hello')
  expect(end).toEqual(spoken)
  expect(said).toEqual(wholeSpeech('0472'))
  expect(words[0]!.atMs).toBeGreaterThan(msOf(hello.length))
  expect(words[0]!.atMs).toBeLessThan(700 + 1_500)
})

it.concurrent('screening: an assistant hears one sentence and the whole code after its prompt, several times', async ({
  expect,
}) => {
  const { end, words, ladder } = await answeredBy('assistant')
  expect(end).toEqual(machine)
  expect(ladder).toContain('! a machine speaks')
  expect(words[0]).toMatchObject({ name: 'greeting' })
  expect(words[0]!.atMs).toBeGreaterThan(msOf(prompt.length) + 300)
  expect(words[0]!.atMs).toBeLessThan(msOf(prompt.length) + 1_500)
  const digits = words.filter(({ name }) => /\d/.test(name))
  // Twice would be over some twelve seconds after the prompt; it goes on for as long as a person may pick up.
  expect(digits.length).toBeGreaterThanOrEqual(3 * code.length)
  expect(digits.map(({ name }) => name).join('')).toMatch(/^(0472)+$/)
  expect(digits.at(-1)!.atMs).toBeLessThan(26_000)
})

it.concurrent('screening: a voicemail is spoken to after eight seconds', async ({ expect }) => {
  const { end, words } = await answeredBy('voicemail')
  expect(end).toEqual(machine)
  expect(words[0]!.atMs).toBeGreaterThan(7_500)
  expect(words[0]!.atMs).toBeLessThan(9_000)
})

it.concurrent('screening: a facsimile machine ends the call at once, whichever of its tones comes', async ({
  expect,
}) => {
  for (const name of ['facsimile', 'calling'] as const) {
    const { end, talkMs, ladder } = await answeredBy(name)
    expect(end).toEqual({ ...machine, status: 0 })
    expect(ladder).toContain('! facsimile tone')
    expect(talkMs).toBeLessThan(2_000)
  }
})

it.concurrent('screening: listens-first=no speaks over whatever the line plays, yes waits for a late hello', async ({
  expect,
}) => {
  const [music, late] = await Promise.all([answeredBy('plays-music'), answeredBy('waits-for-hello')])
  expect([music.end, late.end]).toEqual([spoken, spoken])
  expect(music.words[0]!.atMs).toBeLessThan(1_400)
  expect(late.words[0]!.atMs).toBeGreaterThan(msOf(sounds['waits-for-hello'].length))
})

it('screening: a mix call that an assistant answers is suspect too, and Quality counts them all', async () => {
  const { end } = await answeredBy('assistant', 'mix')
  expect(end).toEqual({ ...machine, status: 1 })
  const hour = 3_600_000
  const [service] = await rig.store.services(rig.accountId)
  const counted = async () => {
    const range = { from: Date.now() - hour, to: Date.now() + hour, test: false, by: [] }
    const measures = ['why_machine', 'suspect', 'delivered'] as const
    const [total] = await rig.store.factTotals({ ...range, serviceIds: [service!.id], only: {}, measures })
    return total?.amounts
  }
  // The assistant twice, the voicemail and two facsimile machines; four people.
  await expect.poll(counted).toEqual([5, 3, 4])
})
