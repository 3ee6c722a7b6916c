// A real process on a disk that is really full: a small tmpfs that only this process sees, filled completely.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { runProcess, startProcess } from '../../../test/process.ts'
import { eventually } from '../../../test/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-full-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const command = fileURLToPath(new URL('../../../bin/ringkey.js', import.meta.url))
const chunk = Buffer.alloc(4096, 1)
const leftBytes = 400_000

it('full disk: requests get 503, acknowledged data is kept, and the service recovers by itself', async () => {
  const service = await startProcess(
    {
      RINGKEY_DATA: folder,
      RINGKEY_ADDRESS_LIMIT: 'api:0/s',
      RINGKEY_SERVICE_LIMIT: '0/s',
      RINGKEY_LOG_LEVEL: 'fatal',
    },
    { mount: `mount -t tmpfs -o size=8m,mode=700 tmpfs ${folder}` },
  )
  // The path of the mount as this process sees it.
  const data = `/proc/${service.pid}/root${folder}`
  const { service_id, secret_key } = JSON.parse(readFileSync(join(data, 'first-run.json'), 'utf8'))
  const headers = { Authorization: `Bearer ${secret_key}.${service_id}` }
  const ask = async (method: string) => {
    const response = await fetch(`${service.baseUrl}/v1.0/${method}`, { headers })
    return {
      status: response.status,
      body: (await response.json()) as { vendor_id: number; code: number; call_status: number },
    }
  }
  let key = 0
  const call = () => ask(`initCall?phone=79000000001&client=${'x'.repeat(64)}&unique=${++key}`)
  const health = async () => (await fetch(`${service.baseUrl}/health`)).status

  const acknowledged = [(await call()).body.vendor_id]
  fillUp(join(data, 'ballast'))
  let refused = 0
  for (let tries = 0; refused < 20 && tries < 2_000; tries++) {
    const { status, body } = await call()
    if (status === 200) acknowledged.push(body.vendor_id)
    else {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 503 })
      refused += 1
    }
  }
  expect(refused).toBe(20)
  expect(acknowledged.length).toBeGreaterThan(2)
  expect(await eventually(health, (status) => status === 503)).toBe(503)
  // Stored records can still be read.
  expect((await ask(`getInfo?uid=${acknowledged[0]}`)).status).toBe(200)

  rmSync(join(data, 'ballast'))
  expect(await eventually(health, (status) => status === 200)).toBe(200)
  const after = await eventually(call, ({ status }) => status === 200)
  acknowledged.push(after.body.vendor_id)
  for (const uid of acknowledged) {
    const seen = await eventually(
      () => ask(`getInfo?uid=${uid}`),
      ({ body }) => body.call_status !== -1,
    )
    expect(seen.body.call_status).toBe(1)
  }
  expect(auditInside(service.pid)).toMatchObject({ clean: true, calls: acknowledged.length })
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 })
})

/** The command enters the mount name space. A path through /proc would not work, because SQLite resolves links. */
function auditInside(pid: number): unknown {
  const enter = ['-t', String(pid), '-U', '-m', '--preserve-credentials']
  const { stdout } = spawnSync('nsenter', [...enter, process.execPath, command, 'audit', '--all', '--json'], {
    env: { RINGKEY_DATA: folder },
    encoding: 'utf8',
  })
  return JSON.parse(stdout)
}

/** Writes until there is no room for a page, then frees a little. */
function fillUp(file: string): void {
  for (;;) {
    try {
      writeFileSync(file, chunk, { flag: 'a' })
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
      truncateSync(file, statSync(file).size - leftBytes)
      return
    }
  }
}

/** Grows the log by rewriting the same rows, and ends without a checkpoint. */
const leaveLog = `
  database.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE filler (id INTEGER PRIMARY KEY, text TEXT)')
  const row = database.prepare('INSERT INTO filler VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text')
  for (let turn = 0; turn < 10; turn++) {
    for (let id = 0; id < 20; id++) row.run(id, String(turn).repeat(3_000))
    if (turn === 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  }
  process.kill(process.pid, 'SIGKILL')`
const report = `
  const read = (sql) => Object.values(database.prepare(sql).get())[0]
  console.log(statSync(file + '-wal').size, read('SELECT count(*) FROM filler'), read('PRAGMA wal_autocheckpoint'))`

it('full disk: a start empties the log that a killed service has left, and so has room', () => {
  const small = mkdtempSync(join(tmpdir(), 'ringkey-full-'))
  const connection = fileURLToPath(new URL('./connection.ts', import.meta.url))
  const program = (work: string) => {
    const file = join(small, `${work.length}.mjs`)
    writeFileSync(
      file,
      `import { statSync } from 'node:fs'
       import { openForWriting } from ${JSON.stringify(connection)}
       const file = ${JSON.stringify(join(small, 'disk', 'ringkey.db'))}
       const database = openForWriting(file)
       ${work}`,
    )
    return `${process.execPath} ${file}`
  }
  const steps = [
    `mkdir ${small}/disk && mount -t tmpfs -o size=4m tmpfs ${small}/disk`,
    `${program(leaveLog)}; rm ${small}/disk/ringkey.db-shm`,
    `cat /dev/zero > ${small}/disk/ballast 2> /dev/null; ${program(report)}`,
  ]
  const { stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', steps.join('\n')], { encoding: 'utf8' })
  rmSync(small, { recursive: true, force: true })
  // From now on the log stays small: 100 pages.
  expect(stdout.trim(), stderr).toBe('0 20 100')
})

it('full disk: a start that finds no room at all ends with one line that says so', async () => {
  const full = mkdtempSync(join(tmpdir(), 'ringkey-full-'))
  const { code, err } = await runProcess(
    { RINGKEY_DATA: full, RINGKEY_SECRET: 'x'.repeat(32) },
    {
      mount: `mount -t tmpfs -o size=64k ${full} ${full}; cat /dev/zero > ${full}/ballast 2> /dev/null || true`,
    },
  )
  rmSync(full, { recursive: true, force: true })
  expect(code).toBe(1)
  expect(err).toContain('the disk is full: free some space')
  expect(err.trimEnd().split('\n')).toHaveLength(1)
})
