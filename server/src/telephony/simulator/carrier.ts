// A telephone carrier on loopback: the same stack as the service, in the other role.
import {
  type CallEnd,
  type Clock,
  type IncomingCall,
  Media,
  openTransports,
  type PortRange,
  parseNameAddress,
  parseUri,
  systemClock,
  systemRandom,
  type Transports,
  type Uri,
  UserAgent,
} from '@ringkey/sip'
import { NewestMap } from '../../platform/newest-map.ts'
import { type Behaviour, behaviourOf } from './behaviours.ts'
import type { HandsetAction, HandsetEvent } from './carrier-messages.ts'
import { withNetworkFaults } from './faulty-network.ts'
import { SimulatedCall } from './simulated-call.ts'

/**
 * Below the ephemeral ports of Linux, next to those of the service. Each carrier starts at another port, because
 * carriers that all started at the bottom would collide.
 */
function rtpPorts(): PortRange {
  return { firstPort: 30_000 + systemRandom.below(1_000) * 2, lastPort: 32_767 }
}

const localhost = '127.0.0.1'

/** Recordings of calls that have ended are kept for the last so many; a minute of speech takes half a megabyte. */
const leastRecordings = 16

export interface CarrierOptions {
  readonly onEvent: (event: HandsetEvent) => void
  readonly clock?: Clock
  /** The behaviour of a called number; by the table of `behaviours.ts` when left out. */
  readonly behave?: (called: string) => Behaviour
  /** An address of the loopback network; 127.0.0.1 when left out. */
  readonly address?: string
  /** The port; 0, or left out, uses any free port. */
  readonly port?: number
  /** The number of the first call; 1 when left out. */
  readonly firstId?: number
}

export class Carrier {
  readonly #agent: UserAgent
  readonly #transports: Transports
  readonly #media: Media
  readonly #options: CarrierOptions
  readonly #clock: Clock
  readonly #calls = new Map<number, SimulatedCall>()
  readonly #byCallId = new Map<string, SimulatedCall>()
  readonly #recordings = new NewestMap<number, Buffer>(leastRecordings)
  #lastId: number

  static async open(options: CarrierOptions): Promise<Carrier> {
    const clock = options.clock ?? systemClock
    const address = options.address ?? localhost
    const listen = [{ transport: 'udp', address, port: options.port ?? 0 }] as const
    return new Carrier(options, clock, await openTransports({ clock, listen }))
  }

  private constructor(options: CarrierOptions, clock: Clock, transports: Transports) {
    this.#options = options
    this.#lastId = (options.firstId ?? 1) - 1
    this.#clock = clock
    this.#transports = transports
    this.#media = new Media({ bindAddress: options.address ?? localhost, ports: rtpPorts(), clock })
    this.#agent = new UserAgent({
      transport: withNetworkFaults(transports, options.behave ?? behaviourOf, async (callId) =>
        this.#byCallId.get(callId)?.answer(),
      ),
      clock,
      name: 'ringkey-simulated-carrier',
      onCall: (call) => this.#take(call),
    })
  }

  get port(): number {
    return this.#transports.advertised('udp')?.port ?? 0
  }

  /** Calls that have not ended. */
  get calls(): number {
    return this.#calls.size
  }

  act(action: HandsetAction, id: number): void {
    const call = this.#calls.get(id)
    if (action === 'answer') void call?.answer()
    else if (action === 'decline') call?.decline()
    else call?.hangUp()
  }

  /** Calls a number from the handset; resolves with the result when that call has ended. */
  dial(from: string, to: string, at: string): Promise<string> {
    const id = ++this.#lastId
    return dialOut(this.#agent, { id, from, to, at }, this.#options.onEvent)
  }

  /** The audio received in a call, as a WAV file, during it and for a while after it. */
  recording(id: number): Buffer | undefined {
    return this.#calls.get(id)?.recording() ?? this.#recordings.get(id)
  }

  async close(): Promise<void> {
    for (const call of this.#calls.values()) call.hangUp()
    await this.#transports.close()
  }

  #take(incoming: IncomingCall): void {
    const id = ++this.#lastId
    const callId = incoming.request.callId
    const to = userOf(parseUri(incoming.request.uri))
    const call = new SimulatedCall({
      id,
      from: userOf(parseNameAddress(incoming.request.headers.get('From') ?? '')?.uri),
      to,
      incoming,
      clock: this.#clock,
      media: this.#media,
      onEvent: this.#options.onEvent,
      onEnd: (wav) => {
        this.#calls.delete(id)
        this.#byCallId.delete(callId)
        if (wav !== undefined) this.#recordings.set(id, wav)
      },
    })
    this.#calls.set(id, call)
    this.#byCallId.set(callId, call)
    call.follow((this.#options.behave ?? behaviourOf)(to).steps)
  }
}

function userOf(uri: Uri | undefined): string {
  if (uri === undefined || uri.scheme === 'other') return ''
  return (uri.scheme === 'tel' ? uri.number : (uri.user ?? '')).replace(/^\+/, '')
}

export interface DialOut {
  readonly id: number
  readonly from: string
  readonly to: string
  /** Where the service listens: `127.0.0.1:5060`. */
  readonly at: string
}

/** A confirmation number answers at once, so a longer wait is useless. */
const ringLimitMs = 20_000

/** A call from the handset to the service. */
async function dialOut(
  agent: UserAgent,
  { id, from, to, at }: DialOut,
  onEvent: (event: HandsetEvent) => void,
): Promise<string> {
  onEvent({ kind: 'dialling', id, from, to })
  const call = agent.call({
    to: `sip:+${to}@${at}`,
    from: `sip:+${from}@127.0.0.1`,
    // RFC 3325: a carrier asserts the number of its subscriber.
    headers: [['P-Asserted-Identity', `<sip:+${from}@127.0.0.1>`]],
    ringLimitMs,
    onProgress: (response) => onEvent({ kind: 'progress', id, status: response.status }),
    onAnswer: () => call.hangUp(),
  })
  const why = explain(await call.ended)
  onEvent({ kind: 'ended', id, why, heardMs: 0 })
  return why
}

function explain(end: CallEnd): string {
  if (end.kind === 'rejected') {
    // Confirmation numbers are always busy: the call itself is the proof.
    return end.response.status === 486
      ? 'busy, as confirmation numbers are'
      : `refused with ${end.response.status}`
  }
  if (end.kind === 'hung-up') return 'answered'
  return end.kind === 'failed' ? 'the service did not answer' : 'not answered'
}
