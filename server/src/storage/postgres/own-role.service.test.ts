import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { openSession } from './connection.ts'

it('PostgreSQL: the role and the database that docs/install.md makes are all that Ringkey needs', async () => {
  const url = new URL(await freshDatabase())
  const name = `own_${url.pathname.slice(1)}`
  const [, sql] = /```sql\n([^`]*)```/.exec(readFileSync('docs/install.md', 'utf8'))!
  const statements = sql!
    .replaceAll('ringkey', name)
    .replace("'PASSWORD'", "'open-sesame'")
    .trim()
    .split('\n')
  expect(statements).toHaveLength(2)
  await using admin = await openSession(url.href, 'test', {})
  for (const statement of statements) await admin.query(statement)
  Object.assign(url, { username: name, password: 'open-sesame', pathname: `/${name}` })
  const environment = { RINGKEY_DATABASE_URL: url.href, RINGKEY_SECRET: 'x'.repeat(32) }
  expect(await ringkey('/tmp', ['account', 'list'], { environment })).toMatchObject({ code: 0 })
})
