import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { LeapingClock } from '../../dev/demo-traffic/leaping-clock.ts'
import type { TrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import type { CallEvent } from '../../server/src/telephony/calls/call-events.ts'
import type { TimerName } from '../../server/src/telephony/calls/timers.ts'
import type { CallMode } from '../../server/src/telephony/calls/verdict.ts'
import { groupsOf, readVoice } from '../../server/src/telephony/prompts/library.ts'
import { composeSpeech, type Speech } from '../../server/src/telephony/prompts/speech.ts'
import type {
  PlaceCommand,
  SipCommand,
  SipEvent,
  SipRoute,
} from '../../server/src/telephony/sip-thread/messages.ts'
import { type CallDeps, type Leg, SipCall } from '../../server/src/telephony/sip-thread/sip-call.ts'

/** `opted-out`: their network rings nobody for a code and says it does. `asked`: they asked us not to be called. */
export type Habit = 'usual' | 'assistant' | 'opted-out' | 'asked'
export type Network = 'open' | 'blocking' | 'rewriting'

export interface Person {
  readonly phone: string
  readonly network: Network
  readonly habit: Habit
}

/** Somebody who wants to sign in. */
export interface Visit {
  readonly person: Person
  /** A share that is the same for the same question in every run. */
  readonly lot: (what: string) => number
  /** They have not given up. */
  isWaiting: boolean
  isApproved: boolean
  calls: number
}

/** What is assumed of people and networks: shares, and times in milliseconds. Nothing of it was measured. */
export const assumed = {
  blocked: 1 / 3,
  away: 0.06,
  typesSeen: 0.85,
  /** They see that an assistant has taken the call, and its number. */
  typesAfterAssistant: 0.25,
  picksUp: 0.85,
  typesHeard: 0.95,
  /** Of those whose assistant wrote the whole code down. */
  readsTranscript: 0.6,
  calls: 0.7,
  waitsOn: 0.75,
  promptMs: [4_000, 8_000],
} as const
/** What phones show in place of our number. */
const otherCode = '4821'

const bytesPerMs = 8
const answersCancelMs = 30
/** As the SIP thread waits for whoever answers (sip-leg.ts). */
const [listensForMs, pauseMs, machineMs, repeatWithinMs] = [8_000, 700, 3_000, 25_000]

const voice = readVoice(fileURLToPath(new URL('../../server/assets/prompts/ru', import.meta.url)))
const noContact = { url: '', tel: '', email: '', jcard: '', location: '' }
const blockedWords = { text: 'Network Blocked', isAnalytics: true, contact: noContact }

export const lotOf = (seed: number, visit: number) => (what: string) =>
  createHash('sha256').update(`${seed} ${visit} ${what}`).digest().readUInt32BE() / 2 ** 32

interface Phones {
  readonly clock: LeapingClock
  readonly trunk: TrunkSettings
  /** Who is called at this number. */
  visitOf(phone: string): Visit
  /** Types the code after this time. */
  type(visit: Visit, code: string, afterMs: number): void
  /** A phone rings, or its assistant answers. */
  rings(): void
  ended(): void
}

/** The SIP thread with its call machines, over phones that are simulated. */
export function openPhones(phones: Phones, onEvent: (event: SipEvent) => void) {
  const calls = new Map<number, SipCall>()
  const clock = {
    nowMs: () => phones.clock.monotonicMs(),
    after(delayMs: number, run: () => void) {
      const timer = phones.clock.after(delayMs, run)
      return { clear: () => timer.cancel() }
    },
  }
  const deps: Omit<CallDeps, 'openLeg'> = {
    clock,
    emit: (event) => void phones.clock.after(0, () => onEvent(event)),
    trunk: (name) => ({ name, settings: phones.trunk, password: undefined, numbers: [], thanked: [] }),
    speechOf: (_, code) => composeSpeech(voice, code, groupsOf('ru', code.length)),
    over: (id) => void calls.delete(id),
  }
  return (command: SipCommand): void => {
    if (command.kind === 'claimed') calls.get(command.id)?.claimed(command.leg, command.granted)
    if (command.kind === 'give-up') calls.get(command.id)?.stop(command.unlessAnswered)
    if (command.kind !== 'place') return
    const openLeg: CallDeps['openLeg'] = (_, route, notify) => new CalledPhone(phones, command, route, notify)
    const call = new SipCall({ ...deps, openLeg }, command)
    if (!call.isOver) calls.set(command.id, call)
  }
}

/** A call over the trunk, as SipLeg is one over SIP. */
class CalledPhone implements Leg {
  readonly route: SipRoute
  readonly ladder: string[] = []
  readonly callId = ''
  readonly retryAfterMs = 0
  readonly strangerPackets = 0
  readonly lateMs = 0
  isClaimed = false
  isReported = false
  isSent = false
  readonly #phones: Phones
  readonly #command: PlaceCommand
  readonly #notify: (event: CallEvent) => void
  readonly #timers = new Map<TimerName, { cancel(): void }>()
  readonly #visit: Visit
  readonly #lot: (what: string) => number
  #answeredAtMs: number | undefined
  #promptMs = 0
  #isSeen = false
  #isOver = false

  constructor(phones: Phones, command: PlaceCommand, route: SipRoute, notify: (event: CallEvent) => void) {
    this.route = route
    this.#phones = phones
    this.#command = command
    this.#notify = notify
    this.#visit = phones.visitOf(route.called.replaceAll(/\D/g, ''))
    const nth = ++this.#visit.calls
    this.#lot = (what) => this.#visit.lot(`${nth} ${what}`)
    // Each further call finds fewer people who still wait.
    if (nth > 1 && this.#lot('waits') >= assumed.waitsOn) this.#visit.isWaiting = false
  }

  place(mode: CallMode): void {
    this.isSent = true
    this.#notify({ kind: 'sent' })
    const { network, habit } = this.#visit.person
    const heard = (atMs: number, status: 180 | 183) =>
      this.#then(atMs, () => this.#notify({ kind: 'provisional', status, cause: undefined }))
    if (network === 'blocking' && this.#lot('blocked') < assumed.blocked) {
      heard(900, 183)
      this.#end(2_300, { kind: 'refused', status: 603, cause: undefined, words: blockedWords })
      return
    }
    if (habit !== 'opted-out' && this.#lot('away') < assumed.away) {
      this.#end(1_500, { kind: 'refused', status: 480, cause: 20 })
      return
    }
    heard(1_500, 180)
    if (habit === 'opted-out') return
    this.#then(1_500, () => this.#phones.rings())
    if (habit === 'assistant') {
      const [least, most] = assumed.promptMs
      this.#promptMs = least + (most - least) * this.#lot('prompt')
      this.#answer(2_400)
      if (mode === 'flash') this.#types(assumed.typesAfterAssistant, 8_000)
    } else if (mode === 'flash') this.#isSeen = true
    else if (habit === 'usual' && this.#visit.isWaiting && this.#lot('picks up') < assumed.picksUp)
      this.#answer(4_500 + 9_000 * this.#lot('after'))
  }

  hangUp(): void {
    // The number was seen while it rang.
    if (this.#isSeen && this.#visit.person.habit === 'usual') this.#types(assumed.typesSeen, 3_000)
    this.#isSeen = false
    const confirmed = this.#answeredAtMs !== undefined
    this.#end(answersCancelMs, { kind: 'left', crossed: false, confirmed })
  }

  async speak(speech: Speech): Promise<void> {
    const [greeting, announcement, code, again, farewell] = [
      speech.greeting,
      speech.announcement,
      speech.code,
      speech.again,
      speech.farewell,
    ].map(({ bytes }) => bytes.length / bytesPerMs) as [number, number, number, number, number]
    const sinceMs = this.#phones.clock.monotonicMs() - this.#answeredAtMs!
    const isListening = this.#phones.trunk.listensFirst !== 'no'
    const isScreened = this.#promptMs > 0 && isListening
    if (isScreened && this.#promptMs > machineMs)
      this.#then(machineMs - sinceMs, () => this.#notify({ kind: 'machine-heard', isTone: false }))
    let atMs = isScreened ? Math.max(sinceMs, Math.min(listensForMs, this.#promptMs + pauseMs)) : sinceMs
    atMs += isScreened ? announcement : greeting
    let isHeard = false
    for (let time = 1; time <= 2 || (isScreened && atMs + again + code <= repeatWithinMs); time++) {
      if (time > 1) atMs += again
      // An assistant listens once its own prompt is over.
      isHeard ||= atMs >= this.#promptMs
      atMs += code
      this.#then(atMs - sinceMs, () => this.#notify({ kind: 'code-spoken', media: 'heard', lateMs: 0 }))
    }
    atMs += farewell
    if (isHeard)
      this.#types(
        this.#promptMs > 0 ? assumed.readsTranscript : assumed.typesHeard,
        atMs - sinceMs - farewell,
      )
    this.#then(atMs - sinceMs, () => this.#notify({ kind: 'speech-over', media: 'heard', lateMs: 0 }))
  }

  async askForKey(): Promise<void> {}

  setTimer(timer: TimerName, delayMs: number): void {
    this.clearTimer(timer)
    const run = () => this.#notify({ kind: 'timer', timer })
    this.#timers.set(timer, this.#phones.clock.after(delayMs, run))
  }

  clearTimer(timer: TimerName): void {
    this.#timers.get(timer)?.cancel()
    this.#timers.delete(timer)
  }

  release(): void {
    this.#isOver = true
    this.#phones.ended()
  }

  #then(delayMs: number, run: () => void): void {
    this.#phones.clock.after(delayMs, () => {
      if (!this.#isOver) run()
    })
  }

  #answer(afterMs: number): void {
    this.#then(afterMs, () => {
      this.#answeredAtMs = this.#phones.clock.monotonicMs()
      this.#notify({ kind: 'answered' })
      this.#then(100, () => this.#notify({ kind: 'media-heard' }))
    })
  }

  #end(afterMs: number, ending: Extract<CallEvent, { kind: 'ended' }>['ending']): void {
    this.#then(afterMs, () => {
      this.#isOver = true
      this.#notify({ kind: 'ended', ending })
    })
  }

  #types(share: number, afterMs: number): void {
    if (!this.#visit.isWaiting || this.#lot('types') >= share) return
    const isReplaced = this.#visit.person.network === 'rewriting' && this.#command.mode === 'flash'
    this.#phones.type(this.#visit, isReplaced ? otherCode : this.#command.code, afterMs)
  }
}
