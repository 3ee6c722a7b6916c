// Request bodies without a session. With RINGKEY_TEST_LONG=1 the test sends the full amount that once killed the process.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '../../server/src/cabinet/routes/index.ts'
import { type ServiceProcess, startProcess } from '../../server/test/process.ts'
import { sendBody } from './send-body.ts'

const mebibyte = 2 ** 20
const bodyBytes = (process.env.RINGKEY_TEST_LONG === '1' ? 640 : 64) * mebibyte
/** Bytes that the kernel buffers before the server answers. */
const maxTakenBytes = 16 * mebibyte
/** The server closes the connection while we still send, so its answer may be lost on the way. */
const lost = 0
const maxGrowthBytes = 48 * mebibyte
const uploadPath = '/cabinet/api/operator/numbering/imports?data=registry&name=a.csv'
const page = { 'X-Ringkey-Cabinet': '1' }

const folder = mkdtempSync(join(tmpdir(), 'ringkey-bodies-'))
let service: ServiceProcess
beforeAll(async () => {
  service = await startProcess({ RINGKEY_DATA: folder, RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s' })
})
afterAll(async () => {
  await service?.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

it.each(['application/json', 'text/plain', 'application/octet-stream'])(
  'cabinet: refuses a huge %s to the upload address without reading it, when nobody is signed in',
  async (type) => {
    const before = peakBytes()
    const headers = { ...page, 'Content-Type': type }
    const sized = { ...headers, 'Content-Length': String(bodyBytes) }
    for (const request of [
      { path: uploadPath, headers, bytes: bodyBytes, isChunked: true },
      { path: uploadPath, headers: sized, bytes: bodyBytes },
    ]) {
      const { status, sentBytes } = await sendBody(service.baseUrl, request)
      expect([401, lost]).toContain(status)
      expect(sentBytes).toBeLessThan(maxTakenBytes)
    }
    expect(peakBytes() - before).toBeLessThan(maxGrowthBytes)
    expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
  },
)

const posts = routes.filter(({ method }) => method === 'POST')
const addressOf = (path: string) => `/cabinet/api${path.replaceAll(/:\w+/g, '1')}`

it('cabinet: every address for people with a session refuses before the body, when nobody is signed in', async () => {
  const forPeople = posts.filter(({ access }) => access !== 'anyone')
  expect(forPeople.length).toBeGreaterThan(50)
  for (const { path } of forPeople) {
    const headers = { ...page, 'Content-Type': 'application/json', 'Content-Length': '1024' }
    // Not one byte of the body is sent, so an answer proves that none was awaited.
    expect(await sendBody(service.baseUrl, { path: addressOf(path), headers, bytes: 0 }), path).toEqual({
      status: 401,
      sentBytes: 0,
    })
  }
})

it('cabinet: an address for anyone takes 16 KiB of JSON and nothing else', async () => {
  const open = posts.filter(({ access }) => access === 'anyone')
  expect(open.length).toBeGreaterThan(5)
  for (const { path } of open) {
    const ask = async (type: string, declaredBytes: number) => {
      const headers = { ...page, 'Content-Type': type, 'Content-Length': String(declaredBytes) }
      return (await sendBody(service.baseUrl, { path: addressOf(path), headers, bytes: 0 })).status
    }
    expect(await ask('application/json', 16 * 1024 + 1), path).toBe(413)
    expect(await ask('application/octet-stream', 1024), path).toBe(415)
    expect(await ask('text/plain', 1024), path).toBe(415)
  }
  const chunked = { path: '/cabinet/api/session', headers: { ...page, 'Content-Type': 'application/json' } }
  const { status, sentBytes } = await sendBody(service.baseUrl, {
    ...chunked,
    bytes: bodyBytes,
    isChunked: true,
  })
  expect([413, lost]).toContain(status)
  expect(sentBytes).toBeLessThan(maxTakenBytes)
})

it('API: closes the connection of a huge body after 16 KiB', async () => {
  const before = peakBytes()
  const { status, sentBytes } = await sendBody(service.baseUrl, {
    path: '/v1.0/initCall',
    headers: { 'Content-Type': 'application/json' },
    bytes: bodyBytes,
    isChunked: true,
  })
  expect([413, lost]).toContain(status)
  expect(sentBytes).toBeLessThan(maxTakenBytes)
  expect(peakBytes() - before).toBeLessThan(maxGrowthBytes)
})

/** The most memory that the process had resident so far; on macOS, which does not say that, what it has now. */
function peakBytes(): number {
  const file = `/proc/${service.pid}/status`
  const kibibytes = existsSync(file)
    ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))![1]
    : spawnSync('ps', ['-o', 'rss=', '-p', String(service.pid)], { encoding: 'utf8' }).stdout
  return Number(kibibytes) * 1024
}

it('[V2-236] JSON of thousands of levels is 400 everywhere, and no fault of ours', async () => {
  const list = '['.repeat(8_000) + ']'.repeat(8_000)
  const tree = '{"a":'.repeat(2_500) + 1 + '}'.repeat(2_500)
  const bodies = [list, tree, `{"email":${list}}`, `{"password":${tree}}`, `{"phone":${list}}`]
  const anonymous = posts.filter(({ access }) => access === 'anyone').map(({ path }) => addressOf(path))
  expect(anonymous.length).toBeGreaterThan(3)
  const { secret_key: key, service_id: id } = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'))
  const authorization = `Bearer ${key}.${id}`
  const paths = [...anonymous, '/v1.0/initCall', '/v2/verifications', '/v2/checks', '/v2/phones']
  for (const path of paths) {
    for (const body of bodies) {
      const headers = { ...page, 'Content-Type': 'application/json', Authorization: authorization }
      const { status } = await fetch(service.baseUrl + path, { method: 'POST', headers, body })
      expect([path, body.slice(0, 20), status]).toEqual([path, body.slice(0, 20), 400])
    }
  }
})
