import { stoppedReason } from '../books/settlement.ts'
import type { Clock } from '../platform/clock.ts'
import type { LogEvent } from '../platform/log-events.ts'
import type { MediaSign } from '../storage/queries/trunk-counts.ts'
import type { CallMetrics } from './call-metrics.ts'
import { longestLateMs } from './calls/classify.ts'
import type { Verdict } from './calls/verdict.ts'
import type { RouteFault } from './routing/breaker.ts'
import type { LiveTrunk } from './routing/live-trunk.ts'
import type { LegResult, SipEvent } from './sip-thread/messages.ts'

/** The texts for the log about faults of a trunk. */
export const trunkEvents = {
  'trunk-paused': 'a trunk is paused after route faults',
  'trunk-refuses': 'a trunk refuses our calls',
  'unexpected-rtp-source': 'RTP comes into calls from addresses that were not signalled',
  'callers-not-trusted': 'people who call over a trunk are not believed, because only From names them',
  'no-audio': 'the speech of voice calls does not arrive',
  'speech-late': 'the speech of a voice call left us late: the machine is busy',
  'contact-unreachable': 'a trunk answers calls with a Contact that nobody reaches',
  'trunk-server-silent': 'a server of a trunk does not answer',
  'answers-from-stranger': 'answers come from an address that is not of the trunk: see trusted-sources',
  'trunk-back': 'a trunk works again',
  'trunk-unreachable': 'a trunk cannot be reached',
} as const satisfies Partial<Record<LogEvent, string>>
export type TrunkEvent = keyof typeof trunkEvents

export interface TrunkFaultsDeps {
  readonly clock: Clock
  readonly metrics: Pick<CallMetrics, 'strangers'>
  /** An operator has to act: credentials, balance, a trunk that does not answer. */
  alarm(event: TrunkEvent, facts: Readonly<Record<string, unknown>>): void
}

type EventOf<K extends SipEvent['kind']> = Extract<SipEvent, { readonly kind: K }>

/** This many suspect voice calls in a row are a fault of the trunk. */
const silentCallsInRow = 3

/** What calls and probes show about the trunks: it is noted on the trunk, and operators learn of faults and their end. */
export class TrunkFaults {
  readonly #deps: TrunkFaultsDeps
  readonly #trunkOf: (name: string) => LiveTrunk | undefined

  constructor(deps: TrunkFaultsDeps, trunkOf: (name: string) => LiveTrunk | undefined) {
    this.#deps = deps
    this.#trunkOf = trunkOf
  }

  /** An event of the SIP thread about a trunk. */
  take(
    event: EventOf<'contact-unreachable' | 'options' | 'foreign-answer' | 'public-address' | 'registration'>,
  ): void {
    const trunk = this.#trunkOf(event.trunk)
    if (event.kind === 'foreign-answer') {
      trunk?.history.noteForeignAnswer(event.address)
      this.#deps.alarm('answers-from-stranger', { trunk: event.trunk, address: event.address })
    }
    if (trunk === undefined) return
    if (event.kind === 'contact-unreachable' && trunk.history.noteDetour(this.#deps.clock.monotonicMs()))
      this.#deps.alarm('contact-unreachable', { trunk: trunk.name, contact: event.contact })
    if (event.kind === 'public-address') trunk.history.publicAddress = event.address
    if (event.kind === 'options')
      this.#watch(trunk, () => this.#noteOptions(trunk, event), `no answer to OPTIONS: ${event.said}`)
    if (event.kind === 'registration') {
      const note = () => {
        trunk.noteRegistration(event.held)
        trunk.history.registrationSaid = event.said
      }
      this.#watch(trunk, note, event.said)
    }
  }

  /** A call has shown that the trunk works. */
  noteProgress(trunk: LiveTrunk): void {
    trunk.noteProgress()
    this.#noteBack(trunk)
  }

  /** How a call over the trunk ended. */
  noteCall(trunk: LiveTrunk, operator: string, result: LegResult): void {
    const { verdict, retryAfterMs } = result
    const { clock } = this.#deps
    const wasPaused = trunk.isPaused
    trunk.note(routeFaultOf(verdict), clock.monotonicMs(), retryAfterMs)
    // A call that we stopped before it rang says nothing: its person may have typed the code already.
    if (verdict.reason !== stoppedReason) trunk.history.noteCall(operator, verdict.completed)
    if (result.afterEarlyMedia !== undefined) trunk.earlyMedia.note(result.afterEarlyMedia)
    if (result.mediaSign !== undefined) this.#noteMedia(trunk, result.mediaSign, verdict)
    if (result.lateMs > longestLateMs)
      this.#deps.alarm('speech-late', { trunk: trunk.name, lateMs: result.lateMs })
    if (verdict.fault !== 'none') trunk.history.noteFault(clock.now(), verdict.reason, result.ladder)
    if (trunk.isPaused && !wasPaused) this.#noteLost(trunk, 'trunk-paused')
    this.#noteBack(trunk)
    if (result.strangerPackets > 0) this.#noteStrangers(trunk, result.strangerPackets, clock.monotonicMs())
    if (verdict.fault === 'trunk')
      this.#deps.alarm('trunk-refuses', { trunk: trunk.name, ladder: result.ladder })
  }

  #noteMedia(trunk: LiveTrunk, sign: MediaSign, { suspect }: Verdict): void {
    trunk.mediaSigns.note(sign)
    trunk.unheardCalls = sign === 'heard' ? 0 : trunk.unheardCalls + 1
    // One silent phone is no fault of the trunk; a closed port is.
    if (sign === 'refused' || (suspect && trunk.unheardCalls >= silentCallsInRow))
      this.#deps.alarm('no-audio', { trunk: trunk.name, sign, calls: trunk.unheardCalls })
  }

  #noteStrangers(trunk: LiveTrunk, packets: number, nowMs: number): void {
    this.#deps.metrics.strangers.inc({ trunk: trunk.name }, packets)
    const tooMany = trunk.history.noteStrangers(packets, nowMs)
    if (tooMany > 0) this.#deps.alarm('unexpected-rtp-source', { trunk: trunk.name, packets: tooMany })
  }

  #noteOptions(trunk: LiveTrunk, { answered, tookMs, said, servers }: EventOf<'options'>): void {
    const at = this.#deps.clock.now()
    trunk.noteOptions(answered)
    trunk.history.noteProbe({ at, answered, tookMs, said })
    const stopped = trunk.history.noteServers(at, servers)
    // For a trunk with one server the alarm of the trunk is enough.
    if (servers.length < 2) return
    for (const { server, said: silence } of stopped)
      this.#deps.alarm('trunk-server-silent', { trunk: trunk.name, server, said: silence })
  }

  #watch(trunk: LiveTrunk, note: () => void, said: string): void {
    const before = trunk.isReachable
    note()
    if (before && !trunk.isReachable) this.#noteLost(trunk, 'trunk-unreachable', { said })
    this.#noteBack(trunk)
  }

  #noteLost(trunk: LiveTrunk, event: TrunkEvent, facts = {}): void {
    trunk.isLost = true
    this.#deps.alarm(event, { trunk: trunk.name, ...facts })
  }

  #noteBack(trunk: LiveTrunk): void {
    if (!trunk.isLost || !trunk.isWorking) return
    trunk.isLost = false
    this.#deps.alarm('trunk-back', { trunk: trunk.name })
  }
}

function routeFaultOf({ fault, reason }: Verdict): RouteFault | undefined {
  if (fault !== 'route') return undefined
  return reason === 'no response' ? 'silence' : 'refusals'
}
