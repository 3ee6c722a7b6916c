import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { options, type StoreUnderTest } from '../../../test/store-contract/fixture.ts'
import { describeBooks, describeRecords } from '../../../test/store-contract/index.ts'
import { openSqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const onCrash = (error: Error) => {
  throw error
}
/** Opening a copy of it takes a quarter less CPU time than migrating a new file. */
const migrated = join(folder, 'migrated.db')
beforeAll(async () => {
  const store = await openSqliteStore({ ...options, file: migrated, onCrash })
  await store.close()
})

const embedded: StoreUnderTest = {
  open(place, given) {
    const file = join(folder, `${place}.db`)
    if (!existsSync(file)) copyFileSync(migrated, file)
    return openSqliteStore({ ...given, file, onCrash })
  },
}

describeBooks('the embedded store', embedded)
describeRecords('the embedded store', embedded)
