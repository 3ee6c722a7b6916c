// A code that is sent to two nodes on one PostgreSQL. Times go by the clock of the database here, as in an installation.
import { expect, it, onTestFinished } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { openInstallation } from '../../app/open-installation.ts'
import { hourMs, minuteMs } from '../../platform/clock.ts'

/** Of a code whose server names none. */
const lifeMs = 15 * minuteMs

/** Two nodes, of which the second has a clock that is ahead by so much. */
async function startNodes(aheadMs: number) {
  const url = await freshDatabase()
  const settings = {
    RINGKEY_DATABASE_URL: url,
    RINGKEY_SECRET: 'the nodes of one installation share this secret',
    // Nothing else may keep a phone from ringing again.
    RINGKEY_NUMBER_LIMIT: '0s',
    RINGKEY_NUMBER_TOTAL_LIMIT: '0s',
  }
  const now = Date.now()
  const nodes: TestService[] = []
  onTestFinished(async () => {
    for (const node of nodes) await node.stop()
  })
  for (const at of [now, now + aheadMs])
    nodes.push(
      await startTestService(settings, { clock: new ManualClock(at, 1_000), open: openInstallation }),
    )
  const [right, wrong] = nodes as [TestService, TestService]
  const { folder, clock, environment, serviceId } = right
  const typed = ['hook', 'add', 'kratos', String(serviceId), '--json']
  const { json } = await ringkey(folder, typed, { clock, environment })
  const Authorization = `Basic ${Buffer.from(json.credential).toString('base64')}`
  const deliver = async ({ baseUrl }: TestService, message: object) => {
    const { status } = await fetch(`${baseUrl}/v2/hooks/kratos/${serviceId}`, {
      method: 'POST',
      headers: { Authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ code: '018204', ...message }),
    })
    return status
  }
  const rings = () => right.telephony.placed.length + wrong.telephony.placed.length
  return { url, right, wrong, deliver, rings }
}

it.each([
  ['ahead', 16 * minuteMs],
  ['behind', -16 * minuteMs],
])(
  'hooks: a code rings once while it lives, and again after that, through a node whose clock is 16 minutes %s',
  async (_, aheadMs) => {
    const { url, right, wrong, deliver, rings } = await startNodes(aheadMs)
    const message = { to: '+79161234567' }
    for (const expected of [1, 2]) {
      for (const node of [wrong, right, wrong, wrong]) expect(await deliver(node, message)).toBe(200)
      expect(rings()).toBe(expected)
      await ask(url, `UPDATE calls SET started_at = started_at - ${lifeMs}`)
    }
  },
)

it('[V2-209] hooks: a test number is answered once for a code, through a node whose clock is two days ahead', async () => {
  const { url, right, wrong, deliver } = await startNodes(48 * hourMs)
  const message = { to: '+79000000001', expires_in_minutes: 24 * 60 }
  for (const node of [right, wrong, right]) expect(await deliver(node, message)).toBe(200)
  expect(await ask(url, 'SELECT count(*)::int AS calls FROM calls')).toEqual([{ calls: 1 }])
})
