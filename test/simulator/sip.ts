import type { Timer } from '@ringkey/sip'
import type { CallEvent } from '../../server/src/telephony/calls/call-events.ts'
import type { TimerName } from '../../server/src/telephony/calls/timers.ts'
import type { CallMode } from '../../server/src/telephony/calls/verdict.ts'
import type { Speech } from '../../server/src/telephony/prompts/speech.ts'
import type {
  SipCommand,
  SipEvent,
  SipRoute,
  SipTrunk,
} from '../../server/src/telephony/sip-thread/messages.ts'
import { type CallDeps, type Leg, SipCall } from '../../server/src/telephony/sip-thread/sip-call.ts'
import type { Carrier, CarrierWord } from './carrier.ts'
import type { Schedule } from './schedule.ts'

const noContact = { url: '', tel: '', email: '', jcard: '', location: '' }
const spokenMs = 6_000
const heardMs = 200

/** The SIP thread of a node without SIP: its call machines, over the words of the carrier. */
export function openSip(schedule: Schedule, carrier: Carrier, onEvent: (event: SipEvent) => void) {
  const clock = {
    nowMs: () => schedule.nowMs,
    after(delayMs: number, run: () => void): Timer {
      const handle = schedule.after(delayMs, run)
      return { clear: () => handle.cancel() }
    },
  }
  let trunks = new Map<string, SipTrunk>()
  const calls = new Map<number, SipCall>()
  let lastIncoming = 0
  // Another thread: messages take a moment, and keep their order.
  const emit = (event: SipEvent) => void schedule.after(0.05, () => onEvent(event))
  const deps: CallDeps = {
    clock,
    emit,
    openLeg: (_trunk, route, notify) => new CarriedLeg(schedule, carrier, route, notify),
    trunk: (name) => trunks.get(name),
    speechOf: () => ({}) as Speech,
    over: (id) => void calls.delete(id),
  }
  const take = (command: SipCommand) => {
    switch (command.kind) {
      case 'trunks':
        trunks = new Map(command.trunks.map((trunk) => [trunk.name, trunk]))
        return
      case 'share':
        return void emit({ kind: 'share-known', version: command.held.version, isWithin: true })
      case 'echo':
        return void emit(command)
      case 'place': {
        const call = new SipCall(deps, command)
        if (!call.isOver) calls.set(command.id, call)
        return
      }
      case 'claimed':
        return void calls.get(command.id)?.claimed(command.leg, command.granted)
      case 'give-up':
        return void calls.get(command.id)?.stop(command.unlessAnswered)
    }
  }
  carrier.attach(schedule.actor, (caller, called) => {
    const id = ++lastIncoming
    const believed = { believed: caller, claimed: caller, source: 'asserted', namedIn: 'asserted' } as const
    const identity = { ...believed, verstat: 'none', why: 'asserted', verstatFromCaller: false } as const
    const of = { id, trunk: [...trunks.keys()][0]!, called, identity, attestation: undefined }
    onEvent({ kind: 'incoming', ...of, awaitsDecision: false })
    schedule.after(schedule.wayMs() + 30, () => onEvent({ kind: 'confirmed', id }))
  })
  return { send: (command: SipCommand) => void schedule.after(0.05, () => take(command)) }
}

const digits = (number: string) => number.replaceAll(/\D/g, '')

/** A call over the trunk, as SipLeg is one over SIP. */
class CarriedLeg implements Leg {
  readonly route: SipRoute
  readonly ladder: string[] = []
  readonly callId = ''
  readonly lateMs = 0
  readonly strangerPackets = 0
  readonly retryAfterMs = 0
  isClaimed = false
  isReported = false
  isSent = false
  readonly #schedule: Schedule
  readonly #carrier: Carrier
  readonly #notify: (event: CallEvent) => void
  readonly #timers = new Map<TimerName, { cancel(): void }>()
  #call: { cancel(): void } | undefined
  #isOver = false
  #isAnswered = false

  constructor(schedule: Schedule, carrier: Carrier, route: SipRoute, notify: (event: CallEvent) => void) {
    this.#schedule = schedule
    this.#carrier = carrier
    this.route = route
    this.#notify = notify
  }

  place(_mode: CallMode): void {
    this.#call = this.#carrier.invite(digits(this.route.called), digits(this.route.caller), (word) =>
      this.#hear(word),
    )
    this.isSent = true
    this.#notify({ kind: 'sent' })
  }

  setTimer(timer: TimerName, delayMs: number): void {
    this.clearTimer(timer)
    this.#timers.set(
      timer,
      this.#schedule.after(delayMs, () => this.#notify({ kind: 'timer', timer })),
    )
  }

  clearTimer(timer: TimerName): void {
    this.#timers.get(timer)?.cancel()
    this.#timers.delete(timer)
  }

  hangUp(): void {
    this.#call?.cancel()
  }

  async speak(): Promise<void> {
    this.#schedule.after(heardMs, () => this.#notify({ kind: 'media-heard' }))
    this.#schedule.after(spokenMs, () => this.#notify({ kind: 'speech-over', media: 'heard', lateMs: 0 }))
  }

  async askForKey(): Promise<void> {
    this.#notify({ kind: 'key-asked' })
    this.#schedule.after(spokenMs, () => this.#notify({ kind: 'key-missed', media: 'heard', lateMs: 0 }))
  }

  release(): void {
    this.#isOver = true
  }

  #hear(word: CarrierWord): void {
    if (this.#isOver) return
    switch (word.kind) {
      case 'provisional':
        return void this.#notify({ kind: 'provisional', status: word.status, cause: undefined })
      case 'answered':
        this.#isAnswered = true
        return void this.#notify({ kind: 'answered' })
      case 'refused': {
        const { status, isBlocked } = word
        const words = {
          text: isBlocked ? 'Network Blocked' : '',
          isAnalytics: isBlocked === true,
          contact: noContact,
        }
        return void this.#notify({
          kind: 'ended',
          ending: { kind: 'refused', status, cause: undefined, words },
        })
      }
      case 'left':
        return void this.#notify({
          kind: 'ended',
          ending: { kind: 'left', crossed: false, confirmed: this.#isAnswered },
        })
    }
  }
}
