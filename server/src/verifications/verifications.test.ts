import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { Verifications } from './verifications.ts'

const id = `vf_${'0'.repeat(32)}`
const serviceId = 7

it('a change of another node that could not be read is read again, while somebody waits for it', async () => {
  const clock = new ManualClock()
  let stored = { id, serviceId, version: 1, status: 'pending', steps: [] }
  let isAway = false
  let reads = 0
  let report = (_: string) => {}
  const troubles: string[] = []
  const verifications = new Verifications({
    clock,
    store: {
      watchPhones(onChange: (id: string) => void) {
        report = onChange
        return { close: async () => {} }
      },
      async verification() {
        reads += 1
        if (isAway) throw new Error('the database is away')
        return stored
      },
    },
    onChange() {},
    storeTrouble: ({ message }: Error) => troubles.push(message),
  } as unknown as ConstructorParameters<typeof Verifications>[0])

  const asked = verifications.wait(serviceId, { id, forMs: 25_000, newerThan: 1 }, () => {})
  await expect.poll(() => reads).toBe(1)
  stored = { ...stored, version: 2 }
  isAway = true
  report(id)
  await expect.poll(() => troubles).toEqual(['the database is away'])
  isAway = false
  await clock.advance(1_000)
  expect((await asked)?.version).toBe(2)
})
