import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import type { SimulatedCarrier } from '../simulator/start-carrier.ts'
import { Handset } from './handset.ts'
import { phoneApi } from './phone-api.ts'

const done: string[] = []
const carrier: SimulatedCarrier = {
  port: 1,
  pid: undefined,
  act: (action, id) => done.push(`${action} ${id}`),
  dial: async (from, to, at) => `${from} called ${to} at ${at}`,
  recording: async (id) => (id === 1 ? Buffer.from('RIFF') : undefined),
  close: async () => {},
}

let clock: ManualClock
let handset: Handset
let server: Server
let base: string

beforeEach(async () => {
  done.length = 0
  clock = new ManualClock()
  handset = new Handset(clock, () => '127.0.0.1:5060')
  handset.connect(carrier)
  server = createServer(phoneApi(handset, clock))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  handset.take({ kind: 'ringing', id: 1, from: '74951230042', to: '79161234567' })
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const post = (path: string, body?: string) => fetch(base + path, { method: 'POST', ...(body && { body }) })

describe('the API of the demo phone', () => {
  it('lists calls and acts on existing ones', async () => {
    const { calls } = (await (await fetch(`${base}/calls`)).json()) as { calls: unknown[] }
    expect(calls).toEqual([
      {
        id: 1,
        direction: 'in',
        from: '74951230042',
        to: '79161234567',
        state: 'ringing',
        startedAt: clock.now(),
      },
    ])
    for (const what of ['answer', 'decline', 'hang-up'])
      expect((await post(`/calls/1/${what}`)).status).toBe(202)
    expect(done).toEqual(['answer 1', 'decline 1', 'hang-up 1'])
    expect((await post('/calls/2/answer')).status).toBe(404)
    expect((await post('/calls/1/explode')).status).toBe(404)
    expect((await fetch(`${base}/calls/1/answer`)).status).toBe(404)
    expect(done).toHaveLength(3)
  })

  it('returns recordings', async () => {
    const wav = await fetch(`${base}/calls/1/recording.wav`)
    expect([wav.headers.get('content-type'), await wav.text()]).toEqual(['audio/wav', 'RIFF'])
    handset.take({ kind: 'ringing', id: 2, from: '1', to: '2' })
    expect((await fetch(`${base}/calls/2/recording.wav`)).status).toBe(404)
  })

  it('dials only valid phone numbers', async () => {
    const dialled = await post('/dial', JSON.stringify({ from: '+79161234567', to: '74951230001' }))
    expect(await dialled.json()).toEqual({
      status: true,
      result: '79161234567 called 74951230001 at 127.0.0.1:5060',
    })
    for (const body of [
      '',
      'no json',
      'null',
      '{"from":"1;x","to":"74951230001"}',
      '{"from":"79161234567"}',
    ]) {
      expect((await post('/dial', body)).status).toBe(400)
    }
  })

  it('streams events, and sends keep-alives', async () => {
    const stream = await fetch(`${base}/events`)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    const until = async (text: string) => {
      while (!seen.includes(text)) seen += (await reader.read()).value
    }
    await until('event: calls')
    handset.take({ kind: 'answered', id: 1 })
    await until('event: call\n')
    expect(seen).toMatch(/event: call\ndata: \{"id":1.*"state":"answered"/)
    await clock.advance(5_000)
    await until('event: still-here')
    await reader.cancel()
  })

  it('limits the number of watchers', async () => {
    for (let watcher = 0; watcher < 50; watcher++) handset.watch(() => {})
    expect((await fetch(`${base}/events`)).status).toBe(503)
  })
})

describe('the demo handset', () => {
  it('keeps fifty calls and ends those of a carrier that is gone', () => {
    for (let id = 2; id <= 60; id++) handset.take({ kind: 'ringing', id, from: '1', to: '2' })
    expect(handset.calls).toHaveLength(50)
    expect(handset.nextId).toBe(61)
    handset.take({ kind: 'answered', id: 3 })
    expect(handset.call(3)).toBeUndefined()
    handset.connect(undefined)
    expect(new Set(handset.calls.map(({ state, why }) => `${state}: ${why}`))).toEqual(
      new Set(['ended: the carrier was restarted']),
    )
  })

  it('cannot dial while there is no carrier', async () => {
    handset.connect(undefined)
    expect(await handset.dial('79161234567', '74951230001')).toBe('the carrier is gone')
    expect(await handset.recording(1)).toBeUndefined()
  })
})
