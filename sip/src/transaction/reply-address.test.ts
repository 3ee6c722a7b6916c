import { expect, it } from 'vitest'
import { messageOf } from '../../test/simulation/layer-rig.ts'
import { replyAddress } from './reply-address.ts'

const from = { address: '192.0.2.2', port: 49_152, localAddress: '192.0.2.1', localPort: 5060 }
const requestVia = (via: string) => {
  const request = messageOf('OPTIONS')
  request.headers.set('Via', via)
  request.forgetVia()
  return request
}

it('a response over UDP goes to the source port when the client requests it, otherwise to the port in the Via', () => {
  const source = { ...from, transport: 'udp' } as const
  const asking = requestVia('SIP/2.0/UDP 192.0.2.2:5070;branch=z9hG4bKa;rport')
  expect(replyAddress(asking, source)).toBe(source)
  expect(replyAddress(requestVia('SIP/2.0/UDP 192.0.2.2:5070;branch=z9hG4bKa'), source).port).toBe(5070)
})

it('a response over TCP whose connection was closed goes to the port in the Via, also with rport', () => {
  const source = { ...from, transport: 'tcp', flow: 7 } as const
  const asking = requestVia('SIP/2.0/TCP 192.0.2.2:5070;branch=z9hG4bKa;rport')
  expect(replyAddress(asking, source)).toMatchObject({ flow: 7, address: '192.0.2.2', port: 5070 })
})
