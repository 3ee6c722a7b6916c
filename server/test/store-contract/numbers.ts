import { describe, expect, it } from 'vitest'
import type { NumberQuarantine } from '../../src/storage/queries/number-quarantines.ts'
import {
  addTrunk,
  admitted,
  callTo,
  changed,
  ended,
  furnish,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

const dayMs = 24 * 3_600_000
const day = Math.floor(startMs / dayMs)

const quarantine: NumberQuarantine = {
  first: '74951230042',
  last: '74951230042',
  trunk: 'north',
  state: 'quarantined',
  strikes: 2,
  since: startMs,
  until: startMs + dayMs,
  fromDay: day,
  before: { attempts: 9, rang: 1, declined: 0, checked: 0, approved: 0, why_blocked: 0 },
  finding: { refusal: 'not-ringing', hits: 8, of: 9, usual: 0.125 },
}

export function describeNumbers(under: StoreUnderTest): void {
  describe('calling numbers', () => {
    it('are counted under their hashes by day, and those whose calls do not ring are suspects', async () => {
      const house = await furnish(under)
      const { store } = house
      // Of five numbers one never rings.
      for (let nth = 0; nth < 25; nth++) {
        const isBlocked = nth % 5 === 0
        const call = await admitted(store, callTo(`7916${1_000_000 + nth}`, house))
        const attempt = {
          trunk: 'north',
          reason: isBlocked ? 'no ringing' : 'rang',
          stage: isBlocked ? 'sent' : 'ringing',
          callerBlock: '7495123',
          callerHash: `mark ${nth % 5}`,
        }
        const details = JSON.stringify({ trunk: 'north', attempts: [attempt] })
        await store.settle({ ...ended(house, call, !isBlocked), details })
      }
      await store.digest({ limit: 100, now: startMs })
      const none = { declined: 0, checked: 0, approved: 0, why_blocked: 0 }
      expect(await store.numberTotals(day)).toEqual([
        { day, trunk: 'north', counts: { attempts: 25, rang: 20, ...none } },
      ])
      expect(await store.suspectCallers(day)).toEqual(['mark 0'])
      expect(await store.suspectCallers(day + 1)).toEqual([])
      const hashes = ['mark 0', 'mark 3', 'of nobody']
      const days = await store.numberDays({ fromDay: day, hashes })
      expect(days.toSorted((one, other) => (one.callerHash < other.callerHash ? -1 : 1))).toEqual([
        { day, trunk: 'north', callerHash: 'mark 0', counts: { attempts: 5, rang: 0, ...none } },
        { day, trunk: 'north', callerHash: 'mark 3', counts: { attempts: 5, rang: 5, ...none } },
      ])
      expect(await store.numberDays({ fromDay: day, hashes: [] })).toEqual([])
      await store.close()
    })

    it('are quarantined, which every node notices, until they are changed or their trunk is removed', async () => {
      const { store } = await furnish(under, 0)
      await addTrunk(store, 'north')
      const version = await store.settingsVersion()
      const probation: NumberQuarantine = {
        ...quarantine,
        first: '74951240000',
        last: '74951249999',
        state: 'probation',
        before: null,
      }
      await store.changeNumberQuarantines({ saved: [quarantine, probation], removed: [] })
      expect(await store.settingsVersion()).toBeGreaterThan(version)
      expect(await store.numberQuarantines()).toEqual([quarantine, probation])
      const healthy: NumberQuarantine = { ...quarantine, state: 'healthy', strikes: 3, until: 0 }
      await store.changeNumberQuarantines({ saved: [healthy], removed: [probation] })
      expect(await store.numberQuarantines()).toEqual([healthy])
      await changed(store, 'removeTrunk', 'north')
      expect(await store.numberQuarantines()).toEqual([])
      await store.close()
    })

    it('have labels, and services have wordings of consent whose versions stay', async () => {
      const { store, serviceId } = await furnish(under, 0)
      await addTrunk(store, 'north')
      const range = { first: '74951230000', last: '74951239999', trunk: 'north' }
      await store.addCallerRange(range)
      await changed(store, 'labelCallerRange', { ...range, label: 'Acme', category: 'codes' })
      await store.addCallerRange(range)
      expect(await store.callerRanges()).toEqual([{ ...range, label: 'Acme', category: 'codes' }])
      for (const wording of ['First', 'Second'])
        await changed(store, 'addConsentText', { serviceId, wording, since: startMs })
      expect(await store.consentTexts(serviceId)).toEqual([
        { version: 1, wording: 'First', since: startMs },
        { version: 2, wording: 'Second', since: startMs },
      ])
      expect(await store.consentTexts(serviceId + 1)).toEqual([])
      expect(await store.stepCalls([])).toEqual([])
      expect(await store.stepCalls([100_000])).toEqual([])
      await store.close()
    })

    it('have contracts, of which one with the same document replaces the other', async () => {
      const { store } = await furnish(under, 0)
      const contract = {
        ...{ document: '7/2026', ranges: ['74951230000-74951239999', '74951240000'], country: 'RU' },
        ...{ network: 'МТС', trunk: '', lastDay: '2026-12-31', label: 'Acme', attemptUnits: 500, note: '' },
      }
      const version = await store.settingsVersion()
      await changed(store, 'saveNumberContract', contract)
      expect(await store.settingsVersion()).toBeGreaterThan(version)
      await changed(store, 'saveNumberContract', { ...contract, lastDay: '2027-12-31' })
      await changed(store, 'saveNumberContract', { ...contract, document: '6' })
      expect(await store.numberContracts()).toEqual([
        { ...contract, document: '6' },
        { ...contract, lastDay: '2027-12-31' },
      ])
      await changed(store, 'removeNumberContract', '6')
      expect((await store.numberContracts()).map(({ document }) => document)).toEqual(['7/2026'])
      await store.close()
    })

    it('are looked at by one node in each period', async () => {
      const { store } = await furnish(under, 0)
      const claim = (now: number) => store.claimNumberReview({ now, periodMs: 60_000 })
      expect(await Promise.all([claim(startMs), claim(startMs)])).toContain(true)
      expect([await claim(startMs + 59_999), await claim(startMs + 60_000)]).toEqual([false, true])
      await store.close()
    })
  })
}
