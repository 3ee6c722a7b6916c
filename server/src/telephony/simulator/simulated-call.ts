import {
  bodyOf,
  type CallEnd,
  type CallMedia,
  type Clock,
  type IncomingCall,
  type Media,
  sdpBody,
  type Timer,
} from '@ringkey/sip'
import type { Step } from './behaviours.ts'
import type { HandsetEvent } from './carrier-messages.ts'

const recordSeconds = 60

export interface SimulatedCallDeps {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly incoming: IncomingCall
  readonly clock: Clock
  readonly media: Media
  readonly onEvent: (event: HandsetEvent) => void
  readonly onEnd: (wav: Buffer | undefined) => void
}

/** A call to a simulated phone: follows its steps and the actions of the handset's user. */
export class SimulatedCall {
  readonly #deps: SimulatedCallDeps
  #audio: CallMedia | undefined
  #timer: Timer | undefined
  #isRinging = false
  #isAnswering = false
  #isOver = false

  constructor(deps: SimulatedCallDeps) {
    this.#deps = deps
    deps.incoming.handlers = { onEnd: (end) => this.#finish(end) }
  }

  follow(steps: readonly Step[]): void {
    const [step, ...rest] = steps
    if (step === undefined || this.#isOver) return
    const { incoming, clock } = this.#deps
    switch (step.do) {
      case 'wait':
        this.#timer = clock.after(step.ms, () => this.follow(rest))
        return
      case 'ring':
        incoming.ring(180)
        this.#show()
        break
      case 'early-media':
        incoming.ring(183, { headers: reasonHeaders(step.cause) })
        if (step.cause === undefined) this.#show()
        break
      case 'answer':
        this.#show()
        void this.answer(step.contact).then(() => this.follow(rest))
        return
      case 'speak':
        void this.#audio?.play(step.audio).then(() => this.follow(rest))
        return
      case 'hang-up':
        incoming.hangUp()
        return
      case 'move-media':
        void this.#moveMedia().then(() => this.follow(rest))
        return
      case 'refuse': {
        const contact = step.contact === undefined ? [] : [['Contact', step.contact] as const]
        const block = step.block === undefined ? [] : [['Reason', step.block.reason] as const]
        const later =
          step.retryAfterSeconds === undefined
            ? []
            : [['Retry-After', String(step.retryAfterSeconds)] as const]
        const headers = [...reasonHeaders(step.cause), ...block, ...contact, ...later]
        incoming.reject(step.status, { headers, ...(step.block && { reason: step.block.phrase }) })
        return
      }
    }
    this.follow(rest)
  }

  /** Answers the call, with its own port for the audio. */
  async answer(contact?: string): Promise<void> {
    const { incoming, media, id, onEvent } = this.#deps
    if (this.#isAnswering || this.#isOver) return
    this.#isAnswering = true
    const offer = bodyOf(incoming.request)
    // A call without an offer is answered all the same: the 200 that crosses a CANCEL must not be delayed.
    if (offer === undefined) {
      incoming.answer()
    } else {
      const audio = await media.open({ recordSeconds }).catch(() => undefined)
      const answer = audio?.answer(Buffer.from(offer.content).toString('utf8'))
      if (this.#isOver || audio === undefined || answer === undefined) {
        audio?.close()
        // No port is free, or there is no common codec.
        incoming.reject(audio === undefined ? 503 : 488)
        return
      }
      this.#audio = audio
      incoming.handlers = {
        ...incoming.handlers,
        onOffer: ({ content }) => {
          const again = audio.answer(Buffer.from(content).toString())
          return again === undefined ? undefined : sdpBody(again)
        },
        onNewAnswer: ({ content }) => void this.#audio?.accept(Buffer.from(content).toString()),
      }
      const headers = contact === undefined ? [] : [['Contact', contact] as const]
      incoming.answer({ body: sdpBody(answer), headers })
    }
    onEvent({ kind: 'answered', id })
  }

  decline(): void {
    this.#deps.incoming.reject(603, { headers: reasonHeaders(21) })
  }

  hangUp(): void {
    this.#deps.incoming.hangUp()
  }

  /** The audio received so far. */
  recording(): Buffer | undefined {
    return this.#audio?.stream.recording?.wav('pcm')
  }

  #show(): void {
    if (this.#isRinging) return
    this.#isRinging = true
    const { id, from, to, onEvent } = this.#deps
    onEvent({ kind: 'ringing', id, from, to })
  }

  async #moveMedia(): Promise<void> {
    const { incoming, media, id, onEvent } = this.#deps
    const before = this.#audio
    const moved = await media.open({ recordSeconds }).catch(() => undefined)
    if (moved === undefined || before === undefined || this.#isOver) return moved?.close()
    this.#audio = moved
    await incoming.session?.reinvite(sdpBody(moved.offer()))
    onEvent({ kind: 'moved', id, heardMs: heardMsOf(before) })
    before.close()
  }

  #finish(end: CallEnd): void {
    this.#isOver = true
    this.#timer?.clear()
    const { id, onEvent, onEnd } = this.#deps
    this.#audio?.close()
    const heardMs = this.#audio === undefined ? 0 : heardMsOf(this.#audio)
    if (this.#isRinging) onEvent({ kind: 'ended', id, why: explain(end), heardMs })
    onEnd(this.recording())
  }
}

function heardMsOf(audio: CallMedia): number {
  return Math.round((audio.stream.recording?.seconds ?? 0) * 1000)
}

function explain(end: CallEnd): string {
  if (end.kind === 'cancelled') return 'the caller hung up'
  if (end.kind === 'hung-up') return end.by === 'peer' ? 'the caller hung up' : 'hung up here'
  if (end.kind === 'refused') return end.status === 603 ? 'declined here' : `refused with ${end.status}`
  return 'the line was lost'
}

function reasonHeaders(cause: number | undefined): [string, string][] {
  return cause === undefined ? [] : [['Reason', `Q.850;cause=${cause}`]]
}
