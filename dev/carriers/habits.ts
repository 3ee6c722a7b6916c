// Misbehaving carriers, one habit each. The same table is in docs/demo.md for users.
import { createSocket } from 'node:dgram'
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
  steps: readonly Step[],
  port: number,
  report: (line: string) => void,
): Promise<RunningHabit> {
  const carrier = await Carrier.open({
    port,
    behave: () => ({ steps, networkFault: 'none' }),
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
