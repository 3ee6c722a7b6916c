import type { Draw } from './draw.ts'

interface Network {
  readonly code: string
  readonly operator: string
  readonly region: string
  /** Of ten people, roughly. */
  readonly share: number
  /** How often the phone is reached at the first attempt. */
  readonly reached: number
}

/** Made-up ranges of real-looking networks: enough for pages to tell them apart. */
const networks: readonly Network[] = [
  { code: '916', operator: 'ПАО "МТС"', region: 'г. Москва и Московская область', share: 26, reached: 0.93 },
  { code: '921', operator: 'ПАО "МегаФон"', region: 'г. Санкт-Петербург', share: 19, reached: 0.91 },
  { code: '961', operator: 'ПАО "ВымпелКом"', region: 'Краснодарский край', share: 17, reached: 0.88 },
  { code: '952', operator: 'ООО "Т2 Мобайл"', region: 'Свердловская область', share: 16, reached: 0.9 },
  { code: '999', operator: 'ООО "СКАРТЕЛ"', region: 'Республика Татарстан', share: 7, reached: 0.84 },
]

/** The registry of these networks in the ministry's layout. */
export const registryFile = [
  'АВС/ DEF;От;До;Емкость;Оператор;Регион;Территория ГАР;ИНН',
  ...networks.map(
    ({ code, operator, region }) =>
      `${code};0000000;9999999;10000000;${operator};${region};${region};7700000${code}`,
  ),
  '',
].join('\n')

export interface Human {
  readonly phone: string
  readonly client: string
  readonly reached: number
  readonly network: string
}

const names = ['anna', 'boris', 'ivan.p', 'marina', 'oleg77', 'd.kim', 'sveta', 'timur', 'vera', 'yuri']

/** The users of the shops: most come once or twice, some come often. */
export function makeHumans(draw: Draw, count: number): readonly Human[] {
  const shares = Object.fromEntries(networks.map(({ code, share }) => [code, share]))
  return Array.from({ length: count }, (_, index) => {
    const code = draw.chance(0.06) ? '' : draw.weighted(shares)
    const network = networks.find((each) => each.code === code)
    const rest = String(draw.between(1_000_000, 9_999_999))
    const client = draw.weighted({ none: 2, user: 5, mail: 2, order: 2 })
    return {
      // Kazakhstan is served too.
      phone: network === undefined ? `7701${rest}` : `7${code}${rest}`,
      client: {
        none: '',
        user: `user-${1_000 + index}`,
        mail: `${draw.one(names)}@example.com`,
        order: `order ${draw.between(10_000, 99_999)}`,
      }[client],
      reached: network?.reached ?? 0.82,
      network: network?.operator ?? 'Kcell',
    }
  })
}

/** How busy an hour of a day in Moscow is; the busiest is 1. */
export function busyness(at: number): number {
  const moscow = new Date(at + 3 * 3_600_000)
  const hour = moscow.getUTCHours() + moscow.getUTCMinutes() / 60
  const ofDay = 0.06 + 0.94 * Math.max(0, Math.sin(((hour - 6) / 18) * Math.PI)) ** 1.4
  const isWeekend = moscow.getUTCDay() % 6 === 0
  return ofDay * (isWeekend ? 0.72 : 1)
}
