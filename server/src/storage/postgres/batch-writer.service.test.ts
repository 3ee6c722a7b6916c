import { beforeEach, describe, expect, it } from 'vitest'
import { accountOf, type Command } from '../../books/commands.ts'
import { StoreUnavailable } from '../store.ts'
import { BatchWriter } from './batch-writer.ts'
import type { Reply } from './run-batch.ts'

const topUpOf = (accountId: number): Command => ({
  name: 'topUp',
  input: { accountId, amountUnits: 1, note: '', at: 0 },
})
const holdOf = (accountId: number) => ({ name: 'holdLookup', input: { accountId } }) as Command
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('batch writer: a request that waited too long for its batch is answered as unavailable and is not sent', async () => {
  const batches: { accountIds: number[]; answer: () => void }[] = []
  let nowMs = 0
  const writer = new BatchWriter(
    (commands) =>
      new Promise((resolve) => {
        const accountIds = commands.map(accountOf)
        const replies = commands.map((): Reply => ({ kind: 'done', result: true }))
        batches.push({ accountIds, answer: () => resolve(replies) })
      }),
    () => nowMs,
  )
  /** Each of an account of its own. */
  const pay = (accountId: number) => writer.run(topUpOf(accountId))
  const first = [1, 2, 3].map(async (accountId) => pay(accountId))
  await turn()
  // The maximum number of batches is now in flight.
  const second = pay(4)
  await turn()
  const third = pay(5)
  await turn()
  expect(batches.map(({ accountIds }) => accountIds)).toEqual([[1, 2, 3], [4], [5]])

  const late = pay(6)
  nowMs = 2_500
  const intime = pay(7)
  nowMs = 3_001
  const refused = expect(late).rejects.toBeInstanceOf(StoreUnavailable)
  for (const batch of batches) batch.answer()
  await Promise.all([...first, second, third])
  await refused
  await turn()
  batches[3]!.answer()
  expect(await intime).toBe(true)
  expect(batches[3]!.accountIds).toEqual([7])
  await writer.close()
})

