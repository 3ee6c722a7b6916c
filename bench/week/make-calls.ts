import { randomBytes } from 'node:crypto'
import type { Draw } from '../../dev/demo-traffic/draw.ts'
import type { CallAdmission } from '../../server/src/books/admission.ts'
import { notesOf } from '../../server/src/books/call.ts'
import { minuteMs, secondMs } from '../../server/src/platform/clock.ts'
import type { Store } from '../../server/src/storage/store.ts'
import { costOf, parsePrice } from '../../server/src/telephony/trunks/trunk-price.ts'
import {
  blocks,
  chancesAt,
  codesOfBlock,
  numbersOfBlock,
  operators,
  prices,
  type Route,
  trunks,
} from './world.ts'

/** Requests that are under way at once. */
const atOnce = 400
/** Integrators report the result of most checks. */
const reported = 0.8
const priceUnits = 8_000
/** The calls of a quarter begin within this time, so that all of them have ended in it. */
const spreadMs = 13 * minuteMs
/**
 * Those that are under way at once begin within this time: the store expects rows in the order of their times, give or
 * take a minute.
 */
const burstMs = 30 * secondMs

export interface CallMaker {
  readonly store: Store
  readonly draw: Draw
  readonly accountId: number
  /** The first makes three calls of four. */
  readonly serviceIds: readonly [number, number]
  readonly callerHashOf: (callerNumber: string, isCodeHidden: boolean) => string
  /** Whether the pool may show this number now. */
  readonly mayShow: (trunk: string, number: string) => boolean
}

/** Calls of one quarter of an hour, stored as the service stores them: admitted, settled, reported. */
export async function makeCalls(maker: CallMaker, hour: number, at: number, count: number): Promise<void> {
  for (let made = 0; made < count; made += atOnce) {
    const begins = at + Math.floor((made * spreadMs) / count)
    const calls = Array.from({ length: Math.min(atOnce, count - made) }, (_, index) => {
      const serviceId = maker.serviceIds[index % 4 === 3 ? 1 : 0]
      return makeCall(maker, serviceId, hour, begins + Math.floor((index * burstMs) / atOnce))
    })
    await Promise.all(calls)
  }
}

async function makeCall(maker: CallMaker, serviceId: number, hour: number, at: number): Promise<void> {
  const { store, draw } = maker
  const { route, number } = drawRoute(maker)
  const chances = chancesAt(route, hour)
  const isDelivered = draw.chance(chances.delivered)
  const isDeclined = isDelivered && draw.chance(chances.declined)
  const isApproved = isDelivered && draw.chance(chances.approved)
  const reason = isDelivered ? (isDeclined ? 'declined' : 'rang') : 'unreachable'
  const vendorId = await recordCall(maker, { serviceId, route, number, at, reason })
  if (isDelivered && draw.chance(reported))
    await store.feedback({
      accountId: maker.accountId,
      vendorId,
      serviceId,
      approved: isApproved,
      at: at + 20_000,
    })
}

interface FlashCall {
  readonly serviceId: number
  readonly route: Route
  readonly number: string
  readonly at: number
  readonly reason: 'rang' | 'declined' | 'unreachable'
}

/** Admits and settles a flash call; resolves with its id. */
async function recordCall(maker: CallMaker, call: FlashCall): Promise<number> {
  const { store } = maker
  const { serviceId, route, number, at, reason } = call
  const admission = admissionOf(maker, serviceId, route, at)
  const admitted = await store.admitCall(admission)
  if (admitted.kind !== 'admitted') throw new Error(`a call was not admitted: ${JSON.stringify(admitted)}`)
  const isDelivered = reason !== 'unreachable'
  await store.settle({
    accountId: admission.accountId,
    serviceId,
    vendorId: admitted.vendorId,
    completed: isDelivered,
    money: isDelivered ? 'capture' : 'release',
    reason,
    settledAt: at + 5_000,
    details: JSON.stringify(detailsOf(maker, route, number, reason)),
  })
  return admitted.vendorId
}

function drawRoute({ draw, mayShow }: CallMaker): { route: Route; number: string } {
  const weights = Object.fromEntries(operators.map(({ code, share }) => [code, share]))
  const code = draw.weighted(weights)
  const operator = operators.find((each) => each.code === code)!
  const trunk = draw.one(trunks)
  let block = draw.one(blocks[trunk])
  let number = numberOf(block, draw)
  for (let tries = 0; tries < 20 && !mayShow(trunk, number); tries++) {
    block = draw.one(blocks[trunk])
    number = numberOf(block, draw)
  }
  return { route: { operator, trunk, block }, number }
}

const numberOf = (block: string, draw: Draw) =>
  block + String(codesOfBlock(block).first + draw.below(numbersOfBlock)).padStart(4, '0')

function admissionOf(
  { draw, accountId }: CallMaker,
  serviceId: number,
  { operator }: Route,
  at: number,
): CallAdmission {
  const last = String(draw.below(10_000)).padStart(4, '0')
  return {
    // No number stands behind it: every call is to another phone, and no limit applies.
    phoneHash: randomBytes(32),
    phoneMask: `7${operator.code}***${last}`,
    country: 'RU',
    operator: operator.name,
    region: 'г. Москва и Московская область',
    portedTo: '',
    accountId,
    serviceId,
    test: false,
    priceUnits,
    chargesFailed: false,
    caps: [],
    startedAt: at,
    deadlineAt: at + 59_000,
    mode: 'flash',
    code: '',
    ...notesOf({}),
    unique: null,
    refusal: null,
    capacity: 'ok',
  }
}

/** As the switchboard writes them, without the ladder. */
function detailsOf(
  { draw, callerHashOf }: CallMaker,
  { trunk, block }: Route,
  number: string,
  reason: string,
) {
  const isRung = reason !== 'unreachable'
  const charged = { sent: true, rang: isRung, answered: false, talkMs: 0 }
  return {
    trunk,
    ...(isRung ? { pddMs: draw.between(900, 4_500) } : {}),
    ringMs: isRung ? (reason === 'declined' ? draw.between(300, 1_500) : 4_000) : 0,
    attempts: [
      {
        trunk,
        reason,
        stage: isRung ? 'ringing' : 'sent',
        answered: false,
        talkMs: 0,
        callerBlock: block,
        callerHash: callerHashOf(number, false),
        costUnits: costOf(parsePrice(prices[trunk])!, charged),
        ladder: [],
      },
    ],
  }
}
