// Makes services where the environment says, each of an account with money, and prints KEY.ID of each. Words: how many.
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { addAccount, addKeyedService } from '../../server/test/store-contract/fixture.ts'

const at = 1
const { store } = await openInstallation(
  readSettings({
    RINGKEY_DATA: process.env.RINGKEY_DATA,
    RINGKEY_DATABASE_URL: process.env.RINGKEY_DATABASE_URL,
    RINGKEY_SECRET: process.env.RINGKEY_SECRET,
  }),
  systemRandom,
  (error) => {
    throw error
  },
)
const known = await store.accounts()
for (let place = 0; place < Number(process.argv[2]); place++) {
  const accountId = known[place]?.id ?? (await addAccount(store, `bench-${place}@example.com`, { at }))
  await store.topUp({ accountId, amountUnits: 1e13, note: 'bench', at })
  const { key, id } = await addKeyedService(store, accountId, { name: 'bench', at })
  process.stdout.write(`${key}.${id}\n`)
}
await store.close()
