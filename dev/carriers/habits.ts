// Misbehaving carriers, one habit each. The same table is in docs/demo.md for users.
import { createSocket } from 'node:dgram'
import { fileURLToPath } from 'node:url'
import { encodeG711 } from '@ringkey/sip'
import { readVoice } from '../../server/src/telephony/prompts/library.ts'
import type { Step } from '../../server/src/telephony/simulator/behaviours.ts'
import { Carrier } from '../../server/src/telephony/simulator/carrier.ts'
import type { HandsetEvent } from '../../server/src/telephony/simulator/carrier-messages.ts'
import { startNameServer } from './name-server.ts'
import { startRegistrar } from './registrar.ts'

/** A carrier that is running. */
export interface RunningHabit {
  /** Settings of the trunk to this carrier, in the form of `trunk add`. */
  readonly fields: readonly string[]
  /** Settings that the service must be started with. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

export interface Habit {
  /** The behaviour of the carrier. */
  readonly says: string
  /** The result of a call over it. */
  readonly ends: string
  /** `port` is 0 for any free port; `report` gets a line for each event. */
  start(port: number, report: (line: string) => void): Promise<RunningHabit>
}

export const habitNames = [
  '183-first',
  'announcement',
  'brief-ring',
  'network-block',
  'older-block',
  'unwanted',
  'rewriting',
  'assistant',
  'voicemail',
  'facsimile',
  'private-contact',
  'pauses-once',
  'moved-media',
  'forgetful-registrar',
  'dead-primary',
  'black-hole',
] as const
export type HabitName = (typeof habitNames)[number]

const wait = (ms: number): Step => ({ do: 'wait', ms })
const ring: Step = { do: 'ring' }

const contact = 'url=https://redress.example/ask;tel=+18005550199;email=ask@redress.example'
const networkBlock: Step = {
  ...{ do: 'refuse', status: 603 },
  block: {
    phrase: 'Network Blocked',
    reason: `SIP;cause=603;text="v=analytics1;${contact}";location=RLN`,
  },
}

/** Speech that is none of ours: the other language of the built-in voices, so that a recording shows who said what. */
const english = readVoice(fileURLToPath(new URL('../../server/assets/prompts/en', import.meta.url)))
const saying = (...pieces: readonly Uint8Array[]): Step => ({
  do: 'speak',
  audio: { law: 'pcma', bytes: Buffer.concat(pieces) },
})
const prompt = saying(english.press, english.thanks)
const answered = [ring, wait(1_000), { do: 'answer' }] as const satisfies readonly Step[]
const tone = (hz: number, ms: number) =>
  encodeG711(
    'pcma',
    Int16Array.from({ length: ms * 8 }, (_, at) => 8_000 * Math.sin((2 * Math.PI * hz * at) / 8_000)),
  )
/** What the phone shows in place of our number. */
const otherNumber = '74950004821'

