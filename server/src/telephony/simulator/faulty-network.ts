// The network between a trunk and the simulated phones: drops and delays datagrams for some called numbers.
import type { Transport } from '@ringkey/sip'
import type { Behaviour, NetworkFault } from './behaviours.ts'

/** The most calls with a fault that are tracked; older ones get a network without faults. */
const maxRoughCalls = 10_000

interface RoughCall {
  readonly networkFault: NetworkFault
  /** Datagrams so far, counted per direction: one count for both would run in step with the retransmissions. */
  readonly seen: { in: number; out: number }
}

/** Wraps the sockets. A CANCEL of a `late-answer` call is delayed until `onCancel` has finished. */
export function withNetworkFaults(
  transport: Transport,
  behave: (called: string) => Behaviour,
  onCancel: (callId: string) => Promise<void>,
): Transport {
  const rough = new Map<string, RoughCall>()

  const callOf = (text: string): [string, RoughCall] | undefined => {
    const callId = /^(?:Call-ID|i)\s*:\s*(\S+)/im.exec(text)?.[1]
    if (callId === undefined) return undefined
    let call = rough.get(callId)
    const called = call === undefined ? /^INVITE sips?:([^@;>\s]+)@/i.exec(text)?.[1] : undefined
    if (called !== undefined) {
      const { networkFault } = behave(called)
      if (networkFault === 'none') return undefined
      call = { networkFault, seen: { in: 0, out: 0 } }
      rough.set(callId, call)
      if (rough.size > maxRoughCalls) rough.delete(rough.keys().next().value!)
    }
    return call === undefined ? undefined : [callId, call]
  }

  const isLost = (call: RoughCall, text: string, way: 'in' | 'out'): boolean => {
    if (call.networkFault === 'deaf') return true
    if (call.networkFault === 'forgetful') return text.startsWith('SIP/2.0 487')
    return call.networkFault === 'lossy' && call.seen[way]++ % 2 === 0
  }

  const isInteresting = (text: string) => rough.size > 0 || text.startsWith('INVITE')

  return {
    advertised: (name, peer) => transport.advertised(name, peer),
    close: () => transport.close(),
    send(bytes, to, failed) {
      const text = rough.size === 0 ? '' : Buffer.from(bytes).toString('latin1')
      const found = text === '' ? undefined : callOf(text)
      if (found === undefined || !isLost(found[1], text, 'out')) transport.send(bytes, to, failed)
    },
    receive(onMessage) {
      transport.receive((bytes, source) => {
        const text = bytes.toString('latin1')
        const found = isInteresting(text) ? callOf(text) : undefined
        if (found !== undefined) {
          const [callId, call] = found
          if (isLost(call, text, 'in')) return
          if (call.networkFault === 'late-answer' && text.startsWith('CANCEL')) {
            void onCancel(callId).then(() => onMessage(bytes, source))
            return
          }
        }
        onMessage(bytes, source)
      })
    },
  }
}
