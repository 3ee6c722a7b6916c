import { expect, it } from 'vitest'
import { ask } from '../../test/postgres/cluster.ts'
import { freshDatabase } from '../../test/postgres/run-cluster.ts'
import { startTestService } from '../../test/service.ts'

const nodes = 3

it('nodes that are started together on an empty database share one demo account', async () => {
  const settings = {
    RINGKEY_DATABASE_URL: await freshDatabase(),
    RINGKEY_SECRET: 'the nodes of one installation share this secret',
    RINGKEY_DEMO: 'on',
  }
  const started = await Promise.all(Array.from({ length: nodes }, () => startTestService(settings)))
  try {
    const counts = await ask(
      settings.RINGKEY_DATABASE_URL,
      `SELECT (SELECT count(*)::int FROM accounts) AS accounts, (SELECT count(*)::int FROM services) AS services,
         (SELECT count(*)::int FROM ledger) AS entries`,
    )
    expect(counts).toEqual([{ accounts: 1, services: 1, entries: 1 }])
    const [maker, ...others] = started.filter(({ firstRun }) => firstRun !== undefined)
    expect(others).toEqual([])
    const { body } = await maker!.get('getBalance')
    expect(body).toMatchObject({ rub_balance: 100 })
    // The other nodes find its key in the database.
    const authorization = `Bearer ${maker!.key}.${maker!.serviceId}`
    for (const node of started) {
      expect((await node.get('getBalance', {}, { authorization })).body).toEqual(body)
    }
  } finally {
    for (const node of started) await node.stop()
  }
})
