import { setTimeout as sleep } from 'node:timers/promises'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { isDone, type Request } from './checkers/history.ts'
import { type Dice, rollDice } from './dice.ts'
import { sendCodes } from './hook-client.ts'
import type { Integrations } from './integrations.ts'
import type { Recorder } from './recorder.ts'
import { PhoneClients } from './verification-clients.ts'
import type { World } from './world.ts'

export interface Load {
  readonly seed: number
  /** Clients that each use one key after another. */
  readonly clients: number
  /** Between two keys of a client. */
  readonly pauseMs: number
  /** Everybody else pauses so many times as long. */
  readonly slower: number
}

const retryMs = 100
const maxTries = 60
const limitedPhones = 5
const limitedPauseMs = 150
const cappedPauseMs = 200
const waitingPauseMs = 500
const lookupPauseMs = 100
const topUpPauseMs = 2_000
const readShare = 0.2
const twinShare = 0.1
const repeatShare = 0.25
const giveUpShare = 0.2
/** A top-up has an amount that no other one has, by which its entry is found. */
const firstTopUpUnits = 1_000_000

/** Everybody who uses the installation while nemeses are at work. */
export class Clients {
  readonly acknowledged: Request[] = []
  readonly phones: PhoneClients
  readonly #world: World
  readonly #recorder: Recorder
  readonly #load: Load
  readonly #running: Promise<void>[]
  #keys = 0
  #others = 0
  #isOver = false

  constructor(world: World, recorder: Recorder, load: Load, integrations: Integrations) {
    this.#world = world
    this.#recorder = recorder
    this.#load = load
    const dice = (client: number) => rollDice(load.seed * 1_000 + client)
    const keyed = Array.from({ length: load.clients }, (_, client) => this.#keyed(dice(client)))
    const lookups = world.house.lookups.map((_, index) => this.#lookUp(index, dice(500 + index)))
    const { slower } = load
    const anyNode = (dice: Dice) => this.anyNode(dice)
    const others = [
      sendCodes(recorder, integrations, { dice: dice(603), slower, anyNode }, () => this.#isOver),
      this.#limited(dice(600)),
      this.#capped(dice(601)),
      this.#waiting(dice(602)),
      this.#topUps(),
    ]
    this.#running = [...keyed, ...lookups, ...others]
    this.phones = new PhoneClients(world, recorder, { seed: load.seed, slower, integrations, anyNode })
  }

  get keys(): number {
    return this.#keys
  }

  /** No new work; requests under way are answered first. */
  async finish(): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#running, this.phones.finish()])
  }

  async #keyed(dice: Dice): Promise<void> {
    while (!this.#isOver) {
      const number = ++this.#keys
      const key = `key-${number}`
      const phone = String(79_161_000_000 + number)
      await this.#oneKey(key, phone, dice)
      if (dice.chance(readShare) && this.acknowledged.length > 0)
        await this.#read(dice.pick(this.acknowledged), dice)
      await sleep(dice.below(2 * this.#load.pauseMs + 1))
    }
  }

  /** As a client should: with the same key until it is answered, at the next node when one does not answer. */
  async #oneKey(key: string, phone: string, dice: Dice): Promise<void> {
    const { keyed } = this.#world.house
    let tries = 0
    const attempt = () =>
      this.#recorder.ask(keyed, {
        id: `${key}#${++tries}`,
        purpose: 'keyed',
        method: 'initCall',
        node: this.anyNode(dice),
        phone,
        key,
      })
    while (tries < maxTries && !this.#isOver) {
      // Two impatient requests at once are one call, too.
      const made = await Promise.all(dice.chance(twinShare) ? [attempt(), attempt()] : [attempt()])
      const done = made.find(isDone)
      if (done !== undefined) {
        this.acknowledged.push(done)
        if (dice.chance(repeatShare)) await attempt()
        return
      }
      // Some clients take a 503 for an answer: whatever is found of their call later has no excuse.
      if (dice.chance(giveUpShare)) return
      await sleep(retryMs)
    }
  }

