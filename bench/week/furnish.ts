import { ensureDemo, ensureTariff } from '../../server/src/app/first-run.ts'
import type { Installation } from '../../server/src/app/open-installation.ts'
import { defaultTariff } from '../../server/src/books/tariff.ts'
import type { Clock } from '../../server/src/platform/clock.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { defaultTrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import { WebhookSecrets } from '../../server/src/webhooks/secrets.ts'
import { cheapPasswords } from '../../server/test/cheap-passwords.ts'
import { addAccount, addKeyedService } from '../../server/test/store-contract/fixture.ts'
import { blocks, codesOfBlock, prices, trunks } from './world.ts'

/** The owner of the account that makes the calls; there is no other use of this password. */
export const owner = { email: 'owner@example.com', password: 'simulated-week' } as const
const servedAt = 'http://127.0.0.1:8080'
/** Two million roubles: the calls of the past and of the week cost half of it. */
const amountUnits = 2e10

/**
 * The demo's operator, who enters by a link of demo mode; one account with money and two services; the trunks with
 * their numbers. The trunks lead nowhere and are not probed: a service that is started on this folder finds them up.
 */
export async function furnish({ store, secrets: { sealer } }: Installation, folder: string, clock: Clock) {
  const at = clock.now()
  await ensureTariff(store)
  const secrets = new WebhookSecrets({ store, clock: systemClock, random: systemRandom, sealer })
  await ensureDemo({
    store,
    folder,
    random: systemRandom,
    passwords: cheapPasswords,
    sealedWebhookSecret: secrets.newSealed(),
    addresses: { primary: servedAt, secondary: servedAt },
    defaultCountries: [],
    at,
  })
  const accountId = await addAccount(store, owner.email, { tariff: defaultTariff.code, amountUnits, at })
  await store.setPasswordHash({ id: accountId, passwordHash: await cheapPasswords.hash(owner.password), at })
  for (const name of trunks) {
    const settings = {
      ...defaultTrunkSettings,
      host: '127.0.0.1',
      port: 9,
      optionsSeconds: 0,
      prices: { 7: prices[name] },
    }
    await store.saveTrunk({ name, demo: false, settings, sealedPassword: null, updatedAt: at })
    for (const block of blocks[name]) {
      const { first, last } = codesOfBlock(block)
      await store.addCallerRange({ first: numberIn(block, first), last: numberIn(block, last), trunk: name })
    }
  }
  const shop = await addKeyedService(store, accountId, { name: 'Shop', at })
  const courier = await addKeyedService(store, accountId, { name: 'Courier app', at })
  return { accountId, serviceIds: [shop.id, courier.id] as const }
}

const numberIn = (block: string, code: number) => block + String(code).padStart(4, '0')
