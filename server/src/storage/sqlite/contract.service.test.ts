import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { StoreUnderTest } from '../../../test/store-contract/fixture.ts'
import { describeBooks, describeRecords } from '../../../test/store-contract/index.ts'
import { openSqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const embedded: StoreUnderTest = {
  open: (place, options) =>
    openSqliteStore({
      ...options,
      file: join(folder, `${place}.db`),
      onCrash: (error) => {
        throw error
      },
    }),
}

describeBooks('the embedded store', embedded)
describeRecords('the embedded store', embedded)
