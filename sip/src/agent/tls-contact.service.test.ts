import { afterAll, expect, it } from 'vitest'
import { Authority } from '../../test/certificates.ts'
import { systemClock } from '../clock.ts'
import { openTransports } from '../transport/open-transports.ts'
import type { IncomingCall } from './incoming-call.ts'
import { UserAgent } from './user-agent.ts'

const authority = new Authority()
const agents: UserAgent[] = []
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()))
  authority.remove()
})

async function openAgent(onCall?: (call: IncomingCall) => void) {
  const transport = await openTransports({
    clock: systemClock,
    tls: { caFile: authority.caFile, ...authority.issue('carrier', 'DNS:carrier.test') },
    listen: [{ transport: 'tls', address: '127.0.0.1', port: 0 }],
  })
  const none = { records: [], ttlSeconds: 60 }
  const agent = new UserAgent({
    transport,
    resolver: {
      naptr: async () => none,
      srv: async () => none,
      addresses: async () => ({ records: ['127.0.0.1'], ttlSeconds: 60 }),
    },
    ...(onCall === undefined ? {} : { onCall }),
  })
  agents.push(agent)
  return { agent, port: transport.advertised('tls')!.port }
}

it('a call over TLS to a server whose Contact is its address: ACK and BYE go over the connection that proved its name', async () => {
  const acknowledged = Promise.withResolvers<void>()
  const carrier = await openAgent((call) => {
    call.handlers = { onAcknowledged: () => acknowledged.resolve() }
    call.answer()
  })
  const us = await openAgent()
  const call = us.agent.call({
    to: `sip:79161234567@carrier.test:${carrier.port};transport=tls`,
    from: 'sip:74951230042@carrier.test',
  })
  await acknowledged.promise
  call.hangUp()
  expect(await call.ended).toEqual({ kind: 'hung-up', by: 'us', confirmed: true })
})
