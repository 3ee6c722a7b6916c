import type { Clock, Destination, Source, Transport } from '@ringkey/sip'
import { AddressList } from '../../platform/address-list.ts'
import { NewestMap } from '../../platform/newest-map.ts'

/** A destination of our messages may answer, and hang up, for this long. */
const rememberMs = 300_000
/** The time of an address is updated only this often: most messages go to a few addresses. */
const refreshMs = 10_000
const leastRemembered = 10_000

/** The admitted sources: trusted ones, and destinations of our messages. Other sources get no answer at all. */
export function knownPeers(clock: Clock) {
  const spokenTo = new NewestMap<string, number>(leastRemembered)
  let trusted = new AddressList([])
  const note = ({ address }: Destination) => {
    const nowMs = clock.nowMs()
    const at = spokenTo.get(address)
    if (at === undefined || nowMs - at >= refreshMs) spokenTo.set(address, nowMs)
  }
  return {
    trust(sources: readonly string[]): void {
      trusted = new AddressList(sources)
    },
    admits({ address }: Pick<Source, 'address'>): boolean {
      const at = spokenTo.get(address)
      return (at !== undefined && clock.nowMs() - at < rememberMs) || trusted.has(address)
    },
    /** Wraps the sockets so that every destination is recorded. */
    watch: (transport: Transport): Transport => ({
      send: (bytes, to, failed) => {
        note(to)
        transport.send(bytes, to, failed)
      },
      retire: (to, unansweredMs) => transport.retire?.(to, unansweredMs),
      receive: (onMessage) => transport.receive(onMessage),
      advertised: (name, peer) => transport.advertised(name, peer),
      close: () => transport.close(),
    }),
  }
}
