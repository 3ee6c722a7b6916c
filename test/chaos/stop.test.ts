// SIGTERM under load: no new work, answers in flight are sent, calls in flight end, exit code 0.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../server/test/service.ts'
import { initCall, type Reply, type Started } from './load.ts'
import { openStore, placedCalls, type ServiceChild, startChild } from './service-child.ts'

const clients = 16
const underLoadMs = 500

const folder = mkdtempSync(join(tmpdir(), 'ringkey-stop-'))
let service: ServiceChild
beforeAll(async () => {
  service = await startChild(folder)
  const { store } = await openStore(folder)
  const [account] = await store.accounts()
  await store.topUp({ accountId: account!.id, amountUnits: 100_000_0000, note: 'load', at: 0 })
  await store.close()
})
afterAll(async () => {
  service.kill('SIGKILL')
  await service.ended
  rmSync(folder, { recursive: true, force: true })
})

it('[X-5] a stop under load lets the accepted calls end and refuses new requests with 503', async () => {
  const replies: Reply[] = []
  const agent = new Agent({ keepAlive: true })
  let isUp = true
  let phones = 0
  const load = Array.from({ length: clients }, async () => {
    while (isUp) {
      const phone = `7919${String(++phones).padStart(7, '0')}`
      // A client whose connection was refused was not served; the audit below proves it.
      await initCall(service, { phone }, agent).then(
        (reply) => replies.push(reply),
        () => {
          isUp = false
        },
      )
    }
  })
  const late = await halfSent(service)
  await sleep(underLoadMs)
  service.kill('SIGTERM')
  await eventually(
    async () => service.logged(),
    (logged) => logged.includes('stopping: calls in progress'),
  )
  const refused = await finish(late)
  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(refused.toLowerCase()).toMatch(/\r\nretry-after: \d+\r\n/)
  expect(refused).toContain('\r\nX-Ringkey-Retry: safe\r\n')
  expect(refused).toContain('"code":503')
  expect(await service.ended).toBe(0)
  await Promise.all(load)
  agent.destroy()

  const started = replies.filter(({ status }) => status === 200).map(({ body }) => body as Started)
  expect(started.length).toBeGreaterThan(10)
  expect(replies.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  const { store } = await openStore(folder)
  try {
    expect(await store.audit()).toMatchObject({
      calls: started.length,
      unbalancedAccounts: [],
      wrongHolds: [],
    })
    for (const { vendor_id } of started)
      expect((await store.call(vendor_id))?.reason).toMatch(/^(rang|busy)$/)
    expect(placedCalls(folder).length).toBe(started.length)
  } finally {
    await store.close()
  }
})

/** A request whose last line has not been sent yet: it is neither idle nor served. */
function halfSent({ baseUrl, key, serviceId }: ServiceChild): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      const head = `GET /v1.0/initCall?phone=79000000001 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}.${serviceId}\r\n`
      socket.write(head, () => resolve(socket))
    })
  })
}

async function finish(socket: Socket): Promise<string> {
  socket.write('\r\n')
  let text = ''
  for await (const piece of socket) text += piece
  return text
}
