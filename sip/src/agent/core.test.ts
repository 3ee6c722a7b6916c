import { expect, it } from 'vitest'
import { type AgentCore, contactHeader } from './core.ts'

it('names the advertised address, the transport and the scheme that the peer needs', () => {
  const core = {
    transport: { advertised: () => ({ host: '198.51.100.1', port: 5061 }) },
  } as unknown as AgentCore
  expect(contactHeader(core, 'udp', 'a b')).toBe('<sip:a%20b@198.51.100.1:5061>')
  expect(contactHeader(core, 'tls', undefined)).toBe('<sip:198.51.100.1:5061;transport=tls>')
  expect(contactHeader(core, 'tls', 'a', 'sips:b@c')).toBe('<sips:a@198.51.100.1:5061>')
})
