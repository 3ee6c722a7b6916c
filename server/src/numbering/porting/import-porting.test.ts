import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zipOf } from '../../../test/numbering/archives.ts'
import { temporaryFile } from '../../../test/numbering/folders.ts'
import { MemoryRepository } from '../../../test/numbering/memory-repository.ts'
import { importPorting } from './import-porting.ts'
import { PortedSet, portableNumber } from './ported-set.ts'
import { applyChanges, PortingChanges, returned } from './porting-changes.ts'
import { portedSetOf, portingStore } from './porting-snapshot.ts'

const fullHeader = 'Number,OwnerId,MNC,Route,RegionCode,PortDate,RowCount'
const full = [
  fullHeader,
  '9000000000,mMEGAFON,02,D2502,25,2016-09-07T12:00:17+03:00,3',
  '9161234567,mBEELINE,99,D9901,77,2017-01-01T00:00:00+03:00,',
  '9999999999,mTELE2,20,D2001,50,2018-01-01T00:00:00+03:00,',
  '',
].join('\r\n')
const incrementHeader =
  'NPId,Number,RecipientId,DonorId,RangeHolderId,OldRoute,NewRoute,OldMNC,NewMNC,RegionCode,PortDate,RowCount'
const increment = [
  incrementHeader,
  '1,9161234567,mTELE2,mBEELINE,mMTS,D9901,D2001,99,20,77,2026-01-01T00:00:00+03:00,2',
  '2,9161234568,mMEGAFON,mMTS,mMTS,D0101,D0201,01,02,77,2026-01-01T00:00:00+03:00,',
].join('\r\n')
const returns = [
  'NPId,Number,DonorId,RangeHolderId,OldRoute,NewRoute,OldMNC,RegionCode,PortDate,RowCount',
  '3,9000000000,mMEGAFON,mTELE2,D2502,D2001,02,25,2026-02-01T00:00:00+03:00,1',
].join('\r\n')
const operators = 'OrgCode,MNC,TIN,OrgName,RowCount\r\nmNEW,71,7700000001,"ООО ""Новый, оператор""",1\r\n'

function portingData() {
  const store = portingStore(new MemoryRepository())
  const load = async () => portedSetOf(await store.read((await store.currentName())!))
  const run = async (...contents: (string | Uint8Array)[]) => {
    const paths = await Promise.all(contents.map((content, at) => temporaryFile(`${at}.csv`, content)))
    return importPorting(paths, { store, force: false, nowMs: 0, onProgress() {} })
  }
  return { store, load, run }
}

describe('porting files', () => {
  it('full: contain every number, including the first and the last possible one, and no others', async () => {
    const { run, load } = portingData()
    expect(await run(full)).toMatchObject({ numbers: 3, numbersBefore: 0, recipients: 3 })
    const set = await load()
    expect(set.find('9000000000')).toEqual({ id: 'mMEGAFON', mnc: 2, inn: '', name: '' })
    expect(set.find('9999999999')).toMatchObject({ id: 'mTELE2', mnc: 20 })
    expect(set.find('9000000001')).toBeUndefined()
    expect(set.find('9161234566')).toBeUndefined()
    expect(set.find('4951234567')).toBeUndefined()
  })

  it('increments and returns change the existing set', async () => {
    const { run, load } = portingData()
    await run(full)
    expect(await run(increment)).toMatchObject({ numbers: 4, numbersBefore: 3 })
    expect((await load()).find('9161234567')?.id).toBe('mTELE2')
    expect((await load()).find('9161234568')?.id).toBe('mMEGAFON')
    expect(await run(returns)).toMatchObject({ numbers: 3 })
    expect((await load()).find('9000000000')).toBeUndefined()
    expect((await load()).find('9999999999')?.id).toBe('mTELE2')
  })

  it('are applied in the given order, together and zipped', async () => {
    const { run, load } = portingData()
    await run(zipOf({ 'full.csv': Buffer.from(full) }), increment, returns)
    expect((await load()).size).toBe(3)
    await run(full)
    expect((await load()).find('9161234567')?.id).toBe('mBEELINE')
  })

  it('with operators name the recipients, before or after the numbers', async () => {
    const { run, load } = portingData()
    const withNew = full.replaceAll('mTELE2,20', 'mNEW,71')
    await run(withNew, operators)
    const named = { id: 'mNEW', mnc: 71, inn: '7700000001', name: 'ООО "Новый, оператор"' }
    expect((await load()).find('9999999999')).toEqual(named)
    await run(withNew)
    expect((await load()).find('9999999999')).toEqual(named)
  })

  it.each<[string, string[], RegExp]>([
    ['that are cut off', [full.replace(',3\r', ',4\r')], /3 rows, but it promises 4/],
    ['of another kind', ['a,b\r\n1,2'], /header is not one of the porting database/],
    ['with invalid numbers', [`${fullHeader}\r\n4951234567,mMTS,01,D,77,,`], /1 of 1 rows cannot be read/],
    ['without a beginning', [increment], /changes need a full export to start from/],
  ])('%s are refused', async (_, contents, message) => {
    const { run, store } = portingData()
    await expect(run(...contents)).rejects.toThrow(message)
    expect(await store.currentName()).toBeUndefined()
  })

  it('with half of the numbers missing are refused', async () => {
    const { run, load } = portingData()
    await run(full)
    await expect(run(`${fullHeader}\r\n9000000000,mMTS,01,D,77,,1`)).rejects.toThrow(
      '1 numbers where there were 3',
    )
    expect((await load()).size).toBe(3)
  })
})

describe('the compact set', () => {
  const recipients = Array.from({ length: 4 }, (_, at) => ({ id: `m${at}`, mnc: at, inn: '', name: '' }))
  /** Near the limits of buckets and of the whole range, and anywhere. */
  const numbers = fc.oneof(
    fc.constantFrom(0, 1_023, 1_024, 2_047, 2_048, 65_536, 999_999_488, 999_999_999),
    fc.nat(5_000),
    fc.nat(999_999_999),
  )
  const changes = fc.array(fc.tuple(numbers, fc.constantFrom(0, 1, 2, 3, returned)), { maxLength: 60 })

  it('answers like a plain map after any sequence of changes', () => {
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const map = new Map<number, number>()
        const listed = (list: readonly (readonly [number, number])[]) => {
          const collected = new PortingChanges()
          for (const [number, owner] of list) {
            collected.add(number, owner)
            if (owner === returned) map.delete(number)
            else map.set(number, owner)
          }
          return collected
        }
        const base = applyChanges(undefined, listed(first), recipients)
        const set = new PortedSet(applyChanges(base, listed(second), recipients))
        expect(set.size).toBe(map.size)
        for (const [number] of [...first, ...second])
          for (const near of [number - 1, number, number + 1])
            if (near >= 0 && near < 1e9)
              expect(set.find('9' + String(near).padStart(9, '0'))).toBe(recipients[map.get(near) ?? -1])
      }),
      { seed: 6, numRuns: 25 },
    )
  })

  it('takes three bytes a number', () => {
    const collected = new PortingChanges()
    for (let number = 0; number < 100_000; number += 1) collected.add(number * 7, 1)
    const { bucketStarts, low, recipient } = applyChanges(undefined, collected, recipients)
    expect(low.byteLength + recipient.byteLength).toBe(300_000)
    expect(bucketStarts.byteLength).toBe(976_564 * 4)
  })

  it.each(['900000000', '90000000000', '9a00000000', '8000000000', ''])(
    '%j is not a mobile number',
    (national) => {
      expect(portableNumber(national)).toBeUndefined()
    },
  )
})
