import { setTimeout as sleep } from 'node:timers/promises'
import type { Listener, ToldEvent } from './checkers/history.ts'
import { type Dice, rollDice } from './dice.ts'
import type { Customer } from './furnish.ts'
import type { Recorder } from './recorder.ts'
import type { World } from './world.ts'

/** Less than the patience of the recorder. */
const waitSeconds = 3
const retryMs = 200
const endPatienceMs = 30_000

interface Reading {
  readonly name: string
  readonly customer: Customer
  /** Whether nothing had happened before the stream began. */
  readonly isFirst: boolean
  anyNode(): number
}

/** Reads `GET /v2/events` from its beginning on, at any node, as a program does that no webhook reaches. */
class StreamReader {
  readonly #recorder: Recorder
  readonly reading: Reading
  readonly #events: ToldEvent[] = []
  #cursor = '0'
  #untilMs = 0
  #requests = 0
  #isOver = false
  #running: Promise<void> = Promise.resolve()

  constructor(recorder: Recorder, reading: Reading) {
    this.#recorder = recorder
    this.reading = reading
  }

  get listener(): Listener {
    const { name, customer, isFirst } = this.reading
    return {
      name,
      accountId: customer.accountId,
      way: 'stream',
      isFirst,
      untilMs: this.#untilMs,
      events: this.#events,
    }
  }

  /** The first answer shows that the stream is there. */
  async begin(): Promise<void> {
    while ((await this.#read(0)) === undefined) await sleep(retryMs)
    this.#running = this.#goOn()
  }

  async #goOn(): Promise<void> {
    while (!this.#isOver) if ((await this.#read(waitSeconds)) === undefined) await sleep(retryMs)
  }

  /** Reads what is left. */
  async finish(): Promise<void> {
    this.#isOver = true
    await this.#running
    for (const until = performance.now() + endPatienceMs; performance.now() < until; ) {
      const count = await this.#read(0)
      if (count === 0) return
      if (count === undefined) await sleep(retryMs)
    }
  }

  /** Returns how many events came; undefined when there was no answer. */
  async #read(seconds: number): Promise<number | undefined> {
    const { name, customer, anyNode } = this.reading
    const { answer, startMs } = await this.#recorder.ask(customer, {
      id: `${name} ${++this.#requests}`,
      purpose: 'events',
      method: 'listEvents',
      node: anyNode(),
      cursor: this.#cursor,
      ...(seconds === 0 ? {} : { awaited: { version: 0, seconds } }),
    })
    if (answer?.page === undefined) return undefined
    this.#cursor = answer.page.cursor
    this.#untilMs = startMs
    this.#events.push(...answer.page.events)
    return answer.page.events.length
  }
}

/** A reader for each account, from some moment on; after the run another one reads everything again. */
export class Streams {
  readonly #world: World
  readonly #recorder: Recorder
  readonly #readers: StreamReader[] = []
  readonly #dice: Dice

  constructor(world: World, recorder: Recorder, seed: number) {
    this.#world = world
    this.#recorder = recorder
    this.#dice = rollDice(seed * 1_000 + 800)
  }

  get listeners(): Listener[] {
    return this.#readers.map(({ listener }) => listener)
  }

  async begin(customer: Customer, isFirst: boolean): Promise<void> {
    const reader = this.#readerOf(customer, isFirst, 'the stream')
    await reader.begin()
  }

  async finish(): Promise<void> {
    for (const reader of [...this.#readers]) {
      await reader.finish()
      const { customer, isFirst } = reader.reading
      await this.#readerOf(customer, isFirst, 'the stream, read again').finish()
    }
  }

  #readerOf(customer: Customer, isFirst: boolean, what: string): StreamReader {
    const name = `${what} of account ${customer.accountId}`
    const anyNode = () => this.#dice.pick(this.#world.nodes.filter(({ isResting }) => !isResting)).index
    const reader = new StreamReader(this.#recorder, { name, customer, isFirst, anyNode })
    this.#readers.push(reader)
    return reader
  }
}