describe('batch writer: a locked account', () => {
  const fill = 512
  let nowMs = 0
  let batches: { asked: string; answer: (...kinds: Reply['kind'][]) => Promise<void> }[]
  let writer: BatchWriter
  const pay = (accountId: number) => writer.run(topUpOf(accountId))
  const asked = () => batches.map((batch) => batch.asked)

  beforeEach(async () => {
    nowMs = 0
    batches = []
    writer = new BatchWriter(
      (commands, _, patience) =>
        new Promise((resolve) => {
          const whose = commands.map(accountOf)
          const reply = (kind: Reply['kind']): Reply =>
            kind === 'locked'
              ? { kind }
              : kind === 'done'
                ? { kind, result: true }
                : { kind, error: new Error('no lock'), result: undefined }
          const answer = async (...kinds: Reply['kind'][]) => {
            resolve(commands.map((_, index) => reply(kinds[index] ?? kinds.at(-1)!)))
            await turn()
            await turn()
          }
          batches.push({ asked: `${patience} ${[...new Set(whose)]}`, answer })
        }),
      () => nowMs,
    )
  })

  it('waits alone until it gets its lock, and others go on', async () => {
    const first = [pay(1), pay(2)]
    await turn()
    const later = pay(1)
    await batches[0]!.answer('locked', 'done')
    expect(await first[1]).toBe(true)
    const others = [pay(2), pay(3)]
    await turn()
    await turn()
    expect(asked()).toEqual(['short 1,2', 'long 1', 'short 2,3'])

    await batches[2]!.answer('done')
    expect(await Promise.all(others)).toEqual([true, true])
    await batches[1]!.answer('done')
    expect(await Promise.all([first[0], later])).toEqual([true, true])
    await writer.close()
  })

  it('has a bounded queue, whose requests are refused when they waited too long', async () => {
    const first = expect(pay(1)).rejects.toBeInstanceOf(StoreUnavailable)
    await turn()
    await batches[0]!.answer('locked')
    const waiting = Promise.allSettled(Array.from({ length: fill }, () => writer.run(holdOf(1))))
    await expect(writer.run(holdOf(1))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(writer.waitedMs).toBe(0)
    nowMs = 3_001
    await batches[1]!.answer('unavailable')
    await first
    expect((await waiting).every(({ status }) => status === 'rejected')).toBe(true)
    const next = expect(pay(1)).rejects.toBeInstanceOf(StoreUnavailable)
    await turn()
    await batches[2]!.answer('unavailable')
    await next
    // Without requests it is forgotten after a while.
    nowMs += 60_001
    const other = pay(2)
    await turn()
    const last = [pay(1), pay(3)]
    await turn()
    await batches[3]!.answer('done')
    await batches[4]!.answer('done')
    expect(await Promise.all([other, ...last])).toEqual([true, true, true])
    expect(asked()).toEqual(['short 1', 'long 1', 'long 1', 'short 2', 'short 1,3'])
    await writer.close()
  })
})

it('batch writer: what ends something goes before what begins when more wait than a batch takes', async () => {
  const batches: Command[][] = []
  const answers: (() => void)[] = []
  const writer = new BatchWriter(
    (commands) =>
      new Promise((resolve) => {
        batches.push([...commands])
        answers.push(() => resolve(commands.map((): Reply => ({ kind: 'done', result: true }))))
      }),
  )
  const all = Array.from({ length: 600 }, (_, index) => writer.run(holdOf(index)))
  all.push(writer.run(topUpOf(601)))
  await turn()
  expect(batches[0]![0]!.name).toBe('topUp')
  expect(batches[0]).toHaveLength(512)
  while (batches.length < 2) await turn()
  for (const answer of answers) answer()
  await Promise.all(all)
})

it('batch writer: an account that a batch of this process keeps locked is tried again and not set aside', async () => {
  const patiences: string[] = []
  const answers: ((kind: 'done' | 'locked') => void)[] = []
  const writer = new BatchWriter((commands, whenSent, patience) => {
    patiences.push(patience)
    whenSent()
    return new Promise((resolve) =>
      answers.push((kind) =>
        resolve(commands.map((): Reply => (kind === 'done' ? { kind, result: true } : { kind }))),
      ),
    )
  })
  const first = writer.run(topUpOf(1))
  await turn()
  const second = writer.run(topUpOf(1))
  await turn()
  expect(patiences).toEqual(['short', 'short'])
  answers[1]!('locked')
  while (answers.length < 3) await turn()
  answers[0]!('done')
  answers[2]!('done')
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(patiences).toEqual(['short', 'short', 'short'])
})

describe('batch writer: after a batch of several requests', () => {
  const tookMs = 8
  const sizes: number[] = []
  let nowMs = 0
  let writer: BatchWriter
  const payAll = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => writer.run(topUpOf(100 + index))))

  beforeEach(async () => {
    sizes.length = 0
    nowMs = 0
    writer = new BatchWriter(
      async (commands) => {
        sizes.push(commands.length)
        nowMs += tookMs
        return commands.map((): Reply => ({ kind: 'done', result: true }))
      },
      () => nowMs,
    )
    await payAll(2)
    await payAll(2)
    nowMs -= tookMs
    sizes.length = 0
  })

  it('the next ones wait for each other as long as it took', async () => {
    const next = [writer.run(topUpOf(1))]
    await turn()
    next.push(writer.run(topUpOf(2)))
    await turn()
    expect(sizes).toEqual([])
    await Promise.all(next)
    expect(sizes).toEqual([2])
  })

  it('sixteen wait no longer', async () => {
    const next = payAll(16)
    await turn()
    expect(sizes).toEqual([16])
    await next
  })

  it('one that comes later is sent at once, and after a single one too', async () => {
    nowMs += tookMs
    const later = writer.run(topUpOf(1))
    await turn()
    expect(sizes).toEqual([1])
    await later
    nowMs -= tookMs
    const single = writer.run(topUpOf(2))
    await turn()
    expect(sizes).toEqual([1, 1])
    await single
  })
})
