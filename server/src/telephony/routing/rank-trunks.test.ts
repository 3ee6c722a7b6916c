import { describe, expect, it } from 'vitest'
import { hourMs } from '../../platform/clock.ts'
import {
  type AccountCounts,
  bounded,
  noCounts,
  type RouteCounts,
  withCalls,
} from '../../quality/route-counts.ts'
import { defaultTrunkSettings, type TrunkSettings } from '../../storage/queries/trunks.ts'
import { choiceOf } from './explain-routes.ts'
import { LiveTrunk } from './live-trunk.ts'
import { explore, rankTrunks } from './rank-trunks.ts'

const call = { e164: '79161234567', mode: 'flash', country: 'RU', operator: 'МТС' } as const
const wantedQuality = 0.95

/** Calls that are all delivered, some of them approved. */
const approvals = (approved: number, checked: number): Partial<RouteCounts> => ({
  trials: checked,
  delivered: checked,
  checked,
  approved,
})

function trunk(name: string, counts: Partial<RouteCounts> = {}, settings: Partial<TrunkSettings> = {}) {
  const all = { ...defaultTrunkSettings, host: '192.0.2.1', ...settings }
  const live = new LiveTrunk({ name, demo: false, settings: all, sealedPassword: null, updatedAt: 0 })
  const { mode, country, operator } = call
  live.routes.load([{ trunk: name, mode, country, operator, counts: { ...noCounts, ...counts }, at: 0 }])
  return live
}

const price = (text: string) => ({ prices: { '*': `${text}/attempt` } })
const ranked = (trunks: readonly LiveTrunk[], now = 0) => rankTrunks(trunks, call, { now, wantedQuality })
const names = (trunks: readonly LiveTrunk[], now = 0) => ranked(trunks, now).map((one) => one.trunk.name)
/** `drawn` of ten thousand. */
const explored = (trunks: readonly LiveTrunk[], drawn: number, mayTake = true) =>
  explore(
    ranked(trunks),
    () => mayTake,
    { below: () => drawn, bytes: (count) => Buffer.alloc(count) },
    { wantedQuality },
  )

describe('the order of trunks of one prefix', () => {
  it('is by approvals where they are known, however well calls are delivered', () => {
    const south = trunk('south', approvals(144, 312))
    const north = trunk('north', approvals(270, 307))
    expect(names([south, north])).toEqual(['north', 'south'])
    expect(choiceOf(explored([south, north], 9_999))).toEqual({
      choice: {
        why: 'best',
        trunks: [
          { trunk: 'north', rate: 0.879, of: 307, by: 'approved', costUnits: 0 },
          { trunk: 'south', rate: 0.462, of: 312, by: 'approved', costUnits: 0 },
        ],
      },
    })
  })

  it('is by delivery where nobody reports approvals', () => {
    const weak = trunk('weak', { trials: 200, delivered: 120 })
    const strong = trunk('strong', { trials: 200, delivered: 180 })
    expect(names([weak, strong])).toEqual(['strong', 'weak'])
  })

  it('does not take a trunk that delivers little for good because those few confirm', () => {
    const little = trunk('little', { trials: 300, delivered: 60, checked: 60, approved: 60 })
    const usual = trunk('usual', approvals(250, 300))
    expect(names([little, usual])).toEqual(['usual', 'little'])
  })

  it('prefers a trunk that is known to be good to one with a few good calls', () => {
    expect(names([trunk('new', approvals(3, 3)), trunk('known', approvals(270, 300))])).toEqual([
      'known',
      'new',
    ])
  })

  it('leaves a cheap trunk that fails from the start for one that was never used', () => {
    const bad = trunk('bad', { trials: 8, delivered: 0 }, price('0.10'))
    expect(names([bad, trunk('unused', {}, price('0.30'))])).toEqual(['unused', 'bad'])
  })

  it('is by price among trunks that are good enough, and by quality among the others', () => {
    const dear = trunk('dear', approvals(276, 300), price('0.45'))
    const good = trunk('good', approvals(273, 300), price('0.30'))
    const poor = trunk('poor', approvals(180, 300), price('0.10'))
    const poorer = trunk('poorer', approvals(150, 300), price('0.05'))
    const all = [poorer, poor, dear, good]
    expect(names(all)).toEqual(['good', 'dear', 'poor', 'poorer'])
    expect(explored(all, 9_999).why).toBe('cheapest')
  })

  it('follows a pin, a weight and the narrowest destination', () => {
    const north = trunk('north', approvals(270, 300))
    const pinned = trunk('pinned', approvals(30, 300), { routing: { '*': 'exclude', 'ru/мтс': 'pin' } })
    expect(names([north, pinned])).toEqual(['pinned', 'north'])
    expect(explored([north, pinned], 0).why).toBe('pinned')
    const halved = trunk('halved', approvals(290, 300), { routing: { ru: '50%' } })
    expect(names([halved, north])).toEqual(['north', 'halved'])
  })

  it('judges by the whole country while a network has few calls', () => {
    const [known, other] = [trunk('known', approvals(8, 10)), trunk('other', approvals(8, 10))]
    known.routes.load([
      {
        trunk: 'known',
        mode: 'flash',
        country: 'RU',
        operator: 'Yota',
        counts: { ...noCounts, ...approvals(20, 200) },
        at: 0,
      },
    ])
    expect(names([known, other])).toEqual(['other', 'known'])
  })
})

describe('a trunk that is not the first', () => {
  const north = trunk('north', approvals(270, 300))
  const unknown = trunk('unknown', approvals(8, 10))
  const worse = trunk('worse', approvals(100, 300))

  it('gets a part of one call in ten when there are many of them', () => {
    const many = [north, ...Array.from({ length: 199 }, (_, index) => trunk(`new${index}`, approvals(8, 10)))]
    const draws: number[] = []
    explore(
      ranked(many),
      () => true,
      { below: (count) => draws.push(count) && 0, bytes: (count) => Buffer.alloc(count) },
      { wantedQuality },
    )
    expect((199 * 200) / draws[0]!).toBeCloseTo(0.1)
  })

  it('gets one call in 50 while it may be as good, and one in 200 when it is known to be worse', () => {
    const first = (drawn: number) => explored([north, unknown, worse], drawn).trunks[0]!.trunk.name
    expect([first(0), first(199), first(200), first(249), first(250)]).toEqual([
      'unknown',
      'unknown',
      'worse',
      'worse',
      'north',
    ])
    expect(explored([north, unknown], 0)).toMatchObject({ why: 'explored' })
    expect(explored([north, unknown], 0).trunks).toHaveLength(2)
  })

  it('is not tried while it has no room', () => {
    expect(explored([north, unknown], 0, false).trunks[0]!.trunk).toBe(north)
  })

  it('comes back: what was counted fades, and new calls replace it', () => {
    const [, demoted] = ranked([north, worse])
    expect(demoted!.highest).toBeLessThan(0.95 * 0.85)
    const [, later] = ranked([north, worse], 5 * 24 * hourMs)
    expect(later!.highest).toBeGreaterThan(demoted!.highest)
    const of = (counts: Partial<RouteCounts>) => new Map([[1, { ...noCounts, ...counts }]])
    let accounts: AccountCounts = of(approvals(100, 300))
    for (let calls = 0; calls < 1_500; calls += 10)
      accounts = withCalls({ accounts, at: 0 }, of(approvals(9, 10)), 0)
    const counts = bounded(accounts)
    expect(counts.approved / counts.checked).toBeGreaterThan(0.8)
  })
})
