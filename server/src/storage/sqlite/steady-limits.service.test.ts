import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { admitted, callTo, furnish, options, startMs } from '../../../test/store-contract/fixture.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { openSource } from '../move/source.ts'
import { openSqliteStore } from './store.ts'

const phone = '79161110001'
const stepMs = 3 * hourMs

it('number limits after a step of the clock: shown in the new time, deleted in time, and moved to PostgreSQL in wall time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-limits-'))
  const file = join(folder, 'ringkey.db')
  const open = () =>
    openSqliteStore({
      ...options,
      file,
      onCrash(error) {
        throw error
      },
    })
  const { store, ...house } = await furnish({ open })
  const call = callTo(phone, house)
  await admitted(store, call)
  await store.moveDeadlines({ byMs: stepMs })
  const later = { startedAt: startMs + stepMs + 20_000, deadlineAt: startMs + stepMs + 79_000 }
  await admitted(store, { ...call, ...later })

  const calls = [startMs + stepMs, startMs + stepMs + 20_000]
  const traces = await store.numberTraces(call.phoneHash)
  expect(traces).toEqual(
    [0, house.serviceId].map((serviceId) => expect.objectContaining({ serviceId, calls })),
  )
  const forget = (now: number) => store.forgetNumbers({ after: null, now, limit: 10 })
  expect(await forget(startMs + stepMs + dayMs)).toMatchObject({ deleted: 0 })
  await store.close()

  const source = openSource(file, options.numberLimits)
  const rows = source.database.prepare('SELECT calls, ends_at FROM number_limits').all()
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect([JSON.parse(String(row.calls)), row.ends_at]).toEqual([calls, calls[1]! + dayMs])
  }
  source[Symbol.dispose]()

  const again = await open()
  expect(await again.forgetNumbers({ after: null, now: calls[1]! + dayMs + 1, limit: 10 })).toMatchObject({
    deleted: 2,
  })
  await again.close()
  rmSync(folder, { recursive: true, force: true })
})
