// Makes an account with money and a service where the environment says, and prints KEY.ID.
import { hashKey, newSecretKey } from '../../server/src/accounts/secret-key.ts'
import { defaultSettings } from '../../server/src/accounts/service-settings.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { openInstallation } from '../../server/src/installation.ts'
import { systemRandom } from '../../server/src/platform/random.ts'

const at = 1
const { store } = await openInstallation(
  readSettings({
    RINGKEY_DATA: process.env.RINGKEY_DATA,
    RINGKEY_DATABASE_URL: process.env.RINGKEY_DATABASE_URL,
  }),
  systemRandom,
  (error) => {
    throw error
  },
)
const existing = (await store.accounts()).at(-1)
const account =
  existing ??
  (await store.createAccount({
    email: 'bench@example.com',
    passwordHash: '',
    tariff: 'uni',
    demo: false,
    phoneConfirmed: true,
    at,
  }))
if (typeof account === 'string') throw new Error(account)
await store.topUp({ accountId: account.id, amountUnits: 1e13, note: 'bench', at })
const key = newSecretKey(systemRandom)
const service = await store.createService({
  accountId: account.id,
  name: 'bench',
  useDirection: '',
  keyHash: hashKey(key),
  settings: defaultSettings,
  at,
})
process.stdout.write(`${key}.${service!.id}\n`)
await store.close()
