// Confirmation by a key: our own phone presses keys as RTP events and in INFO requests.
import { type Digit, Media, openTransports, sdpBody, sdpOf, systemClock, UserAgent } from '@ringkey/sip'
import { afterEach, expect, it } from 'vitest'
import { closeAll, place, startSip, trunkAt } from '../../../test/sip-and-peer.ts'
import type { SipEvent } from './messages.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  await closeAll()
  for (const close of closing.splice(0).toReversed()) await close()
})

type Press = (digits: string) => Promise<void>
type Info = (type: string, body: string) => Promise<unknown>

/** A phone that answers and does what the test says once it hears audio. */
async function startPhone(
  act: (press: Press, info: Info, hangUp: () => void) => Promise<void>,
  isQuick: boolean,
): Promise<number> {
  const transport = await openTransports({
    clock: systemClock,
    listen: [{ transport: 'udp', address: '127.0.0.1', port: 0 }],
  })
  const media = new Media({ bindAddress: '127.0.0.1', ports: { firstPort: 38_200, lastPort: 38_299 } })
  const agent = new UserAgent({
    transport,
    onCall: async (call) => {
      call.ring()
      const heard = Promise.withResolvers<void>()
      const audio = await media.open({ onFirstPacket: heard.resolve })
      closing.push(() => audio.close())
      call.answer({ body: sdpBody(audio.answer(sdpOf(call.request)!)!) })
      await heard.promise
      // Packets may come before the first word; hardly anybody presses a key so soon.
      if (!isQuick) await new Promise<void>((resolve) => systemClock.after(500, resolve))
      const press: Press = async (digits) => {
        for (const digit of digits) await audio.press(digit as Digit)
      }
      const info: Info = (type, body) =>
        call.session!.request('INFO', { body: { type, content: Buffer.from(body) } })
      await act(press, info, () => call.hangUp())
    },
  })
  closing.push(
    () => transport.close(),
    () => agent.close(),
  )
  return transport.advertised('udp')!.port
}

async function ask(act: Parameters<typeof startPhone>[0], questionMs = 100, speechDelayMs = 0) {
  const port = await startPhone(act, speechDelayMs > 0)
  const { sip, events } = await startSip(systemClock, questionMs)
  sip.send({ kind: 'trunks', trunks: [trunkAt(port, { speechDelayMs })] })
  const route = {
    trunk: 'north',
    called: '+79161234567',
    caller: '+74951230000',
    earlyMediaRings: false,
    sendsMedia: false,
  }
  sip.send({ ...place, mode: 'voice', code: '', key: '47', routes: [route] })
  const settled = () =>
    events.find((event): event is Extract<SipEvent, { kind: 'settled' }> => event.kind === 'settled')
  await expect.poll(settled, { timeout: 25_000 }).toBeDefined()
  return { verdict: settled()!.verdict, wrong: events.filter(({ kind }) => kind === 'wrong-key').length }
}

it('key press: the right digits as RTP events complete the call', async () => {
  const { verdict, wrong } = await ask((press) => press('47'))
  expect([verdict.completed, verdict.reason, wrong]).toEqual([true, 'key pressed', 0])
})

it.each([
  ['application/dtmf-relay', (digit: string) => `Signal=${digit}\r\nDuration=160\r\n`],
  ['application/dtmf', (digit: string) => digit],
])('key press: the right digits in INFO requests of %s complete the call', async (type, body) => {
  const { verdict } = await ask(async (_, info) => {
    for (const digit of '47') await info(type, body(digit))
  })
  expect([verdict.completed, verdict.reason]).toEqual([true, 'key pressed'])
})

it('key press: the right digits count before the robot has begun to ask, and wrong ones are a try', async () => {
  const early = await ask((press) => press('47'), 100, 1_500)
  expect([early.verdict.completed, early.verdict.reason, early.wrong]).toEqual([true, 'key pressed', 0])
  const wrong = await ask((press) => press('9947'), 100, 1_500)
  expect([wrong.verdict.completed, wrong.verdict.reason, wrong.wrong]).toEqual([true, 'key pressed', 1])
})

it('key press: wrong digits are told, the robot asks once more, and a press that comes in two ways counts once', async () => {
  const { verdict, wrong } = await ask(async (press, info) => {
    await press('99')
    await info('application/dtmf', '4')
    await press('4')
    await info('application/dtmf', '7')
    await press('7')
  })
  expect([verdict.completed, verdict.reason, wrong]).toEqual([true, 'key pressed', 1])
})

it('key press: somebody who stopped after one digit presses the whole key when the robot asks again', async () => {
  const { verdict, wrong } = await ask(async (press) => {
    await press('4')
    // The robot waits 7 s for a key.
    await new Promise<void>((resolve) => systemClock.after(8_000, resolve))
    await press('47')
  })
  expect([verdict.completed, verdict.reason, wrong]).toEqual([true, 'key pressed', 0])
})

it('key press: after two wrong keys during the first question the robot does not ask again', async () => {
  const begunMs = systemClock.nowMs()
  const { verdict, wrong } = await ask((press) => press('9988'), 4_000)
  expect([verdict.reason, wrong]).toEqual(['wrong key', 2])
  expect(systemClock.nowMs() - begunMs).toBeLessThan(8_000)
})

it('key press: two wrong keys, and a person who hangs up without any, fail the call', async () => {
  const twice = await ask((press) => press('9988'))
  expect([twice.verdict.completed, twice.verdict.reason, twice.wrong]).toEqual([false, 'wrong key', 2])
  const none = await ask(async (_, _info, hangUp) => hangUp())
  expect([none.verdict.completed, none.verdict.reason]).toEqual([false, 'no key pressed'])
})

it('key press: somebody who hangs up while the question is spoken was not asked, unless a key was pressed', async () => {
  const hangingUp = await ask(async (_, _info, hangUp) => hangUp(), 4_000)
  expect(hangingUp.verdict).toMatchObject({ completed: false, reason: 'hung up before the code' })
  const pressing = await ask(async (press, _, hangUp) => {
    await press('99')
    hangUp()
  }, 4_000)
  expect(pressing.verdict).toMatchObject({ completed: false, reason: 'wrong key', suspect: false })
})
