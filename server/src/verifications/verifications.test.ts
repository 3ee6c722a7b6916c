import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { Verifications } from './verifications.ts'

const serviceId = 7
const idOf = (index: number) => `vf_${String(index).padStart(32, '0')}`

/** Verifications over a store that another node writes too, and that may be away. */
function open() {
  const clock = new ManualClock()
  const store = {
    isShared: true,
    version: 1,
    isAway: false,
    reads: 0,
    troubles: 0,
    report: (_: string) => {},
    watchPhones(onChange: (id: string) => void) {
      store.report = onChange
      return { close: async () => {} }
    },
    async verification(id: string) {
      store.reads += 1
      if (store.isAway) throw new Error('the database is away')
      return { id, serviceId, version: store.version, status: 'pending', steps: [] }
    },
    verificationVersions: async (ids: readonly string[]) =>
      ids.map((id) => ({ id, version: store.version, isEnded: false })),
    isPhoneDue: async () => false,
  }
  const storeTrouble = () => {
    store.troubles += 1
  }
  const deps = { clock, store, onChange() {}, storeTrouble }
  const verifications = new Verifications(deps as unknown as ConstructorParameters<typeof Verifications>[0])
  const wait = (index: number) =>
    verifications.wait(serviceId, { id: idOf(index), forMs: 25_000, newerThan: 1 }, () => {})
  return { clock, store, verifications, wait }
}

it('a change of another node that could not be read is read again, while somebody waits for it', async () => {
  const { clock, store, wait } = open()
  const asked = wait(1)
  await expect.poll(() => store.reads).toBe(1)
  store.version = 2
  store.isAway = true
  store.report(idOf(1))
  await expect.poll(() => store.troubles).toBe(1)
  store.isAway = false
  await clock.advance(1_000)
  expect((await asked)?.version).toBe(2)
})

it('a database that is away is asked once per second for all that wait', async () => {
  const { clock, store, wait } = open()
  const asked = Array.from({ length: 50 }, (_, index) => wait(index))
  await expect.poll(() => store.reads).toBe(50)
  store.isAway = true
  store.report('')
  await expect.poll(() => store.troubles).toBe(1)
  await clock.advance(1_000)
  await expect.poll(() => store.troubles).toBe(2)
  expect(store.reads).toBe(52)
  store.isAway = false
  store.version = 2
  await clock.advance(1_000)
  expect((await Promise.all(asked)).every((verification) => verification?.version === 2)).toBe(true)
})

it('a change of another node that was never reported is found by the sweep, once per second', async () => {
  const { clock, store, verifications, wait } = open()
  await clock.advance(1_000)
  const asked = wait(1)
  await expect.poll(() => store.reads).toBe(1)
  await verifications.sweep()
  expect(store.reads, 'nothing is new').toBe(1)
  store.version = 2
  await verifications.sweep()
  expect(store.reads, 'the second is not over').toBe(1)
  await clock.advance(1_000)
  await verifications.sweep()
  expect((await asked)?.version).toBe(2)
})
