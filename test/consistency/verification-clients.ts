import { setTimeout as sleep } from 'node:timers/promises'
import { type Dice, rollDice } from './dice.ts'
import { isCreated, type PhoneCreation, type Request } from './history.ts'
import type { Recorder } from './recorder.ts'
import type { World } from './world.ts'

interface PhoneLoad {
  readonly seed: number
  anyNode(dice: Dice): number
}

/** A call takes several requests, and its record is large: the long form has no more than this either. */
const clients = 3
const pauseMs = 200
const retryMs = 100
const maxTries = 60
const twinShare = 0.15
const repeatShare = 0.25
const giveUpShare = 0.2
const fallbackShare = 0.4
const stepSeconds = 5
/** No code is 0000. */
const wrongCode = '0000'
/** Guesses beyond the allowed tries. */
const extraGuesses = 2
/** Less than the patience of the recorder, and more than a change needs to be noticed. */
const waitSeconds = 8

type Story = (id: string, creation: PhoneCreation, dice: Dice) => Promise<void>

/** Integrators of `/v2`: they create calls with a key, and let codes be checked. */
export class PhoneClients {
  readonly acknowledged: Request[] = []
  readonly #world: World
  readonly #recorder: Recorder
  readonly #load: PhoneLoad
  readonly #running: Promise<void>[]
  #calls = 0
  #requests = 0
  #isOver = false

  constructor(world: World, recorder: Recorder, load: PhoneLoad) {
    this.#world = world
    this.#recorder = recorder
    this.#load = load
    this.#running = Array.from({ length: clients }, (_, client) =>
      this.#integrate(rollDice(load.seed * 1_000 + 700 + client)),
    )
  }

  async finish(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  async #integrate(dice: Dice): Promise<void> {
    const stories: readonly Story[] = [
      async () => {},
      (id, creation) => this.#guess(id, creation, dice),
      (id, creation) => this.#approve(id, creation, dice),
      (id, creation) => this.#approve(id, creation, dice),
      (id, creation) => this.#hurry(id, creation, dice),
      (id, creation) => this.#watch(id, creation, dice),
      (id, creation) => this.#cancel(id, creation, dice),
    ]
    while (!this.#isOver) {
      const number = ++this.#calls
      const key = `phone-key-${number}`
      const creation: PhoneCreation = {
        phone: String(79_151_000_000 + number),
        code: String(1 + (number % 9_999)).padStart(4, '0'),
        attempts: dice.pick([1, 3, 5]),
        steps: Array(dice.chance(fallbackShare) ? 2 : 1).fill({ mode: 'flash', seconds: stepSeconds }),
        client: key,
      }
      const created = await this.#create(key, creation, dice)
      if (created !== undefined) {
        const id = created.answer!.phone!.id!
        await dice.pick(stories)(id, creation, dice)
        await this.#ask('readVerification', dice, { verificationId: id })
      }
      await sleep(dice.below(2 * pauseMs))
    }
  }

  /** As a client should: with the same key and body until it is answered. */
  async #create(key: string, creation: PhoneCreation, dice: Dice): Promise<Request | undefined> {
    const attempt = () => this.#ask('createVerification', dice, { key, creation })
    for (let tries = 0; tries < maxTries && !this.#isOver; tries++) {
      const made = await Promise.all(dice.chance(twinShare) ? [attempt(), attempt()] : [attempt()])
      const created = made.find(isCreated)
      if (created !== undefined) {
        this.acknowledged.push(created)
        if (dice.chance(repeatShare)) await attempt()
        return created
      }
      if (dice.chance(giveUpShare)) return undefined
      await sleep(retryMs)
    }
    return undefined
  }

  /** More guesses at once than are allowed; then the right code, which comes too late. */
  async #guess(id: string, creation: PhoneCreation, dice: Dice): Promise<void> {
    const guesses = Array.from({ length: creation.attempts + extraGuesses }, () =>
      this.#check(id, wrongCode, dice),
    )
    await Promise.all(guesses)
    await this.#check(id, creation.code, dice, true)
  }

  /** A person who mistypes, gets it right, and sends the form twice. */
  async #approve(id: string, { code, attempts }: PhoneCreation, dice: Dice): Promise<void> {
    for (let wrong = dice.below(attempts); wrong > 0; wrong--) await this.#check(id, wrongCode, dice)
    for (let tries = 0; tries < maxTries && !this.#isOver; tries++) {
      const right = await Promise.all([this.#check(id, code, dice, true), this.#check(id, code, dice, true)])
      if (right.some(({ answer }) => answer !== undefined && answer.status !== 503)) break
      await sleep(retryMs)
    }
    await this.#check(id, wrongCode, dice)
  }

  async #cancel(id: string, { code }: PhoneCreation, dice: Dice): Promise<void> {
    const canceled = this.#ask('cancelVerification', dice, { verificationId: id })
    await Promise.all([canceled, this.#check(id, code, dice, true)])
  }

  /** Once the first call has ended, a person asks for the next one, twice. */
  async #hurry(id: string, { code }: PhoneCreation, dice: Dice): Promise<void> {
    await this.#wait(id, 1, dice)
    const next = () => this.#ask('startNextStep', dice, { verificationId: id })
    await Promise.all([next(), next()])
    await this.#check(id, code, dice, true)
  }

  /** A page waits for the outcome while the person types the code elsewhere. */
  async #watch(id: string, { code }: PhoneCreation, dice: Dice): Promise<void> {
    const { answer } = await this.#ask('readVerification', dice, { verificationId: id })
    const waits = this.#wait(id, answer?.phone?.version ?? 1, dice)
    await Promise.all([waits, this.#check(id, code, dice, true)])
  }

  #wait(verificationId: string, version: number, dice: Dice): Promise<Request> {
    return this.#ask('waitForChange', dice, { verificationId, awaited: { version, seconds: waitSeconds } })
  }

  #check(verificationId: string, code: string, dice: Dice, isRight = false): Promise<Request> {
    return this.#ask('checkCode', dice, { verificationId, typed: { code, isRight } })
  }

  #ask(
    method: Request['method'],
    dice: Dice,
    what: Pick<Request, 'key' | 'creation' | 'verificationId' | 'typed' | 'awaited'>,
  ): Promise<Request> {
    const id = `phone-${++this.#requests}`
    const node = this.#load.anyNode(dice)
    return this.#recorder.ask(this.#world.house.phones, { id, purpose: 'phones', method, node, ...what })
  }
}