  async #read(first: Request, dice: Dice): Promise<void> {
    await this.#recorder.ask(this.#world.house.keyed, {
      id: this.#nextId('read'),
      purpose: 'keyed',
      method: 'getInfo',
      node: this.anyNode(dice),
      uid: first.answer!.vendorId!,
    })
  }

  async #limited(dice: Dice): Promise<void> {
    while (!this.#isOver) {
      const request = await this.#recorder.ask(this.#world.house.keyed, {
        id: this.#nextId('limited'),
        purpose: 'limited',
        method: 'initCall',
        node: this.anyNode(dice),
        phone: String(79_170_000_000 + dice.below(limitedPhones)),
      })
      if (isDone(request)) this.acknowledged.push(request)
      await sleep(limitedPauseMs * this.#load.slower)
    }
  }

  async #capped(dice: Dice): Promise<void> {
    for (let number = 0; !this.#isOver; number++) {
      await this.#recorder.ask(this.#world.house.capped, {
        id: this.#nextId('capped'),
        purpose: 'capped',
        method: 'initCall',
        node: this.anyNode(dice),
        phone: String(79_180_000_000 + number),
      })
      await sleep(cappedPauseMs * this.#load.slower)
    }
  }

  async #waiting(dice: Dice): Promise<void> {
    for (let number = 0; !this.#isOver; number++) {
      const request = await this.#recorder.ask(this.#world.house.keyed, {
        id: this.#nextId('waiting'),
        purpose: 'waiting',
        method: 'inboundCallWaiting',
        node: this.anyNode(dice),
        phone: String(79_190_000_000 + number),
      })
      if (isDone(request)) this.acknowledged.push(request)
      await sleep(waitingPauseMs * this.#load.slower)
    }
  }

  async #lookUp(index: number, dice: Dice): Promise<void> {
    while (!this.#isOver) {
      await this.#recorder.ask(this.#world.house.lookups[index]!, {
        id: this.#nextId('lookup'),
        purpose: 'lookup',
        method: 'checkPhone',
        node: this.anyNode(dice),
        phone: String(79_160_000_000 + dice.below(1_000_000)),
      })
      await sleep(lookupPauseMs * this.#load.slower)
    }
  }

  async #topUps(): Promise<void> {
    const { commands } = this.#world
    const { accountId } = this.#world.house.keyed
    for (let number = 0; !this.#isOver; number++) {
      const amountUnits = firstTopUpUnits + number
      const startMs = performance.now()
      const amount = (amountUnits / 10_000).toFixed(4)
      const words = ['account', 'topup', String(accountId), amount, '--operation', `top-up-of-${amountUnits}`]
      const made = async () =>
        (await ringkey(commands.folder, words, commands).catch(() => undefined))?.code === 0
      let isMade = await made()
      // Whoever is in doubt types it once more: with its id it is the same operation.
      if (!isMade || number % 2 === 0) isMade = (await made()) || isMade
      const answer = isMade ? { status: 200 } : undefined
      this.#recorder.requests.push({
        id: this.#nextId('top-up'),
        purpose: 'money',
        method: 'top-up',
        accountId,
        node: -1,
        amountUnits,
        startMs,
        endMs: performance.now(),
        answer,
      })
      if (isMade && number % 2 === 0) await this.#reverse(accountId, amountUnits)
      await sleep(topUpPauseMs * this.#load.slower)
    }
  }

  /** An operator takes a mistaken top-up back, and so does a colleague. */
  async #reverse(accountId: number, amountUnits: number): Promise<void> {
    const { commands } = this.#world
    const run = (...words: string[]) =>
      ringkey(commands.folder, ['account', ...words], commands).catch(() => undefined)
    const listed = await run('topups', String(accountId), '--json')
    const found = (listed?.json as { entry: number; amount: number }[] | undefined)?.find(
      ({ amount }) => Math.round(amount * 10_000) === amountUnits,
    )
    if (found === undefined) return
    for (let times = 0; times < 2; times++) {
      const startMs = performance.now()
      const taken = await run(
        'reverse-topup',
        String(accountId),
        String(found.entry),
        '--reason',
        'a mistake',
      )
      this.#recorder.requests.push({
        id: this.#nextId('reversal'),
        purpose: 'money',
        method: 'reversal',
        accountId,
        node: -1,
        entry: found.entry,
        startMs,
        endMs: performance.now(),
        answer: taken?.code === 0 ? { status: 200 } : undefined,
      })
    }
  }

  anyNode(dice: Dice): number {
    return dice.pick(this.#world.nodes.filter(({ isResting }) => !isResting)).index
  }

  #nextId(kind: string): string {
    return `${kind}-${++this.#others}`
  }
}
