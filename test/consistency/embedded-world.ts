import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteStore } from '../../server/src/storage/sqlite/store.ts'
import { freePort } from '../../server/test/service.ts'
import { startCountingCarrier } from '../nodes/counting-carrier.ts'
import { furnish, limitSettings } from './furnish.ts'
import { makeNode, sharedSecret } from './node.ts'
import { answeredPrefix, type World } from './world.ts'

const rules = { gapMs: 0, perMinute: 60, perDay: 1_000, blockMs: 0 }
const numberLimits = { ...rules, everywhere: rules }
const host = '127.0.0.1'
const ownTables = "SELECT name FROM sqlite_master WHERE type = 'table'"

/** One node on the embedded store. */
export async function makeEmbeddedWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-consistency-'))
  const file = join(folder, 'ringkey.db')
  const store = await openSqliteStore({
    file,
    numberLimits,
    onCrash(error) {
      throw error
    },
  })
  const carrier = await startCountingCarrier(host, undefined, answeredPrefix)
  const house = await furnish(store, { host, port: carrier.port })
  const node = makeNode({
    index: 0,
    folder,
    host,
    port: await freePort(),
    environment: limitSettings,
  })
  await node.start()
  const beside = new DatabaseSync(file, { readOnly: true })
  return {
    nodes: [node],
    host,
    house,
    carrier,
    commands: { folder, environment: { RINGKEY_SECRET: sharedSecret } },
    tables: async () =>
      beside
        .prepare(ownTables)
        .all()
        .map(({ name }) => String(name)),
    rows: async (sql) => beside.prepare(sql).all() as Record<string, unknown>[],
    audit: () => store.audit(),
    connections: async () => undefined,
    beatAgeMs: async () => undefined,
    async remove() {
      await node.kill()
      beside.close()
      await store.close()
      await carrier.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
