// In place of Node's own: time, timers, chance and HTTP of this process belong to the simulation. The product's modules
// import them as they do in production, and hold what was put here before they were loaded.
import crypto from 'node:crypto'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import promises from 'node:timers/promises'
import { rollDice } from '../consistency/dice.ts'
import type { Network } from './network.ts'
import { epochMs, type Handle, type Schedule } from './schedule.ts'

/** What setTimeout returns, as far as anybody asks for it. */
class SimulatedTimer {
  readonly #handle: Handle

  constructor(handle: Handle) {
    this.#handle = handle
  }

  close(): void {
    this.#handle.cancel()
  }

  unref(): this {
    return this
  }

  ref(): this {
    return this
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/** A turn of the event loop. Whoever looks in each turn whether something has ended must not stop the time. */
const turnMs = 0.1

type Run = (...values: unknown[]) => void

/** The simulation that is under way. One at a time. */
let now: { readonly schedule: Schedule; readonly network: Network } | undefined
const schedule = (): Schedule => {
  if (now === undefined) throw new Error('no simulation is under way')
  return now.schedule
}

export function simulate(parts: typeof now): void {
  now = parts
}

const MachineDate = Date
class SimulatedDate extends MachineDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(schedule().wallMs)
    else super(...(given as [number]))
  }
  static override now(): number {
    return now === undefined ? epochMs : now.schedule.wallMs
  }
}

const stop = (timer: unknown) => {
  if (timer instanceof SimulatedTimer) timer.close()
}
const setTimeout = (run: Run, delayMs = 0, ...values: unknown[]) =>
  new SimulatedTimer(schedule().after(Math.max(1, delayMs), () => run(...values)))
const setImmediate = (run: Run, ...values: unknown[]) =>
  new SimulatedTimer(schedule().after(turnMs, () => run(...values)))
function setInterval(run: Run, periodMs = 1, ...values: unknown[]) {
  let handle: Handle
  const again = () => {
    handle = schedule().after(Math.max(1, periodMs), () => {
      again()
      run(...values)
    })
  }
  again()
  return new SimulatedTimer({ cancel: () => handle.cancel() })
}

function sleep<T>(delayMs = 0, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const handle = schedule().after(Math.max(1, delayMs), () => resolve(value))
    signal?.addEventListener('abort', () => {
      handle.cancel()
      reject(signal.reason)
    })
  })
}

/**
 * What modules draw by themselves: for ids and secrets, on which nothing depends. It is kept ahead over the end of a
 * simulation (random.ts), and so is no draw of its seed.
 */
const drawn = rollDice(1)
function fill<B extends NodeJS.ArrayBufferView>(into: B): B {
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength)
  for (let place = 0; place < bytes.length; place++) bytes[place] = drawn.below(256)
  return into
}

const timerFunctions = {
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout: stop,
  clearInterval: stop,
  clearImmediate: stop,
}
Object.assign(globalThis, timerFunctions, { Date: SimulatedDate })
Object.assign(timers, timerFunctions)
Object.assign(promises, {
  setTimeout: sleep,
  setImmediate: <T>(value?: T) =>
    new Promise<T | undefined>((resolve) => void schedule().after(turnMs, () => resolve(value))),
})
Object.assign(crypto, {
  randomFillSync: fill,
  randomBytes: (count: number) => fill(Buffer.alloc(count)),
  randomInt: (bound: number) => drawn.below(bound),
})
Math.random = () => drawn.below(2 ** 30) / 2 ** 30
Object.defineProperty(performance, 'now', { value: () => now?.schedule.nowMs ?? 0 })
Object.defineProperty(performance, 'timeOrigin', { value: epochMs })
Object.assign(process.hrtime, { bigint: () => BigInt(Math.round((now?.schedule.nowMs ?? 0) * 1e6)) })
Object.assign(http, {
  request: (...asked: Parameters<Network['request']>) => now!.network.request(...asked),
  createServer: (...asked: Parameters<Network['createServer']>) => now!.network.createServer(...asked),
})
syncBuiltinESMExports()
