import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeStore } from '../../../test/store-contract/index.ts'
import { openSqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describeStore('the embedded store', {
  open: (place, options) =>
    openSqliteStore({
      ...options,
      file: join(folder, `${place}.db`),
      onCrash: (error) => {
        throw error
      },
    }),
})
