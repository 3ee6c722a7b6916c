import { expect, it, vi } from 'vitest'
import { createLookup, type Lookup } from './names.ts'

const fails =
  (code: string): Lookup =>
  () =>
    Promise.reject(Object.assign(new Error(code), { code }))
const unknown = fails('ENOTFOUND')

it('name look-up: uses the DNS answer, of either address family, and does not ask the system', async () => {
  const system = vi.fn(unknown)
  const of = (resolve4: Lookup, resolve6: Lookup) => createLookup({ resolve4, resolve6, system })('a.example')
  expect(
    await of(
      async () => ['1.1.1.1'],
      async () => ['2606::1'],
    ),
  ).toEqual(['1.1.1.1', '2606::1'])
  expect(await of(async () => ['1.1.1.1'], fails('ENODATA'))).toEqual(['1.1.1.1'])
  expect(await of(fails('ETIMEOUT'), async () => ['2606::1'])).toEqual(['2606::1'])
  expect(system).not.toHaveBeenCalled()
})

it('name look-up: asks the system for a name that DNS does not know, but not after a DNS failure', async () => {
  const system = vi.fn(async () => ['10.0.0.7'])
  const of = (resolve4: Lookup, resolve6: Lookup) =>
    createLookup({ resolve4, resolve6, system })('hosts-file')
  expect(await of(unknown, fails('ENODATA'))).toEqual(['10.0.0.7'])
  for (const code of ['ETIMEOUT', 'ESERVFAIL', 'ECONNREFUSED', 'EREFUSED'])
    expect([code, await of(unknown, fails(code))]).toEqual([code, []])
  expect(system).toHaveBeenCalledTimes(1)
})

it('name look-up: uses at most two of the threads that files and passwords need', async () => {
  const waiting: (() => void)[] = []
  const system: Lookup = () => new Promise((resolve) => waiting.push(() => resolve(['10.0.0.7'])))
  const lookup = createLookup({ resolve4: unknown, resolve6: unknown, system })
  const asked = Array.from({ length: 5 }, () => lookup('slow'))
  expect(await Promise.all(asked.slice(2))).toEqual([[], [], []])
  expect(waiting).toHaveLength(2)
  for (const answer of waiting.splice(0)) answer()
  expect(await Promise.all(asked.slice(0, 2))).toEqual([['10.0.0.7'], ['10.0.0.7']])
  const again = lookup('slow')
  await vi.waitFor(() => expect(waiting).toHaveLength(1), 60_000)
  waiting[0]!()
  expect(await again).toEqual(['10.0.0.7'])
})
