import { scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { cheapPasswords } from '../../test/cheap-passwords.ts'
import { systemRandom } from '../platform/random.ts'
import { Passwords } from './passwords.ts'

const usual = new Passwords(systemRandom)

it('password: is hashed with the parameters of OWASP', async () => {
  const hash = await usual.hash('correct horse battery')
  const [, salt, key, ...more] = hash.split('$')
  expect(more).toEqual([])
  const parameters = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
  const expected = scryptSync('correct horse battery', Buffer.from(salt!, 'base64'), 32, parameters)
  expect(key).toBe(expected.toString('base64'))
  expect(await usual.matches('correct horse battery', hash)).toBe(true)
})

it('password: a hash at another cost is compared at that cost', async () => {
  const hash = await cheapPasswords.hash('correct horse battery')
  expect(await usual.matches('correct horse battery', hash)).toBe(true)
  expect(await usual.matches('wrong', hash)).toBe(false)
  const costly = await new Passwords(systemRandom, 2 ** 10).hash('correct horse battery')
  expect(await cheapPasswords.matches('correct horse battery', costly)).toBe(true)
})

it.each(['', 'unknown', 'bcrypt$salt$key'])('password: nothing matches the hash "%s"', async (hash) => {
  expect(await cheapPasswords.matches('', hash)).toBe(false)
})
