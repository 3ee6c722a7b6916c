import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOutbox } from '../../../test/outbox.ts'
import { addTrunk } from '../../../test/store-contract/fixture.ts'
import { commandLine } from '../../operations/author.ts'
import { readNumbers } from '../../operations/confirmation-pool.ts'
import type { Store } from '../../storage/store.ts'
import * as commands from './confirmation-pool-commands.ts'

const contextOf = (store: Store) => ({ store, author: commandLine, now: () => 1 })
const addToPool = (store: Store, texts: readonly string[]) => commands.addToPool(contextOf(store), texts)
const removeFromPool = (store: Store, texts: readonly string[]) =>
  commands.removeFromPool(contextOf(store), texts)
const listPool = (store: Store) => commands.listPool({ store })

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
    expect(await addToPool(outbox.store, [text])).toMatchObject({ failed: true })
    expect(await removeFromPool(outbox.store, [text])).toMatchObject({ json: { removed: 0, unknown: 1 } })
  },
)

it('confirmation pool: adds new numbers, all or nothing, and lists the pool', async () => {
  const { store } = outbox
  expect((await listPool(store)).text).toBe('The confirmation pool is empty.')
  expect(await addToPool(store, ['74951230000', 'x'])).toMatchObject({ failed: true })
  expect((await listPool(store)).json).toEqual([])
  expect((await addToPool(store, ['74951230000-74951230002', '74991110000'])).text).toBe(
    'Added: 4. In the pool already: 0.',
  )
  expect((await addToPool(store, ['74951230002-74951230003'])).text).toBe('Added: 1. In the pool already: 1.')
  await store.addConfirmationNumbers({ numbers: ['74950000000'], demo: true })
  expect((await listPool(store)).text).toBe(
    '74950000000  demo\n74951230000\n74951230001\n74951230002\n74951230003\n74991110000',
  )
})

it('confirmation pool: removes numbers, all or nothing, and reports when none of them was in it', async () => {
  const { store } = outbox
  await addToPool(store, ['74997770000-74997770004'])
  const before = (await listPool(store)).json as object[]
  expect(await removeFromPool(store, ['74997770000', 'x'])).toMatchObject({ failed: true })
  expect((await listPool(store)).json).toEqual(before)
  expect(await removeFromPool(store, ['74997770001', '74997770001-74997770005'])).toEqual({
    json: { removed: 4, unknown: 1 },
    text: 'Removed: 4. Not in the pool: 1.',
    failed: false,
  })
  expect((await listPool(store)).json).toContainEqual({ number: '74997770000', demo: false, trunks: [] })
  expect((await listPool(store)).json).toHaveLength(before.length - 4)
  expect(await removeFromPool(store, ['74997770001'])).toMatchObject({
    text: 'Removed: 0. Not in the pool: 1.',
    failed: true,
  })
})

it('confirmation pool: binds numbers to trunks, also existing ones; a repeated binding is not logged', async () => {
  const { store } = outbox
  for (const name of ['north', 'south']) await addTrunk(store, name)
  const bind = (texts: readonly string[], trunks: readonly string[]) =>
    commands.addToPool(contextOf(store), texts, trunks)
  await addToPool(store, ['74993330001'])
  expect(await bind(['74993330001-74993330002'], ['north'])).toEqual({
    json: { added: 1, known: 1, trunks: ['north'] },
    text: 'Added: 1. In the pool already: 1. Calls to them count over north alone.',
  })
  const lines = () => store.operatorActions({ before: null, limit: 100 })
  expect((await lines())[0]).toMatchObject({
    action: 'confirmation-bound',
    facts: { count: 2, range: '74993330001-74993330002', trunks: ['north'] },
  })
  const before = await lines()
  expect(await bind(['74993330001'], ['north'])).toMatchObject({ json: { added: 0, known: 1 } })
  expect(await lines()).toEqual(before)
  expect(await bind(['74993330001'], ['north', 'south'])).toMatchObject({ json: { added: 0, known: 1 } })
  expect((await listPool(store)).json).toContainEqual({
    number: '74993330001',
    demo: false,
    trunks: ['north', 'south'],
  })
  expect(await bind(['74993330003'], ['west'])).toMatchObject({
    failed: true,
    text: 'There is no trunk west of yours: see ringkey trunk list',
  })
})
