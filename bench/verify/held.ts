import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient } from '../measure/api-client.ts'
import { type Measured, startBare, startMeasured } from './server-process.ts'
import { Integrators } from './ways.ts'

const atOnce = 200
const idleSeconds = 10
const settlingSeconds = 4
const mostSettlingSeconds = 24
/** What a waiting request may take above one that bare node:http holds. */
const mostLiveBytes = 4_096
/** A window that is not a fifth cheaper than the one before: it has settled. */
const stillFalling = 0.8

/** Requests that wait for a change that does not come, beside bare node:http that holds as many. */
export async function holdWaiting(folder: string, count: number): Promise<void> {
  const bare = await startBare()
  const floor = await held(bare, count, () => '/')
  await bare.end()

  const server = await startMeasured(folder)
  const client = new ApiClient(server.port)
  const integrators = new Integrators(client, [server.authorization], 0)
  const ids: string[] = []
  for (let created = 0; created < count; created += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        ids.push((await integrators.create(1, (ask) => ask())).id)
      }),
    )
  client.close()
  const waiting = await held(server, count, (index) => `/v2/verifications/${ids[index]}?wait=55`)
  await server.end()

  console.error(`\n${count} held requests, each       live bytes    RSS bytes   CPU ms per second (idle)`)
  const cell = (bytes: number) => bytes.toFixed(0).padStart(12)
  for (const [name, { live, rss, busyMs, idleMs }] of Object.entries({ 'bare node:http': floor, waiting })) {
    const cpu = `${busyMs.toFixed(1)} (${idleMs.toFixed(1)})`.padStart(25)
    console.error(`${name.padEnd(30)}${cell(live)}${cell(rss)}${cpu}`)
  }
  const above = waiting.live - floor.live
  const verdict = above <= mostLiveBytes ? 'within' : 'OVER'
  console.error(
    `${'above bare'.padEnd(30)}${cell(above)}${cell(waiting.rss - floor.rss)}   ${verdict} the ${mostLiveBytes} live bytes that a waiting request may take`,
  )
}

async function held(server: Measured, count: number, pathOf: (index: number) => string) {
  // What was created for this run has its own aftermath.
  await settled(server)
  const idleMs = await cpuMsASecond(server)
  const before = await server.memory()
  const sockets: Socket[] = []
  for (let index = 0; index < count; index++) {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      throw new Error(`answered too early: ${bytes.toString().slice(0, 300)}`)
    })
    socket.write(
      `GET ${pathOf(index)} HTTP/1.1\r\nHost: bench\r\nAuthorization: ${server.authorization}\r\n\r\n`,
    )
    sockets.push(socket)
    // Not faster than the backlog of the listener takes them.
    if (index % 200 === 199) await sleep(50)
  }
  await settled(server)
  const after = await server.memory()
  const busyMs = await cpuMsASecond(server)
  for (const socket of sockets) socket.removeAllListeners('data').destroy()
  return {
    live: (after.live - before.live) / count,
    rss: (after.rss - before.rss) / count,
    busyMs,
    idleMs,
  }
}

/**
 * Taking ten thousand requests in, and collecting the garbage of that, goes on for some seconds after the last was sent. What
 * they cost while they wait shows when that is over. They wait 55 s, so this ends in time for the measurement.
 */
async function settled(server: Measured): Promise<void> {
  server.cpuUs()
  let before = Number.POSITIVE_INFINITY
  for (let seconds = 0; seconds < mostSettlingSeconds; seconds += settlingSeconds) {
    await sleep(settlingSeconds * 1_000)
    const now = server.cpuUs()
    if (now > before * stillFalling) return
    before = now
  }
}

async function cpuMsASecond(server: Measured): Promise<number> {
  server.cpuUs()
  await sleep(idleSeconds * 1_000)
  return server.cpuUs() / 1_000 / idleSeconds
}
