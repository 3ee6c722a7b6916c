import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOutbox } from '../../../test/outbox.ts'
import { addTrunk } from '../../../test/store-contract/fixture.ts'
import {
  addConfirmationNumbers,
  readNumbers,
  removeConfirmationNumbers,
} from '../../operations/confirmation-pool.ts'
import { perform } from '../../operations/perform.ts'
import { commandLine } from '../../storage/author.ts'
import type { Store } from '../../storage/store.ts'

const contextOf = (store: Store) => ({ store, author: commandLine, now: () => 1 })
const addToPool = (store: Store, ranges: string[], trunks: string[] = []) =>
  perform(contextOf(store), addConfirmationNumbers, { ranges, trunks })
const removeFromPool = (store: Store, numbers: string[]) =>
  perform(contextOf(store), removeConfirmationNumbers, { numbers })
const listPool = async (store: Store) =>
  (await store.confirmationNumbers()).map(({ number, demo }) => number + (demo ? ' demo' : ''))

let outbox: Awaited<ReturnType<typeof openOutbox>>
beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox.close())

it('confirmation pool: reads only numbers and ranges', () => {
  expect(readNumbers('74951230000')).toEqual(['74951230000'])
  expect(readNumbers(' +74951230000 ')).toEqual(['74951230000'])
  expect(readNumbers('74951230008-74951230011')).toEqual([
    '74951230008',
    '74951230009',
    '74951230010',
    '74951230011',
  ])
  expect(readNumbers('74951230000-74951239999')).toHaveLength(10_000)
  for (const text of [
    '',
    '-',
    'abc',
    '12345',
    '0495123000',
    '1234567890123456',
    '74951230001-74951230000',
    '74951230000-74951240000',
    '74951230000-7495123000',
    '74951230000-74951230001-74951230002',
    '74951230000..74951230001',
  ])
    expect([text, readNumbers(text)]).toEqual([text, undefined])
})

it.each(['1234567', '84951240000', '7495123'])(
  'confirmation pool: refuses a number that cannot be called: %s',
  async (text) => {
    await expect(addToPool(outbox.store, [text])).rejects.toMatchObject({ reason: 'bad-range' })
    expect(await removeFromPool(outbox.store, [text])).toEqual({ removed: 0, unknown: 1 })
  },
)

it('confirmation pool: adds new numbers, all or nothing, and lists the pool', async () => {
  const { store } = outbox
  expect(await listPool(store)).toEqual([])
  await expect(addToPool(store, ['74951230000', 'x'])).rejects.toMatchObject({ reason: 'bad-range' })
  expect(await listPool(store)).toEqual([])
  expect(await addToPool(store, ['74951230000-74951230002', '74991110000'])).toEqual({ added: 4, known: 0 })
  expect(await addToPool(store, ['74951230002-74951230003'])).toEqual({ added: 1, known: 1 })
  await store.addConfirmationNumbers({ numbers: ['74950000000'], demo: true })
  expect((await listPool(store)).join(' ')).toBe(
    '74950000000 demo 74951230000 74951230001 74951230002 74951230003 74991110000',
  )
})

it('confirmation pool: removes numbers, all or nothing, and reports when none of them was in it', async () => {
  const { store } = outbox
  await addToPool(store, ['74997770000-74997770004'])
  const before = await listPool(store)
  await expect(removeFromPool(store, ['74997770000', 'x'])).rejects.toMatchObject({ reason: 'bad-range' })
  expect(await listPool(store)).toEqual(before)
  const both = ['74997770001', '74997770001-74997770005']
  expect(await removeFromPool(store, both)).toEqual({ removed: 4, unknown: 1 })
  expect(await listPool(store)).toContain('74997770000')
  expect(await listPool(store)).toHaveLength(before.length - 4)
  expect(await removeFromPool(store, ['74997770001'])).toEqual({ removed: 0, unknown: 1 })
})

it('confirmation pool: binds numbers to trunks, also existing ones; a repeated binding is not logged', async () => {
  const { store } = outbox
  for (const name of ['north', 'south']) await addTrunk(store, name)
  const bind = (texts: string[], trunks: string[]) => addToPool(store, texts, trunks)
  await addToPool(store, ['74993330001'])
  expect(await bind(['74993330001-74993330002'], ['north'])).toEqual({ added: 1, known: 1 })
  const lines = () => store.operatorActions({ before: null, limit: 100 })
  expect((await lines())[0]).toMatchObject({
    action: 'confirm-pool.add',
    facts: { count: 2, range: '74993330001-74993330002', trunks: ['north'] },
  })
  const before = await lines()
  expect(await bind(['74993330001'], ['north'])).toEqual({ added: 0, known: 1 })
  expect(await lines()).toEqual(before)
  expect(await bind(['74993330001'], ['north', 'south'])).toEqual({ added: 0, known: 1 })
  expect(await store.confirmationNumbers()).toContainEqual({
    number: '74993330001',
    demo: false,
    trunks: ['north', 'south'],
    tollFree: false,
    countries: [],
    thanks: false,
  })
  await expect(bind(['74993330003'], ['west'])).rejects.toMatchObject({
    reason: 'no-trunk',
    message: 'There is no trunk west of yours',
  })
})

it('confirmation pool: marks new and existing numbers, and logs what has changed', async () => {
  const { store } = outbox
  const mark = (marks: { tollFree?: boolean; countries?: string[]; thanks?: boolean }) =>
    perform(contextOf(store), addConfirmationNumbers, { ranges: ['78005550000-78005550001'], ...marks })
  expect(await mark({ tollFree: true, countries: ['RU'] })).toEqual({ added: 2, known: 0 })
  const lines = () => store.operatorActions({ before: null, limit: 100 })
  const before = await lines()
  expect(before[0]).toMatchObject({
    action: 'confirm-pool.add',
    facts: { count: 2, tollFree: true, countries: ['RU'] },
  })
  expect(await mark({ tollFree: true })).toEqual({ added: 0, known: 2 })
  expect(await lines()).toEqual(before)
  expect(await mark({ countries: [] })).toEqual({ added: 0, known: 2 })
  expect(await store.confirmationNumbers()).toContainEqual({
    number: '78005550001',
    demo: false,
    trunks: [],
    tollFree: true,
    countries: [],
    thanks: false,
  })
  expect(await mark({ thanks: true })).toEqual({ added: 0, known: 2 })
  await expect(
    perform(contextOf(store), addConfirmationNumbers, { ranges: ['74950009999'], thanks: true }),
  ).rejects.toMatchObject({ reason: 'wrong-field', field: 'thanks' })
  await expect(mark({ tollFree: false, thanks: true })).rejects.toMatchObject({ field: 'thanks' })
})
