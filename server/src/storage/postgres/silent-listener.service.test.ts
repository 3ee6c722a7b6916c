import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { startCutter } from '../../../test/postgres/cutter.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { watchChannel } from './listen.ts'

it('a listener whose connection has gone silent connects again and says that it may have missed something', async () => {
  const url = await freshDatabase()
  const cutter = await startCutter(url)
  const heard: string[] = []
  const watch = watchChannel(cutter.url, 'news', (payload) => heard.push(payload))
  try {
    await expect.poll(() => heard).toEqual([''])
    await cutter.swallowAfter('SELECT 1')
    await ask(url, "SELECT pg_notify('news', 'missed')")
    cutter.mend()
    await expect.poll(() => heard).toEqual(['', ''])
    await ask(url, "SELECT pg_notify('news', 'heard')")
    await expect.poll(() => heard).toEqual(['', '', 'heard'])
  } finally {
    await watch.close()
    await cutter.stop()
  }
})
