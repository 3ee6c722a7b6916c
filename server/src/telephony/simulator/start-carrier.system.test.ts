import { openTransports, systemClock, UserAgent } from '@ringkey/sip'
import { afterEach, describe, expect, it } from 'vitest'
import type { HandsetEvent } from './carrier-messages.ts'
import { startCarrier } from './start-carrier.ts'

/** The timeout on a busy machine. */
const patience = { timeout: 60_000 }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function openAgent(
  onCall?: (from: string, to: string) => void,
): Promise<{ agent: UserAgent; port: number }> {
  const transport = await openTransports({
    clock: systemClock,
    listen: [{ transport: 'udp', address: '127.0.0.1', port: 0 }],
  })
  closing.push(() => transport.close())
  const agent = new UserAgent({
    transport,
    onCall(call) {
      onCall?.(call.request.headers.get('P-Asserted-Identity') ?? '', call.request.uri)
      call.reject(486)
    },
  })
  return { agent, port: transport.advertised('udp')!.port }
}

describe('the simulated carrier in its own process', () => {
  it('rings, reports to the handset, and is answered from there', async () => {
    const events: HandsetEvent[] = []
    const carrier = await startCarrier({ onEvent: (event) => events.push(event) })
    closing.push(() => carrier.close())
    const { agent } = await openAgent()
    const call = agent.call({
      to: `sip:79161234567@127.0.0.1:${carrier.port}`,
      from: 'sip:74951230042@127.0.0.1',
      onAnswer: () => call.hangUp(),
    })
    await expect.poll(() => events, patience).toHaveLength(1)
    expect(events[0]).toMatchObject({ kind: 'ringing', from: '74951230042', to: '79161234567' })
    carrier.act('answer', events[0]!.id)
    expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'us' })
    await expect
      .poll(() => events.map(({ kind }) => kind), patience)
      .toEqual(['ringing', 'answered', 'ended'])
  })

  it('dials out like a carrier, and gets busy', async () => {
    const carrier = await startCarrier({ onEvent() {} })
    closing.push(() => carrier.close())
    const seen: string[] = []
    const { port } = await openAgent((from, to) => seen.push(from, to))
    expect(await carrier.dial('79161234567', '74951230001', `127.0.0.1:${port}`)).toBe(
      'busy, as confirmation numbers are',
    )
    expect(seen).toEqual(['<sip:+79161234567@127.0.0.1>', `sip:+74951230001@127.0.0.1:${port}`])
  })

  it('reports its end, and answers the open requests', async () => {
    const gone = Promise.withResolvers<void>()
    const carrier = await startCarrier({ onEvent() {}, onGone: gone.resolve })
    process.kill(carrier.pid!, 'SIGKILL')
    await gone.promise
    expect(await carrier.dial('79161234567', '74951230001', '127.0.0.1:9')).toBe('the carrier is gone')
    expect(await carrier.recording(1)).toBeUndefined()
    await carrier.close()
  })
})
