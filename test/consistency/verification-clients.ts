import { setTimeout as sleep } from 'node:timers/promises'
import { isCreated, type PhoneCreation, type Request } from './checkers/history.ts'
import { type Dice, rollDice } from './dice.ts'
import type { Customer } from './furnish.ts'
import { gatewayChannel, type Integrations } from './integrations.ts'
import type { Recorder } from './recorder.ts'
import { answeredPrefix, type World } from './world.ts'

interface PhoneLoad {
  readonly seed: number
  readonly slower: number
  readonly integrations: Integrations
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
const callShare = 0.15
/** The second step would cost more than these allow. */
const limitShare = 0.5
const onePrice = '0.8'
/** Persons whose page is opened several times. */
const returningPauseMs = 1_500
const cappedPauseMs = 400
const callbackSeconds = 30
/** A call that meets a node that is away is lost, and the person calls again. */
const maxCalls = 4
const callPauseMs = 700
/** One phone, of which codes are guessed over many verifications. Its limits admit no more. */
const guessedPhone = '79140000001'
const guessPauseMs = 16_000
/** Between the wish for the next step and the wish for none: about as long as a step takes to begin. */
const mindMs = 15
/** For the carrier to see a call that was just answered. */
const ringsWithinMs = 5_000
/** Less than the patience of the recorder, and more than a change needs to be noticed. */
const waitSeconds = 8

/** What one integrator knows of one verification. */
interface Known {
  readonly customer: Customer
  readonly creation: PhoneCreation
  readonly id: string
  readonly dice: Dice
}
const callback = { mode: 'inbound', seconds: callbackSeconds }

const ways = ['flash', 'flash', 'flash', 'http', 'voice'] as const

const stepOf = (mode: (typeof ways)[number]) => ({
  mode,
  seconds: stepSeconds,
  ...(mode === 'http' ? { channel: gatewayChannel } : {}),
})
/** Not 0000. */
const codeOf = (number: number) => String(1 + (number % 9_999)).padStart(4, '0')

type Behaviour = (known: Known) => Promise<unknown>

/** Integrators of `/v2`: they create calls with a key, and let codes be checked. */
export class PhoneClients {
  readonly acknowledged: Request[] = []
  readonly callers = new Set<string>()
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
    const { phones, approvals } = world.house
    this.#running = [...Array<Customer>(clients).fill(phones), approvals].map((customer, client) =>
      this.#integrate(customer, this.#diceOf(client)),
    )
    this.#running.push(this.#openPages(this.#diceOf(80)), this.#reachCap(this.#diceOf(81)))
    this.#running.push(this.#guessOn(this.#diceOf(82)))
  }

  async finish(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  #diceOf(client: number): Dice {
    return rollDice(this.#load.seed * 1_000 + 700 + client)
  }

  async #integrate(customer: Customer, dice: Dice): Promise<void> {
    const approve: Behaviour = (known) => this.#approve(known)
    const behaviours: readonly Behaviour[] = [
      async () => {},
      (known) => this.#guess(known),
      approve,
      approve,
      (known) => this.#hurry(known),
      (known) => this.#watch(known),
      (known) => this.#cancel(known),
      (known) => this.#changeMind(known),
    ]
    const ownCode = customer === this.#world.house.phones
    while (!this.#isOver) {
      const isCalled = ownCode && dice.chance(callShare)
      const number = ++this.#calls
      const key = `phone-key-${number}`
      const way = ownCode && !isCalled ? dice.pick(ways) : 'flash'
      const prefix = way === 'voice' ? `${answeredPrefix}1` : '79151'
      const hasTwo = dice.chance(fallbackShare)
      const creation: PhoneCreation = {
        phone: `${prefix}${String(number).padStart(6, '0')}`,
        ...(ownCode && !isCalled ? { code: codeOf(number) } : {}),
        attempts: dice.pick([1, 3, 5]),
        steps: [stepOf(way), ...(hasTwo ? [stepOf(way === 'http' ? 'flash' : way)] : [])],
        metadata: { key },
        ...(isCalled ? { steps: [callback], inbound_expires_in: callbackSeconds } : {}),
      }
      const created = await this.#create(customer, key, creation, dice)
      if (created !== undefined) {
        const known = { customer, creation, id: created.answer!.phone!.id!, dice }
        await (isCalled ? this.#callBack(known, created) : dice.pick(behaviours)(known))
        await this.#ask(known, 'readVerification')
      }
      await sleep(dice.below(2 * pauseMs) * this.#load.slower)
    }
  }

  /** As a client should: with the same key and body until it is answered. */
  async #create(
    customer: Customer,
    key: string,
    creation: PhoneCreation,
    dice: Dice,
  ): Promise<Request | undefined> {
    const attempt = () => this.#ask({ customer, dice }, 'createVerification', { key, creation })
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

  /** The person calls the number that the page shows, or does not. */
  async #callBack(known: Known, { answer }: Request): Promise<void> {
    const { dice, creation } = known
    const { inbound } = JSON.parse(answer!.phone!.text) as { inbound: { number: string } }
    for (let calls = dice.below(maxCalls + 1); calls > 0; calls--) {
      this.callers.add(creation.phone)
      this.#world.carrier.dial(creation.phone, inbound.number.slice(1))
      await sleep(callPauseMs)
      if ((await this.#ask(known, 'readVerification')).answer?.phone?.status === 'approved') return
    }
  }

  /** A person opens the page of a sign-in several times, also at once: all pages are about one verification. */
  async #openPages(dice: Dice): Promise<void> {
    const customer = this.#world.house.phones
    for (let number = 1; !this.#isOver; number++) {
      let pages = 0
      const open = () => {
        const key = `page-key-${number}-${++pages}`
        const creation: PhoneCreation = {
          phone: `79121${String(number).padStart(6, '0')}`,
          code: codeOf(number),
          attempts: 3,
          steps: [stepOf('flash')],
          client: `person-${number}`,
          on_pending: 'return',
          metadata: { key },
        }
        return this.#ask({ customer, dice }, 'createVerification', { key, creation }, 'returning')
      }
      const opened = [...(await Promise.all([open(), open(), open()])), await open()]
      const ids = new Set(opened.flatMap(({ answer }) => answer?.phone?.id ?? []))
      for (const id of ids) {
        const known = { customer, dice, id, creation: opened[0]!.creation! }
        await this.#ask(known, 'readVerification')
        await this.#typeCode(known)
      }
      // It is approved: another one has to wait for its turn.
      opened.push(await open())
      this.acknowledged.push(...opened.filter(isCreated))
      await sleep(dice.below(2 * returningPauseMs) * this.#load.slower)
    }
  }

  async #reachCap(dice: Dice): Promise<void> {
    const customer = this.#world.house.cappedPhones
    for (let number = 1; !this.#isOver; number++) {
      const key = `capped-key-${number}`
      const phone = `79181${String(number).padStart(6, '0')}`
      const creation = {
        phone,
        attempts: 3,
        steps: [stepOf('flash'), stepOf('flash')],
        metadata: { key },
        // Nobody types its code: without a limit the second step starts, as far as the cap allows it.
        ...(dice.chance(limitShare) ? { max_cost: onePrice } : {}),
      }
      await this.#ask({ customer, dice }, 'createVerification', { key, creation }, 'capped-phones')
      await sleep(cappedPauseMs * this.#load.slower)
    }
  }

  /** Somebody guesses the codes of one phone, in one verification after another. */
  async #guessOn(dice: Dice): Promise<void> {
    const customer = this.#world.house.phones
    for (let number = 1; !this.#isOver; number++) {
      const key = `guess-key-${number}`
      const creation = {
        phone: guessedPhone,
        code: codeOf(number),
        attempts: 5,
        steps: [stepOf('flash')],
        metadata: { key },
      }
      const asked = { key, creation }
      const created = await this.#ask({ customer, dice }, 'createVerification', asked, 'guessing')
      if (isCreated(created)) {
        const known = { customer, creation, id: created.answer!.phone!.id!, dice }
        // A code that is wrong before the phone has rung blocks nobody.
        await this.#wait(known, 1)
        await this.#guess(known)
      }
      await sleep(guessPauseMs)
    }
  }

  /** What the person reads off the phone, unless the integrator chose it; undefined when it did not ring. */
  async #codeOf({ creation: { code, phone } }: Known): Promise<string | undefined> {
    if (code !== undefined) return code
    for (const until = performance.now() + ringsWithinMs; performance.now() < until; await sleep(50)) {
      const newest = this.#world.carrier.callsTo(phone).at(-1)
      if (newest !== undefined) return newest.caller.slice(-4)
    }
    return undefined
  }

  /** More guesses at once than are allowed; then the right code, which comes too late. */
  async #guess(known: Known): Promise<void> {
    const guesses = Array.from({ length: known.creation.attempts + extraGuesses }, () => this.#mistype(known))
    await Promise.all(guesses)
    await this.#typeCode(known)
  }

  /** A person who mistypes, gets it right, and sends the form twice. */
  async #approve(known: Known): Promise<void> {
    for (let wrong = known.dice.below(known.creation.attempts); wrong > 0; wrong--) await this.#mistype(known)
    for (let tries = 0; tries < maxTries && !this.#isOver; tries++) {
      const right = await Promise.all([this.#typeCode(known), this.#typeCode(known)])
      if (right.some((typed) => typed === undefined || (typed.answer?.status ?? 503) !== 503)) break
      await sleep(retryMs)
    }
    await this.#mistype(known)
  }

  async #cancel(known: Known): Promise<void> {
    await Promise.all([this.#ask(known, 'cancelVerification'), this.#typeCode(known)])
  }

  /** Once the first call has ended, a person asks for the next one, twice. */
  async #hurry(known: Known): Promise<void> {
    await this.#wait(known, 1)
    await Promise.all([this.#ask(known, 'startNextStep'), this.#ask(known, 'startNextStep')])
    await this.#typeCode(known)
  }

  /** A person asks for the next step, and wants none in the moment in which it begins. */
  async #changeMind(known: Known): Promise<void> {
    await this.#wait(known, 1)
    const next = this.#ask(known, 'startNextStep')
    await sleep(known.dice.below(mindMs))
    await Promise.all([next, this.#ask(known, 'cancelVerification')])
  }

  /** A page waits for the outcome while the person types the code elsewhere. */
  async #watch(known: Known): Promise<void> {
    const { answer } = await this.#ask(known, 'readVerification')
    await Promise.all([this.#wait(known, answer?.phone?.version ?? 1), this.#typeCode(known)])
  }

  #wait(known: Known, version: number): Promise<Request> {
    return this.#ask(known, 'waitForChange', { awaited: { version, seconds: waitSeconds } })
  }

  #mistype(known: Known): Promise<Request> {
    return this.#ask(known, 'checkCode', { typed: { code: wrongCode, isRight: false } })
  }

  async #typeCode(known: Known): Promise<Request | undefined> {
    const code = await this.#codeOf(known)
    return code === undefined ? undefined : this.#ask(known, 'checkCode', { typed: { code, isRight: true } })
  }

  #ask(
    { customer, id: verificationId, dice }: Pick<Known, 'customer' | 'dice'> & Partial<Known>,
    method: Request['method'],
    what: Pick<Request, 'key' | 'creation' | 'typed' | 'awaited'> = {},
    purpose: Request['purpose'] = 'phones',
  ): Promise<Request> {
    const about = verificationId === undefined ? {} : { verificationId }
    const id = `phone-${++this.#requests}`
    const node = this.#load.anyNode(dice)
    return this.#recorder.ask(customer, { id, purpose, method, node, ...about, ...what })
  }
}
