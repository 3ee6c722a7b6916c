import { expect, it } from 'vitest'
import type { TransportName } from '../transport/transport.ts'
import { type AgentCore, contactHeader } from './core.ts'

it('our Contact: names the advertised address, the transport and the scheme that the peer needs', () => {
  const core = {
    addresses: { towards: () => ({ host: '198.51.100.1', port: 5061 }) },
  } as unknown as AgentCore
  const by = (transport: TransportName) => ({ transport, address: '192.0.2.2' })
  expect(contactHeader(core, by('udp'), 'a b')).toBe('<sip:a%20b@198.51.100.1:5061>')
  expect(contactHeader(core, by('tls'), undefined)).toBe('<sip:198.51.100.1:5061;transport=tls>')
  expect(contactHeader(core, by('tls'), 'a', 'sips:b@c')).toBe('<sips:a@198.51.100.1:5061>')
})
