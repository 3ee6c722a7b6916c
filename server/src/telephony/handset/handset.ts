import type { Clock } from '../../platform/clock.ts'
import { NewestMap } from '../../platform/newest-map.ts'
import type { HandsetAction, HandsetEvent } from '../simulator/carrier-messages.ts'
import type { SimulatedCarrier } from '../simulator/start-carrier.ts'
import type { HandsetCall } from './handset-call.ts'

/** Calls that the phone keeps; beyond that the oldest is dropped. */
const maxCalls = 50
/** Pages and terminals that may watch at once. */
const maxWatchers = 50

export type Watcher = (call: HandsetCall) => void

/** Calls whose account is known before the carrier reports them; older ones are dropped. */
const leastExpected = 1_000

interface ExpectedCall {
  readonly from: string
  readonly to: string
  readonly accountId: number
  readonly mode?: NonNullable<HandsetCall['mode']>
}

/** What the user of a handset sees and can do. */
export type HandsetUse = Pick<Handset, 'calls' | 'call' | 'watch' | 'act' | 'dial' | 'recording'>

/** The demo phone: one handset behind every number of the simulated carrier. */
export class Handset {
  readonly #clock: Clock
  readonly #calls = new Map<number, HandsetCall>()
  readonly #watchers = new Set<Watcher>()
  readonly #expected = new NewestMap<string, Pick<ExpectedCall, 'accountId' | 'mode'>>(leastExpected)
  readonly #serviceAddress: () => string
  #carrier: SimulatedCarrier | undefined

  /** `serviceAddress` is the address at which the service accepts calls, such as `127.0.0.1:5060`. */
  constructor(clock: Clock, serviceAddress: () => string) {
    this.#clock = clock
    this.#serviceAddress = serviceAddress
  }

  /** Attaches a carrier; the calls of an earlier carrier are ended. */
  connect(carrier: SimulatedCarrier | undefined): void {
    this.#carrier = carrier
    for (const call of this.#calls.values()) {
      if (call.state !== 'ended') this.#end(call, 'the carrier was restarted', 0)
    }
  }

  /** The process of the carrier, while there is one. */
  get carrierPid(): number | undefined {
    return this.#carrier?.pid
  }

  /** Oldest first. */
  get calls(): readonly HandsetCall[] {
    return [...this.#calls.values()]
  }

  /** The first number that no kept call has: a new carrier numbers its calls from here. */
  get nextId(): number {
    return Math.max(0, ...this.#calls.keys()) + 1
  }

  call(id: number): HandsetCall | undefined {
    return this.#calls.get(id)
  }

  take(event: HandsetEvent): void {
    const known = this.#calls.get(event.id)
    const startedAt = this.#clock.now()
    if (event.kind === 'ringing') {
      this.#put({ ...this.#begun(event), direction: 'in', state: 'ringing', startedAt })
    } else if (event.kind === 'dialling') {
      this.#put({ ...this.#begun(event), direction: 'out', state: 'dialling', startedAt })
    } else if (known === undefined) {
      return // its start was missed under load, or was dropped
    } else if (event.kind === 'progress') {
      this.#put({ ...known, state: 'ringing' })
    } else if (event.kind === 'answered') {
      this.#put({ ...known, state: 'answered' })
    } else if (event.kind === 'ended') {
      this.#end(known, event.why, event.heardMs)
    }
  }

  /** Calls `watcher` with every change; undefined when there are too many watchers already. */
  watch(watcher: Watcher): (() => void) | undefined {
    if (this.#watchers.size >= maxWatchers) return undefined
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  act(action: HandsetAction, id: number): void {
    this.#carrier?.act(action, id)
  }

  /** Calls a number of the service; resolves with the result. */
  async dial(from: string, to: string, accountId?: number): Promise<string> {
    if (accountId !== undefined) this.expect({ from, to, accountId })
    return (await this.#carrier?.dial(from, to, this.#serviceAddress())) ?? 'the carrier is gone'
  }

  /** The audio received in a call, as a WAV file. */
  async recording(id: number): Promise<Buffer | undefined> {
    return this.#carrier?.recording(id)
  }

  /** Assigns the next call between these numbers to this account. */
  expect({ from, to, ...whose }: ExpectedCall): void {
    this.#expected.set(`${from} ${to}`, whose)
  }

  /** The handset as members of these demo accounts see it: only with their own calls. */
  of(accountIds: readonly number[]): HandsetUse {
    const isOwn = ({ accountId }: HandsetCall) => accountId !== undefined && accountIds.includes(accountId)
    const whole = this
    return {
      get calls() {
        return whole.calls.filter(isOwn)
      },
      call: (id) => whole.calls.find((call) => call.id === id && isOwn(call)),
      watch: (watcher) => whole.watch((call) => isOwn(call) && watcher(call)),
      act: (action, id) => whole.act(action, id),
      dial: (from, to, accountId = accountIds[0]) => whole.dial(from, to, accountId),
      recording: (id) => whole.recording(id),
    }
  }

  #begun({ id, from, to }: { readonly id: number; readonly from: string; readonly to: string }) {
    const whose = this.#expected.get(`${from} ${to}`)
    this.#expected.delete(`${from} ${to}`)
    return { id, from, to, ...whose }
  }

  #end(call: HandsetCall, why: string, heardMs: number): void {
    this.#put({ ...call, state: 'ended', endedAt: this.#clock.now(), why, heardMs })
  }

  #put(call: HandsetCall): void {
    this.#calls.set(call.id, call)
    if (this.#calls.size > maxCalls) this.#calls.delete(this.#calls.keys().next().value!)
    for (const watcher of this.#watchers) watcher(call)
  }
}
