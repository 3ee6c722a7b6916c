// What a service has around itself fails or changes while it runs: name servers, the file of its log, the mail server.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { startNameServer } from '../../../dev/carriers/name-server.ts'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { startProcess } from '../../../server/test/process.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { freePort } from '../../../server/test/service.ts'
import { Authority } from '../../../sip/test/certificates.ts'
import { startCountingCarrier } from '../../nodes/counting-carrier.ts'
import { programOf } from '../../setup/program.ts'
import { PeerProcess } from '../interop/peer-process.ts'
import { startProgram } from './service-process.ts'

const patienceMs = 300_000
const root = mkdtempSync(join(tmpdir(), 'ringkey-surroundings-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const folderOf = (name: string) => {
  const folder = join(root, name)
  mkdirSync(folder)
  return folder
}
const quiet = { RINGKEY_DEMO: 'off', RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s' }

/** Types a command of docs/install.md. */
async function type(folder: string, words: string, settings: Readonly<Record<string, string>> = {}) {
  const surroundings = { clock: systemClock, environment: { ...quiet, ...settings } }
  const { code, out, err } = await ringkey(folder, words.split(' '), surroundings)
  if (code !== 0) throw new Error(`ringkey ${words}: ${err}`)
  return out
}

it('name servers that fall silent: calls go on to the last known address of the carrier', {
  timeout: patienceMs,
}, async () => {
  const folder = folderOf('names')
  // The name of a carrier needs an address that is not this machine alone.
  const sip = { RINGKEY_SIP_HOST: '0.0.0.0', RINGKEY_SIP_ADVERTISED: '127.0.0.1' }
  const names = await startNameServer({ srv: {}, a: { 'carrier.test': '127.0.0.1' }, ttlSeconds: 1 })
  onTestFinished(() => names.close())
  const carrier = await startCountingCarrier()
  onTestFinished(() => void carrier.close())
  // Calls follow each other as fast as the machine can, which must not be too many for the trunk.
  const limits = 'calls-per-second=500 calls-at-once=500'
  await type(
    folder,
    `trunk add north host=carrier.test port=${carrier.port} options-seconds=0 ${limits}`,
    sip,
  )
  await type(folder, 'pool add 74951230000-74951239999 --trunk north')
  await type(folder, 'account create ann@example.com')
  await type(folder, 'account topup ann@example.com 1000')
  const made = await type(folder, 'service create ann@example.com --name Shop')
  const [, serviceId] = /^Service: +(\d+)$/m.exec(made)!
  const [, key] = /^Secret key: +(\S+)/m.exec(made)!
  const service = await startProcess({
    ...quiet,
    ...sip,
    RINGKEY_DATA: folder,
    RINGKEY_SIP_NAME_SERVERS: `127.0.0.1:${names.port}`,
    RINGKEY_LOG_LEVEL: 'warn',
  })
  onTestFinished(() => void service.end('SIGKILL'))
  const headers = { Authorization: `Bearer ${key}.${serviceId}`, 'Content-Type': 'application/json' }
  let drawn = 0
  /** Resolves when the carrier has the call. */
  const call = async () => {
    const phone = `7916${1_000_000 + ++drawn}`
    const body = JSON.stringify({ phone })
    const answer = await fetch(`${service.baseUrl}/v1.0/initCall`, { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({ status: true })
    await expect.poll(() => carrier.callsTo(phone), { interval: 20 }).toHaveLength(1)
  }
  await call()
  names.isSilent = true
  // Until the address has expired, nobody asks.
  while (names.unanswered === 0) await call()
  for (let number = 0; number < 10; number++) await call()
  expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200)
})

it('log rotation: logrotate empties the file of a running service, and no line is broken', {
  timeout: patienceMs,
}, async () => {
  const folder = folderOf('log')
  const file = join(folder, 'ringkey.log')
  const rules = join(folder, 'logrotate.conf')
  writeFileSync(rules, `${file} {\n  rotate 2\n  copytruncate\n}\n`)
  const service = await startProgram(
    ['sh', '-c', `echo $$ >pid; exec "$0" "$@" 2>>'${file}'`, process.execPath, ...programOf('serve')],
    {
      cwd: folder,
      environment: {
        ...quiet,
        TEST_PROGRAMS: process.env.TEST_PROGRAMS!,
        PATH: process.env.PATH!,
        RINGKEY_DATA: join(folder, 'data'),
        RINGKEY_PORT: '0',
        RINGKEY_ALT_PORT: '0',
        RINGKEY_METRICS_PORT: '0',
        RINGKEY_SIP_PORT: '0',
      },
    },
  )
  const eventsIn = (path: string): string[] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line).event)
  const reload = () => process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGHUP')
  reload()
  await expect.poll(() => eventsIn(file)).toContain('reload')
  execFileSync('/usr/sbin/logrotate', ['--force', '--state', join(folder, 'state'), rules])
  reload()
  await expect.poll(() => eventsIn(file)).toContain('reload')
  expect(await service.stop()).toBe(0)
  expect(eventsIn(`${file}.1`)).toEqual(['reload'])
  expect(eventsIn(file).slice(0, 2)).toEqual(['reload', 'stopping'])
})

/** Takes every mail over TLS and puts it into a folder. */
function startExim(folder: string, port: number): PeerProcess {
  const { certFile, keyFile } = authority.issue('mail', 'DNS:localhost')
  const text = `
primary_hostname = mail.example.com
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts = *
tls_certificate = ${certFile}
tls_privatekey = ${keyFile}
acl_smtp_rcpt = accept
begin routers
every:
  driver = accept
  transport = folder
begin transports
folder:
  driver = appendfile
  directory = ${folder}/mails
  maildir_format
  user = Debian-exim
`
  const file = join(folder, 'exim.conf')
  writeFileSync(file, text)
  // It has a user of its own.
  execFileSync('chmod', ['-R', 'a+rwX', root, authority.folder])
  execFileSync('chmod', ['0644', file])
  return new PeerProcess('/usr/sbin/exim4', ['-C', file, '-bdf'], folder)
}
const authority = new Authority()

it('mail: a real server gets the letters over TLS, and those of the time in which it was down', {
  timeout: patienceMs,
}, async () => {
  const folder = folderOf('mail')
  const port = await freePort()
  let exim = startExim(folder, port)
  onTestFinished(() => void exim.end())
  await exim.bound('tcp', port)
  const mail = {
    RINGKEY_SMTP_URL: `smtp://localhost:${port}`,
    RINGKEY_MAIL_FROM: 'Ringkey <noreply@example.com>',
  }
  const data = join(folder, 'data')
  await type(data, 'account create ann@example.com', mail)
  const service = await startProcess({
    ...quiet,
    ...mail,
    RINGKEY_DATA: data,
    NODE_EXTRA_CA_CERTS: authority.caFile,
  })
  onTestFinished(() => void service.end('SIGKILL'))
  const forget = (language: string) =>
    fetch(`${service.baseUrl}/cabinet/api/password/forgotten`, {
      method: 'POST',
      headers: { 'X-Ringkey-Cabinet': '1', 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', language }),
    })
  const letters = () =>
    globSync(join(folder, 'mails/new/*'))
      .map((file) => readFileSync(file, 'utf8'))
      .toSorted()
  expect((await forget('en')).status).toBe(200)
  await expect.poll(letters, { timeout: 60_000 }).toHaveLength(1)
  expect(letters()[0]).toMatch(/\bwith esmtps\b/)
  expect(letters()[0]).toMatch(/^To: ann@example\.com$/m)
  expect(letters()[0]).toMatch(/^Auto-Submitted: auto-generated$/m)

  await exim.end()
  expect((await forget('ru')).status).toBe(200)
  await expect.poll(() => service.logged(), { timeout: 60_000 }).toContain('"event":"mail-retry"')
  exim = startExim(folder, port)
  await expect.poll(letters, { timeout: 120_000 }).toHaveLength(2)
})
