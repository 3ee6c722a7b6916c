import type { Answer, Ended } from './answer.ts'
import { Client, isRefusal, type Refusal } from './client.ts'
import { Form } from './form.ts'
import { fill, type Texts, textsFor } from './texts.ts'
import { isTried, timeLeft, viewOf } from './view.ts'

/** How long one request waits for a change. */
const waitS = 25
const tickMs = 1_000
const retryMs = { first: 1_000, longest: 15_000 }

/**
 * `<ringkey-verify token="vt_…" base="https://…">`: what the current step asks of the person, the code, the next way and
 * the outcome. Events: `approved`, `failed`, `expired`. None of them is a proof: the server reads the verification itself.
 */
export class RingkeyVerify extends HTMLElement {
  static readonly observedAttributes = ['token', 'base', 'lang']
  readonly #form: Form
  #texts: Partial<Texts> = {}
  #answer: Answer | undefined
  #abort = new AbortController()
  #client: Client | undefined
  #ticking = 0

  constructor() {
    super()
    this.#form = new Form(this.attachShadow({ mode: 'open' }), {
      check: (code) => void this.#check(code),
      next: () => void this.#next(),
    })
  }

  /** Words of the page, in the place of ours. */
  get texts(): Partial<Texts> {
    return this.#texts
  }

  set texts(texts: Partial<Texts>) {
    this.#texts = texts
    this.#show()
  }

  /** Ends the verification. */
  async cancel(): Promise<void> {
    await this.#ask((client) => client.cancel())
  }

  connectedCallback(): void {
    this.#start()
  }

  disconnectedCallback(): void {
    this.#stop()
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.isConnected || before === now) return
    if (name === 'lang') this.#show()
    else this.#start()
  }

  #start(): void {
    this.#stop()
    this.#answer = undefined
    this.#show()
    const token = this.getAttribute('token') ?? ''
    if (token === '') return
    this.#abort = new AbortController()
    this.#client = new Client(this.getAttribute('base') ?? '', token, this.#abort.signal)
    this.#ticking = window.setInterval(() => this.#tick(), tickMs)
    void this.#watch(this.#client, this.#abort.signal)
  }

  #stop(): void {
    this.#abort.abort()
    this.#client = undefined
    clearInterval(this.#ticking)
  }

  /** Reads at once, then at every change, until the end. */
  async #watch(client: Client, signal: AbortSignal): Promise<void> {
    let delayMs = retryMs.first
    // On a computer the number is dialled with another device.
    const drawing = matchMedia('(pointer: fine)').matches ? { qr: 'svg' } : {}
    while (!signal.aborted && !this.#isOver) {
      const version = this.#answer?.version
      const waiting = version === undefined ? {} : { wait: waitS, version }
      const answer = await client.read({ ...waiting, ...drawing }).catch(() => undefined)
      if (signal.aborted) return
      if (answer !== undefined && !isRefusal(answer)) {
        if (delayMs !== retryMs.first) this.#form.say('')
        delayMs = retryMs.first
        this.#take(answer)
      } else if (answer?.status === 401 || answer?.status === 404) {
        // Its time has been over for ten minutes.
        this.#end('expired')
      } else {
        this.#form.say(this.#words.offline)
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(delayMs, (answer?.retryAfterS ?? 0) * 1_000)),
        )
        delayMs = Math.min(2 * delayMs, retryMs.longest)
      }
    }
  }

  async #check(code: string): Promise<void> {
    const checked = await this.#ask((client) => client.check(code))
    if (checked === undefined || this.#answer === undefined || this.#isOver) return
    if (checked.status !== 'pending') return this.#end(checked.status)
    this.#answer = { ...this.#answer, attempts_left: checked.attempts_left }
    this.#show()
    this.#form.refuseCode(this.#words.wrong)
  }

  async #next(): Promise<void> {
    const answer = await this.#ask((client) => client.next())
    if (answer !== undefined) this.#take(answer)
  }

  /** Undefined when it was refused, which is said, or the element is gone. */
  async #ask<T extends object>(ask: (client: Client) => Promise<T | Refusal>): Promise<T | undefined> {
    const client = this.#client
    if (client === undefined || this.#isOver) return undefined
    this.#form.isBusy = true
    const answer = await ask(client).catch(() => undefined)
    this.#form.isBusy = false
    if (client !== this.#client) return undefined
    const words = this.#words
    if (answer === undefined) this.#form.say(words.offline)
    else if (!isRefusal(answer)) {
      this.#form.say('')
      return answer
    } else if (answer.ended !== undefined) this.#end(answer.ended)
    else
      this.#form.say(
        answer.retryAfterS > 0 ? fill(words.retryIn, { count: answer.retryAfterS }) : words.refused,
      )
    return undefined
  }

  /** An answer may be overtaken by a newer one. */
  #take(answer: Answer): void {
    if (this.#isOver || answer.version < (this.#answer?.version ?? 0)) return
    const drawn = this.#answer?.inbound?.uri === answer.inbound?.uri ? this.#answer?.inbound?.qr : undefined
    const inbound = answer.inbound && drawn ? { qr: drawn, ...answer.inbound } : answer.inbound
    if (callsOf(answer) !== callsOf(this.#answer)) this.#form.forgetCode()
    if (answer.version !== this.#answer?.version) this.#form.say('')
    // Tries never come back: an answer from before a check may arrive after it.
    const attempts_left = Math.min(answer.attempts_left, this.#answer?.attempts_left ?? Infinity)
    this.#answer = { ...answer, inbound, attempts_left }
    if (answer.status === 'pending') this.#show()
    else this.#end(answer.status)
  }

  #end(status: Ended): void {
    if (this.#isOver && this.#form.hasEnded) return
    const before = this.#answer ?? nothing
    this.#answer = { ...before, status, inbound: null }
    this.#stop()
    this.#show()
    const type = status === 'approved' || status === 'expired' ? status : 'failed'
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail: { status } }))
    if (type === 'approved' && this.hasAttribute('submit')) this.closest('form')?.requestSubmit()
  }

  get #isOver(): boolean {
    return this.#answer !== undefined && this.#answer.status !== 'pending'
  }

  get #words(): Texts {
    const chosen = this.closest('[lang]')?.getAttribute('lang')
    return { ...textsFor(chosen, navigator.language), ...this.#texts }
  }

  #show(): void {
    const words = this.#words
    const hadCode = this.#form.hasCode
    this.#form.show(this.#answer === undefined ? undefined : viewOf(this.#answer, words), words)
    if (this.#form.hasCode && !hadCode && this.hasAttribute('autofocus'))
      this.#form.focusCode({ preventScroll: true })
    this.#tick()
  }

  #tick(): void {
    if (this.#answer === undefined || this.#isOver) return
    const words = this.#words
    const time = timeLeft(viewOf(this.#answer, words).endsAt, Date.now())
    this.#form.showTime(time === '' ? '' : fill(words.timeLeft, { time }))
  }
}

/** How many have been started. */
const callsOf = (answer: Answer | undefined) => answer?.steps.filter(isTried).length

/** For a token whose time is over before anything was read. */
const nothing: Answer = {
  status: 'pending',
  version: 0,
  attempts_left: 0,
  expires_at: '',
  steps: [],
  hint: { code_length: 0, caller: null },
  inbound: null,
}
