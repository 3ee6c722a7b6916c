import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { defaultTrunkSettings, type TrunkRecord, type TrunkSettings } from '../../storage/queries/trunks.ts'
import { CallerPool } from '../pool/caller-pool.ts'
import { mergeRanges } from '../pool/caller-range.ts'
import { NumberUse, RecentCodes } from '../pool/number-use.ts'
import { explainRoutes } from './explain-routes.ts'
import { LiveTrunk } from './live-trunk.ts'

const request = {
  e164: '79161234567',
  mode: 'flash',
  code: undefined,
  demo: false,
  country: 'RU',
  operator: 'МТС',
} as const

function trunk(name: string, settings: Partial<TrunkSettings> = {}, record: Partial<TrunkRecord> = {}) {
  return new LiveTrunk({
    name,
    demo: false,
    settings: { ...defaultTrunkSettings, host: '127.0.0.1', ...settings },
    sealedPassword: null,
    updatedAt: 0,
    ...record,
  })
}

/** A range with all codes for each trunk. */
const full = (trunks: readonly string[]) =>
  trunks.map((trunk) => ({ first: '74951230000', last: '74951239999', trunk }))

function explain(trunks: readonly LiveTrunk[], ranges = full(trunks.map(({ name }) => name))) {
  const pool = new CallerPool(mergeRanges(ranges), systemRandom, new NumberUse(), new RecentCodes())
  const { kind, trunks: explained } = explainRoutes(
    { trunks, pool, random: systemRandom, now: 0, wantedQuality: 0.95 },
    request,
    1_000,
  )
  return [kind, ...explained.map(({ trunk, verdict, place }) => `${place ?? '-'} ${trunk} ${verdict}`)]
}

describe('routing explanation for a number', () => {
  it('lists the order, and the reason for each trunk that is left out', () => {
    const silent = trunk('silent')
    for (let asked = 0; asked < 3; asked++) silent.noteOptions(false)
    const sick = trunk('sick')
    for (let call = 0; call < 5; call++) sick.note('silence', 0)
    const busy = trunk('busy', { callsAtOnce: 1 })
    busy.take('voice', 0)
    expect(
      explain(
        [
          trunk('dear', { prices: { 7: '0.30/attempt' } }),
          trunk('near', { prefixes: ['7916'] }),
          trunk('off', { enabled: false }),
          trunk('kaz', { prefixes: ['77'] }),
          trunk('barred', { routing: { ru: 'exclude' } }),
          trunk('simulator', {}, { demo: true }),
          silent,
          sick,
          busy,
          trunk('bare'),
        ],
        full(['dear', 'near', 'off', 'kaz', 'simulator', 'silent', 'sick', 'busy']),
      ),
    ).toEqual([
      'routed',
      '1 near chosen',
      '2 busy next',
      '3 dear next',
      '- off off',
      '- kaz other-prefix',
      '- barred excluded',
      '- simulator demo-only',
      '- silent unreachable',
      '- sick left-alone',
      '- bare no-number',
    ])
  })

  it('reports when there is no route, and marks a fourth trunk after three usable ones', () => {
    expect(explain([trunk('off', { enabled: false })])).toEqual(['no-way', '- off off'])
    const busy = trunk('full', { callsAtOnce: 1 })
    busy.take('voice', 0)
    expect(explain([busy])).toEqual(['full', '- full too-many-calls'])
    expect(explain([trunk('a'), trunk('b'), trunk('c'), trunk('d')]).at(-1)).toBe('- d not-needed')
  })

  it('names a trunk that cannot show the code of the first one as without a number', () => {
    const ranges = [
      { first: '74951230000', last: '74951234999', trunk: 'best' },
      { first: '74951235000', last: '74951239999', trunk: 'other' },
    ]
    const trunks = [trunk('best', { routing: { ru: 'pin' } }), trunk('other')]
    expect(explain(trunks, ranges)).toEqual(['routed', '1 best chosen', '- other no-number'])
  })
})
