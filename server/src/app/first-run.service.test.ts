import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cheapPasswords } from '../../test/cheap-passwords.ts'
import { openStoreFile } from '../../test/outbox.ts'
import { addAccount } from '../../test/store-contract/fixture.ts'
import { hashKey } from '../accounts/secret-key.ts'
import { systemRandom } from '../platform/random.ts'
import type { Store } from '../storage/store.ts'
import { ensureDemo, ensureTariff, type FirstRun } from './first-run.ts'

let folder: string
let store: Store
let passwordHash: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-first-run-'))
  store = await openStoreFile(join(folder, 'ringkey.db'))
  await ensureTariff(store)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const at = Date.UTC(2026, 0, 15)
const demoOf = (over: Store, port = 1) =>
  ensureDemo({
    store: over,
    folder,
    random: systemRandom,
    passwords: cheapPasswords,
    sealedWebhookSecret: Buffer.alloc(8),
    addresses: { primary: `http://127.0.0.1:${port}`, secondary: '' },
    defaultCountries: ['RU', 'KZ'],
    at,
  })

/** A view of the store of a process that dies at its nth write. */
function dyingAtWrite(nth: number): Store {
  let writes = 0
  return new Proxy(store, {
    get(target, name: keyof Store) {
      if (name === 'isShared') return target.isShared
      const method = target[name] as (...input: unknown[]) => unknown
      return (...input: unknown[]) => {
        if (!/^(create|set|topUp|add|rotate)/.test(name)) return method(...input)
        writes += 1
        if (writes === nth) throw new Error('killed')
        const { passwordHash: written } = input[0] as { passwordHash?: string }
        if (written !== undefined) passwordHash = written
        return method(...input)
      }
    },
  })
}

async function expectWhole(made: FirstRun | undefined): Promise<void> {
  expect(JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'))).toEqual(made)
  const [account, ...others] = await store.accounts()
  expect(others).toEqual([])
  expect(account).toMatchObject({ email: made!.email, demo: true, balanceUnits: 1_000_000 })
  expect(await cheapPasswords.matches(made!.password, passwordHash)).toBe(true)
  const services = await store.services(account!.id)
  expect(services.map(({ id }) => id)).toEqual([made!.service_id])
  expect(hashKey(made!.secret_key).equals(services[0]!.keyHash)).toBe(true)
  expect(await store.confirmationNumbers()).toHaveLength(10)
}

it.each([1, 2, 3, 4])('first run: is complete after a start that was killed at its write %i', async (nth) => {
  await expect(demoOf(dyingAtWrite(nth))).rejects.toThrow('killed')
  await expectWhole(await demoOf(dyingAtWrite(0)))
})

it('first run: the file follows the address of a later start', async () => {
  const first = await demoOf(dyingAtWrite(0))
  const later = await demoOf(dyingAtWrite(1), 2)
  const moved = { base_url: 'http://127.0.0.1:2', cabinet_url: 'http://127.0.0.1:2/cabinet/' }
  expect(later).toEqual({ ...first, ...moved })
  await expectWhole(later)
})

it('first run: deleting the file creates no second service and no more money, and the old key works for a week', async () => {
  const first = await demoOf(dyingAtWrite(0))
  expect(await demoOf(dyingAtWrite(1))).toEqual(first)
  rmSync(join(folder, 'first-run.json'))
  const second = await demoOf(dyingAtWrite(0))
  await expectWhole(second)
  expect(second!.service_id).toBe(first!.service_id)
  expect((await store.service(first!.service_id))?.previousKeyEndsAt).toBe(at + 7 * 86_400_000)
})

it('first run: a file that cannot be read is named, with what to do', async () => {
  const file = join(folder, 'first-run.json')
  writeFileSync(file, '{"base_url":')
  await expect(demoOf(store)).rejects.toThrow(`${file} cannot be read. Remove it`)
})

it('first run: leaves a store alone that has accounts and no demo', async () => {
  await addAccount(store, 'owner@example.com', { at })
  expect(await demoOf(dyingAtWrite(1))).toBeUndefined()
})

it('first run: creates the default tariff in one step', async () => {
  const steps: string[] = []
  const empty = {
    tariffs: async () => [],
    installationSettings: async () => ({ currency: 'EUR' }),
    changeTariff: async ({ code, name, prices }: { code: string; name: string; prices: unknown[] }) =>
      void steps.push(`${code} ${name} ${prices.length}`),
  } as unknown as Store
  await ensureTariff(empty)
  expect(steps).toEqual(['uni Standard 5'])
})
