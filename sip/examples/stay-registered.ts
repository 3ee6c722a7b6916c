import { type Credentials, openTransports, type Registration, systemClock, UserAgent } from '@ringkey/sip'

/** Registers at a provider and stays registered; refreshes and retries need no further thought. */
export async function stayRegistered(
  aor: string, // sip:user@provider.example
  credentials: Credentials,
  report: (line: string) => void,
): Promise<{ agent: UserAgent; registration: Registration }> {
  const transport = await openTransports({
    clock: systemClock,
    listen: [{ transport: 'udp', address: '127.0.0.1', port: 0 }],
  })
  const agent = new UserAgent({ transport, onCall: (call) => call.reject(486) })
  const registration = agent.register({
    aor,
    credentials,
    onChange(state) {
      if (state.kind === 'registered') report(`registered for ${state.expiresS} s`)
      if (state.kind === 'failed') report(`failed, again in ${state.retryMs} ms`)
    },
  })
  return { agent, registration }
}
