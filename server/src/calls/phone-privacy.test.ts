import { expect, it } from 'vitest'
import { callerHashes, maskPhone, PhoneHasher } from './phone-privacy.ts'

const hasher = new PhoneHasher(Buffer.alloc(32, 7))
const recover = (phone: string) => hasher.recover(maskPhone(phone), hasher.hash(phone))

it('phone privacy: a number is found from its mask and hash, and none that does not match them', async () => {
  expect(await recover('79161239994')).toBe('79161239994')
  expect(await hasher.recover('7916***4567', Buffer.alloc(32))).toBeUndefined()
})

it('phone privacy: other work can run while many numbers are searched at once', async () => {
  let found = 0
  const foundAtTurn: number[] = []
  const all = Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await recover(`7916${index + 100}4567`)
      found += 1
    }),
  )
  while (found < 20) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    foundAtTurn.push(found)
  }
  await all
  const steps = foundAtTurn.map((count, turn) => count - (foundAtTurn[turn - 1] ?? 0))
  expect(Math.max(...steps)).toBe(1)
})

it('caller hashes: a call whose code is stored does not tell the code of one whose code is not', () => {
  const callerHashOf = callerHashes(Buffer.alloc(32, 7))
  const number = '74951230042'
  expect(callerHashOf(number, false)).toBe(callerHashOf(number, false))
  expect(callerHashOf(number, true)).toBe(callerHashOf(number, true))
  expect(callerHashOf(number, true)).not.toBe(callerHashOf(number, false))
  expect(callerHashOf(number, true)).not.toBe(callerHashOf('74951230043', true))
})