export const habits: Readonly<Record<HabitName, Habit>> = {
  '183-first': {
    says: '183 at once; the phone rings (180) three seconds later',
    ends: 'a flash call completes: it rings for its whole time, counted from the 180',
    start: (port, report) => startCalls([{ do: 'early-media' }, wait(3_000), ring], port, report),
  },
  announcement: {
    says: 'plays "the subscriber is not available" (183), then fails with 480 after two seconds',
    ends: 'fails as unreachable, and costs nothing',
    start: (port, report) =>
      startCalls(
        [{ do: 'early-media' }, wait(2_000), { do: 'refuse', status: 480, cause: 20 }],
        port,
        report,
      ),
  },
  'brief-ring': {
    says: 'rings (180) for 60 milliseconds, then says busy (486), as networks do that block',
    ends: 'fails as busy, and costs nothing: nobody saw the number',
    start: (port, report) =>
      startCalls([ring, wait(60), { do: 'refuse', status: 486, cause: 17 }], port, report),
  },
  'network-block': {
    says: 'sound (183) for two seconds, then `603 Network Blocked` with whom to ask (ATIS-1000099)',
    ends: 'fails as blocked, costs nothing, and is not tried over the next trunk; its details name the contact',
    start: (port, report) => startCalls([{ do: 'early-media' }, wait(2_000), networkBlock], port, report),
  },
  'older-block': {
    says: 'rings (180) for 60 milliseconds, then `608` as networks did before ATIS-1000099 (RFC 8688)',
    ends: 'fails as blocked, as above',
    start: (port, report) => startCalls([ring, wait(60), { do: 'refuse', status: 608 }], port, report),
  },
  unwanted: {
    says: '`607`: the called person has marked the caller (RFC 8197)',
    ends: 'fails as unwanted, and costs nothing; the next step starts at once',
    start: (port, report) => startCalls([{ do: 'refuse', status: 607 }], port, report),
  },
  rewriting: {
    says: `rings, and the phone shows +${otherNumber} in place of our number`,
    ends: 'a flash call completes; people type the code 4821, and five of them in a day raise `rewritten-numbers`',
    start: (port, report) =>
      startCalls([ring], port, (line) =>
        report(line.endsWith('ringing') ? `${line}; the phone shows +${otherNumber}` : line),
      ),
  },
  assistant: {
    says: 'an assistant answers after a second, speaks for five seconds and listens',
    ends: 'a voice call waits for its pause and repeats the code; it ends as `machine_answered`, suspect',
    start: (port, report) => startCalls([...answered, prompt], port, report),
  },
  voicemail: {
    says: 'a voicemail answers after a second and speaks for eleven',
    ends: 'a voice call begins after eight seconds; it ends as `machine_answered`, suspect',
    start: (port, report) => startCalls([...answered, prompt, prompt], port, report),
  },
  facsimile: {
    says: 'a facsimile machine answers after a second with its tone of 2,100 Hz',
    ends: 'a voice call ends at once as `machine_answered`',
    start: (port, report) => startCalls([...answered, saying(tone(2_100, 3_000))], port, report),
  },
  'private-contact': {
    says: 'answers after a second with a Contact that nobody outside reaches',
    ends: 'a voice call completes: ACK and BYE go to where the 200 came from',
    start: (port, report) =>
      startCalls([ring, wait(1_000), { do: 'answer', contact: '<sip:phone@127.0.0.1:9>' }], port, report),
  },
  'pauses-once': {
    says: 'answers its first call with 503 and `Retry-After: 60`, and rings for the others',
    ends: 'the first call goes over the next trunk; this one is left alone for a minute while another is there',
    start(port, report) {
      let calls = 0
      const pause: Step = { do: 'refuse', status: 503, retryAfterSeconds: 60 }
      return startCalls(() => (++calls === 1 ? [pause] : [ring]), port, report)
    },
  },
  'moved-media': {
    says: 'answers after a second and moves the audio to another port two seconds later (re-INVITE)',
    ends: 'a voice call completes: the speech goes on at the new port',
    start: (port, report) =>
      startCalls([ring, wait(1_000), { do: 'answer' }, wait(2_000), { do: 'move-media' }], port, report),
  },
  'forgetful-registrar': {
    says: 'a registrar that forgets us after each call, as a restart without memory does',
    ends: 'the call after one that rang is refused with 403 and goes over the next trunk; a refused call has us register anew, at most every 10 seconds',
    start: startForgetful,
  },
  'dead-primary': {
    says: 'SRV names two servers, and the first one is dead',
    ends: 'the first call rings after 1.5 seconds at the second server, the next ones go there at once',
    start: startPair,
  },
  'black-hole': {
    says: 'takes every request and answers none',
    ends: 'five seconds without a response, then the call goes over the next trunk',
    async start(port) {
      const hole = await openHole(port)
      // Without OPTIONS, so that only a call discovers the fault.
      return { fields: at(hole.port, 'options-seconds=0'), environment: {}, close: hole.close }
    },
  },
}

/** Tried before the demo's own carrier. */
const at = (port: number, ...more: string[]) => ['host=127.0.0.1', `port=${port}`, 'routing=*:pin', ...more]

async function startCalls(
  steps: readonly Step[] | (() => readonly Step[]),
  port: number,
  report: (line: string) => void,
): Promise<RunningHabit> {
  const carrier = await Carrier.open({
    port,
    behave: () => ({
      // Asked for once a call.
      get steps() {
        return typeof steps === 'function' ? steps() : steps
      },
      networkFault: 'none',
    }),
    onEvent: (event) => report(eventLine(event)),
  })
  return { fields: at(carrier.port), environment: {}, close: () => carrier.close() }
}

async function startForgetful(port: number, report: (line: string) => void): Promise<RunningHabit> {
  const registrar = await startRegistrar({
    port,
    forgetsAfterCall: true,
    onRequest: (method, status) => report(`${method}: ${status}`),
  })
  const fields = at(registrar.port, 'register=yes', 'auth-user=demo')
  return { fields, environment: {}, close: () => registrar.close() }
}

const zone = 'carrier.localhost'

/** The name server uses the requested port, because the service must know it. */
async function startPair(port: number, report: (line: string) => void): Promise<RunningHabit> {
  const primary = await openHole(0, () => report('the dead server: a request'))
  const secondary = await Carrier.open({
    onEvent: (event) => report(`the second server: ${eventLine(event)}`),
  })
  const srv = [
    { priority: 10, port: primary.port, name: `one.${zone}` },
    { priority: 20, port: secondary.port, name: `two.${zone}` },
  ]
  const names = await startNameServer(
    {
      srv: { [`_sip._udp.${zone}`]: srv },
      a: { [`one.${zone}`]: '127.0.0.1', [`two.${zone}`]: '127.0.0.1' },
    },
    port,
  )
  return {
    fields: [`host=${zone}`, 'routing=*:pin', 'options-seconds=0'],
    environment: { RINGKEY_SIP_NAME_SERVERS: `127.0.0.1:${names.port}` },
    async close() {
      await Promise.all([primary.close(), secondary.close(), names.close()])
    },
  }
}

/** A port that accepts everything and answers nothing. */
async function openHole(port: number, onRequest = () => {}) {
  const socket = createSocket('udp4')
  socket.on('message', onRequest)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, '127.0.0.1', resolve)
  })
  return {
    port: socket.address().port,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

/** Without numbers: the output may be kept. */
function eventLine(event: HandsetEvent): string {
  const call = `call ${event.id}`
  if (event.kind === 'moved') return `${call}: heard ${event.heardMs} ms, moved to another port`
  if (event.kind === 'ended') return `${call}: ${event.why}; heard ${event.heardMs} ms`
  return `${call}: ${event.kind}`
}
