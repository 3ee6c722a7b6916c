import { isIP } from 'node:net'
import type { Clock } from '../../platform/clock.ts'
import type { CapturedMessage, CaptureFilter, SipCommand, SipEvent } from '../sip-thread/messages.ts'
import { maskCode, maskMessage } from './mask-message.ts'
import { type Captured, pcap } from './pcap.ts'

export interface CaptureFile {
  readonly messages: number
  readonly pcap: Uint8Array
}

/** Asks the SIP thread for its last SIP messages and makes a file of them. */
export function capturesBy(send: (command: SipCommand) => void, clock: Clock) {
  const waiting = new Map<number, (messages: readonly CapturedMessage[]) => void>()
  let lastId = 0
  return {
    /** With phone numbers and passwords' answers masked. `isClear` leaves only the digits masked that may be a code. */
    async make(filter: CaptureFilter, isClear: boolean): Promise<CaptureFile> {
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<readonly CapturedMessage[]>()
      waiting.set(id, resolve)
      send({ kind: 'capture', id, ...filter })
      const messages = await promise
      const now = clock.now()
      return { messages: messages.length, pcap: pcap(messages.map((each) => captured(each, now, isClear))) }
    },
    take({ id, messages }: Extract<SipEvent, { kind: 'captured' }>): void {
      waiting.get(id)?.(messages)
      waiting.delete(id)
    },
  }
}

function captured(message: CapturedMessage, now: number, isClear: boolean): Captured {
  const { ageMs, direction, own, peer, bytes } = message
  const host = own.host.replace(/^\[|\]$/g, '')
  const isSameFamily = isIP(host) === isIP(peer.address)
  return {
    at: now - ageMs,
    direction,
    // Our own address may be a name; the file has addresses alone.
    own: { port: own.port, address: isSameFamily ? host : isIP(peer.address) === 6 ? '::' : '0.0.0.0' },
    peer: { address: peer.address, port: peer.port },
    bytes: isClear ? clearBytes(direction, bytes) : maskMessage(bytes),
  }
}

/** In requests that we send and in responses that we receive, From is our calling number. */
function clearBytes(direction: CapturedMessage['direction'], bytes: Uint8Array): Uint8Array {
  const isResponse = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'SIP/'
  return isResponse === (direction === 'received') ? maskCode(bytes) : bytes
}
