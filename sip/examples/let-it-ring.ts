import { type CallEnd, openTransports, systemClock, UserAgent } from '@ringkey/sip'

/** Rings a phone for so long and hangs up before anybody answers: its owner sees the number that called. */
export async function letItRing(to: string, from: string, ringMs: number): Promise<CallEnd> {
  const transport = await openTransports({
    clock: systemClock,
    listen: [{ transport: 'udp', address: '127.0.0.1', port: 0 }],
  })
  const agent = new UserAgent({ transport })
  const call = agent.call({
    to, // sip:+79161234567@trunk.example
    from, // sip:+74951230042@trunk.example
    onProgress: () => setTimeout(() => call.hangUp(), ringMs),
    onAnswer: () => call.hangUp(),
  })
  const end = await call.ended // { kind: 'cancelled', response: 487 ... } when all went well
  await agent.close()
  return end
}
