import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openForWriting } from '../sqlite/connection.ts'
import { Transaction } from '../sqlite/transaction.ts'
import { createAccount, setPasswordHash } from './accounts.ts'
import { changeTariff } from './operator.ts'

const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
const numberLimits = { ...everywhere, everywhere }

it('owner password: a reset replaces the password of this owner only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-accounts-'))
  const database = openForWriting(join(folder, 'a.db'))
  const sql = new Transaction(database, numberLimits)
  await changeTariff(sql, { code: 'uni', name: 'Uni', chargesFailed: false })
  const terms = { passwordHash: 'old', tariff: 'uni', demo: false, phoneConfirmed: true, at: 1 }
  for (const email of ['a@example.com', 'b@example.com']) await createAccount(sql, { email, ...terms })
  await setPasswordHash(sql, { id: 2, passwordHash: 'new', at: 2 })
  const hashes = sql.all('SELECT password_hash FROM people ORDER BY id').map((row) => row.password_hash)
  expect(hashes).toEqual(['old', 'new'])
  database.close()
  rmSync(folder, { recursive: true })
})
