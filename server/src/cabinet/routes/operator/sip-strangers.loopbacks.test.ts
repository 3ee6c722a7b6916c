import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../../../test/cabinet-visitor.ts'
import { eventually, startTestService, type TestService } from '../../../../test/service.ts'
import type { Answer } from '../../api.ts'

let service: TestService
let operator: CabinetVisitor
beforeAll(async () => {
  service = await startTestService({ RINGKEY_SIP_PORT: '0' }, { hasSip: true })
  operator = await demoOperator(service)
})
afterAll(() => service.stop())

it('trunks are shown with presets, and with counts of messages from unknown addresses and of invalid messages', async () => {
  const answer = [
    'SIP/2.0 200 OK',
    `Via: SIP/2.0/UDP 127.0.0.1:${service.sipPort};branch=z9hG4bK-of-nobody`,
    'From: <sip:us@127.0.0.1>;tag=1',
    'To: <sip:them@127.0.0.1>;tag=2',
    'Call-ID: of-nobody',
    'CSeq: 1 OPTIONS',
    'Content-Length: 0\r\n\r\n',
  ].join('\r\n')
  await send('127.0.0.9', 'OPTIONS sip:us@127.0.0.1 SIP/2.0\r\n\r\n')
  await send('127.0.0.1', 'this is no SIP\r\n\r\n')
  await send('127.0.0.1', answer)
  const view = async () => (await operator.read('/operator/trunks')).body as Answer<'/operator/trunks'>
  // The line reports its counters every 10 s of real time.
  const { sip, presets } = await eventually(view, ({ sip }) => (sip?.strangers ?? 0) > 0, 15_000)
  expect(sip).toMatchObject({ strangers: 1, unreadable: 1, droppedAnswers: 1, faults: 0 })
  expect(presets.kamailio).toMatchObject({ calledPlace: 'to', register: true })
})

/** One datagram to the SIP port, from an address of the loopback network. */
async function send(from: string, text: string): Promise<void> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, from, resolve))
  await new Promise((resolve) => socket.send(text, service.sipPort, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => socket.close(() => resolve()))
}
