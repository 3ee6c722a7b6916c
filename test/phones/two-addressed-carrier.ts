// A carrier that hears requests on one address and answers from another one.
import { createSocket, type Socket } from 'node:dgram'
import { Headers, parseMessage, respond, type SipRequest, serialise } from '@ringkey/sip'

export interface TwoAddressedCarrier {
  readonly port: number
  close(): Promise<void>
}

/** Every call rings until it is cancelled. */
export async function startTwoAddressedCarrier(
  hears: string,
  answersFrom: string,
): Promise<TwoAddressedCarrier> {
  const [ear, mouth] = [createSocket('udp4'), createSocket('udp4')]
  const ringing = new Map<string, SipRequest>()
  ear.on('message', (bytes, { port, address }) => {
    const request = parseMessage(bytes)
    if (request.kind !== 'request' || request.method === 'ACK') return
    const send = (to: SipRequest, status: number) => {
      const headers = Headers.of(['Contact', `<sip:peer@${hears}:${ear.address().port}>`])
      mouth.send(serialise(respond(to, status, 'peer', { headers })), port, address)
    }
    const invite = ringing.get(request.callId)
    if (request.method === 'INVITE') ringing.set(request.callId, request)
    send(request, request.method === 'INVITE' ? 180 : 200)
    if (request.method === 'CANCEL' && invite !== undefined) send(invite, 487)
  })
  await bind(ear, hears)
  await bind(mouth, answersFrom)
  return {
    port: ear.address().port,
    async close() {
      for (const socket of [ear, mouth]) await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}

function bind(socket: Socket, address: string): Promise<void> {
  return new Promise((resolve) => socket.bind(0, address, resolve))
}
