import { busyness } from '../../dev/demo-traffic/country.ts'
import { hourMs } from '../../server/src/platform/clock.ts'

/** The simulated installation, and what is planted in its week. Nothing here is known to the service. */

export const operators = [
  { code: '916', name: 'ПАО "МТС"', share: 0.28 },
  { code: '921', name: 'ПАО "МегаФон"', share: 0.24 },
  { code: '961', name: 'ПАО "ВымпелКом"', share: 0.2 },
  { code: '952', name: 'ООО "Т2 Мобайл"', share: 0.18 },
  { code: '999', name: 'ООО "СКАРТЕЛ"', share: 0.06 },
  { code: '958', name: 'ПАО "Ростелеком"', share: 0.04 },
] as const
export type Operator = (typeof operators)[number]

export const trunks = ['north', 'south', 'east', 'west'] as const
export type Trunk = (typeof trunks)[number]

/** What each carrier charges for calls to Russia. */
export const prices: Readonly<Record<Trunk, string>> = {
  north: '0.30/attempt',
  south: '0.25/attempt',
  east: '0.10/attempt+0.25/ring',
  west: '0.20/attempt',
}

/** Each trunk shows the numbers of three blocks, a thousand of each. */
export const blocks: Readonly<Record<Trunk, readonly string[]>> = {
  north: ['7495120', '7495121', '7495122'],
  south: ['7495130', '7495131', '7495132'],
  east: ['7495140', '7495141', '7495142'],
  west: ['7495150', '7495151', '7495152'],
}
const allBlocks = Object.values(blocks).flat()
/** The last digits of the numbers of a block: together all blocks show every code. */
export function codesOfBlock(block: string): { readonly first: number; readonly last: number } {
  const first = (allBlocks.indexOf(block) % 10) * numbersOfBlock
  return { first, last: first + numbersOfBlock - 1 }
}
export const numbersOfBlock = 1_000

export const weekHours = 7 * 24
/** The time before the week: what is usual is learned from it. */
export const pastHours = 17 * 24
/** Its calls, as a share of those of the week. */
const pastShare = 0.15

export interface Route {
  readonly operator: Operator
  readonly trunk: Trunk
  readonly block: string
}

/** How likely a call is delivered, turned down at once, and confirmed once it was delivered. */
export interface Chances {
  readonly delivered: number
  readonly declined: number
  readonly approved: number
}

export interface Fault {
  readonly name: string
  readonly fromHour: number
  readonly toHour: number
  readonly hits: (route: Route) => boolean
  readonly makes: (usual: Chances) => Chances
}

const dayAt = (day: number, hour: number) => (day - 1) * 24 + hour - 3
const forGood = weekHours

/** Days count from the first of the week, hours are those of Moscow. */
export const faults: readonly Fault[] = [
  {
    name: 'MegaFon over south: half of the calls do not arrive',
    fromHour: dayAt(3, 14),
    toHour: forGood,
    hits: ({ operator, trunk }) => operator.code === '921' && trunk === 'south',
    makes: (usual) => ({ ...usual, delivered: usual.delivered / 2 }),
  },
  {
    name: 'east: a quarter of all calls does not arrive, for twelve hours',
    fromHour: dayAt(5, 9),
    toHour: dayAt(5, 21),
    hits: ({ trunk }) => trunk === 'east',
    makes: (usual) => ({ ...usual, delivered: usual.delivered * 0.75 }),
  },
  {
    name: 'T2 over north: phones ring, half as many people confirm',
    fromHour: dayAt(4, 11),
    toHour: forGood,
    hits: ({ operator, trunk }) => operator.code === '952' && trunk === 'north',
    makes: (usual) => ({ ...usual, approved: usual.approved / 2 }),
  },
  {
    name: 'block 7495151 of west is marked as spam: people turn it down',
    fromHour: dayAt(2, 10),
    toHour: forGood,
    hits: ({ block }) => block === '7495151',
    makes: (usual) => ({ ...usual, declined: 0.45, approved: usual.approved * 0.6 }),
  },
]

/** Every pair of network and trunk has rates of its own, a little lower at night. */
function usualChances({ operator, trunk }: Route, hour: number): Chances {
  const pair = operators.indexOf(operator) * trunks.length + trunks.indexOf(trunk)
  const isNight = (hour + 3) % 24 < 7
  return {
    delivered: 0.86 + 0.01 * (pair % 9) - (isNight ? 0.05 : 0),
    declined: 0.03,
    approved: 0.8 + 0.01 * ((pair * 5) % 11) - (isNight ? 0.03 : 0),
  }
}

/** The chances of a call in an hour of the week; hours before it are negative and have no fault. */
export function chancesAt(route: Route, hour: number): Chances {
  let chances = usualChances(route, ((hour % 24) + 24) % 24)
  for (const fault of faults)
    if (hour >= fault.fromHour && hour < fault.toHour && fault.hits(route)) chances = fault.makes(chances)
  return chances
}

/** The week that begins at midnight (UTC) of a day. */
export class Week {
  readonly #from: number
  readonly #busyness: number

  constructor(from: number) {
    this.#from = from
    this.#busyness = Array.from({ length: weekHours }, (_, hour) => busyness(this.timeOf(hour))).reduce(
      (sum, each) => sum + each,
    )
  }

  timeOf(hour: number): number {
    return this.#from + hour * hourMs
  }

  hourOf(at: number): number {
    return (at - this.#from) / hourMs
  }

  /** How many calls of the week fall into this hour, when the week has `calls`. */
  callsIn(hour: number, calls: number): number {
    const share = hour < 0 ? pastShare : 1
    return Math.round((calls * share * busyness(this.timeOf(hour))) / this.#busyness)
  }
}
