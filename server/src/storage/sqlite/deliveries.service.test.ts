import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStoreFile } from '../../../test/outbox.ts'
import { deliveryContract } from '../../../test/store-contract/deliveries.ts'

deliveryContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-deliveries-'))
  const store = await openStoreFile(join(folder, 'ringkey.db'))
  return {
    store,
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})
