import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { KeyFilter } from '../key-filter.ts'
import { openForWriting } from './connection.ts'
import { Transaction } from './transaction.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-filter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const somewhere = () => randomBytes(6).readUIntBE(0, 6)
const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
const rules = { ...everywhere, everywhere }

it('key filter: finds every added key, and gives few false positives when it is full', () => {
  const keys = process.env.RINGKEY_TEST_LONG === '1' ? 1_000_000 : 62_500
  const filter = KeyFilter.for(keys)
  const bytes = randomBytes(6 * keys)
  for (let count = 0; count < keys; count++) {
    const keyHash = bytes.readUIntBE(6 * count, 6)
    filter.add(keyHash)
    if (count % 1_000 === 0) expect(filter.mayHold(keyHash)).toBe(true)
  }
  const seeming = Array.from({ length: 10_000 }, somewhere).filter((keyHash) => filter.mayHold(keyHash))
  expect(seeming.length).toBeLessThan(60)
})

it('key filter: is made in steps for full generations, stored, loaded again and dropped with them', () => {
  const database = openForWriting(join(folder, 'a.db'))
  const open = () => new Transaction(database, rules, { admissionsPerBatch: 4, keysPerGeneration: 5_000 })
  const keyHashes = Array.from({ length: 12_000 }, somewhere)
  let tx = open()
  const within = (work: () => void) => {
    tx.begin()
    work()
    tx.commit()
  }
  const ownerOf = (keyHash: number) => tx.keys.find(keyHash, (vendorId) => vendorId)
  within(() => {
    for (const [vendorId, keyHash] of keyHashes.entries()) tx.keys.add(keyHash, vendorId, vendorId)
  })
  within(() => {
    let steps = 0
    while (tx.keys.filterSome()) steps += 1
    // Two full generations of 5,000 keys, each in three steps of 2,048 keys.
    expect(steps).toBe(6)
  })
  tx = open()
  within(() => {
    for (const [vendorId, keyHash] of keyHashes.entries()) expect(ownerOf(keyHash)).toBe(vendorId)
    expect(ownerOf(2 ** 48)).toBeUndefined()
    // An empty filter hides the keys of its table: that shows that the look-up uses the filter.
    tx.run('UPDATE key_filters SET bits = zeroblob(length(bits)) WHERE generation = 1')
  })
  tx = open()
  within(() => {
    expect(ownerOf(keyHashes[0]!)).toBeUndefined()
    expect(ownerOf(keyHashes[5_000]!)).toBe(5_000)
    expect(tx.keys.dropEnded(5_000)).toBe(1)
    expect(tx.all('SELECT generation FROM key_filters')).toEqual([{ generation: 2 }])
  })
  database.close()
})
