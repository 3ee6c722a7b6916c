// Makes an account with money and a service where the environment says, and prints KEY.ID.

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
const existing = (await store.accounts()).at(-1)
const accountId = existing?.id ?? (await addAccount(store, 'bench@example.com', { at }))
await store.topUp({ accountId, amountUnits: 1e13, note: 'bench', at })
const { key, id } = await addKeyedService(store, accountId, { name: 'bench', at })
process.stdout.write(`${key}.${id}\n`)
await store.close()
