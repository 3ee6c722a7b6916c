import { createSocket } from 'node:dgram'
import { get } from 'node:http'
import { get as getTls } from 'node:https'
import { createServer, isIPv6 } from 'node:net'
import { join } from 'node:path'
import { isQuiet } from '../../app/quiet.ts'
import type { Settings } from '../../config/settings.ts'
import { isLocked } from '../../storage/sqlite/folder-lock.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

const patienceMs = 3_000
const maxAnswerBytes = 4_096

/** Queries the health of a running service; without one, checks that its ports are free. */
export async function checkPorts(
  settings: Settings,
  /** Trunks or numbers are still to be added: then a service that can place no call is no failure. */
  isIncomplete: boolean,
): Promise<CheckResult[]> {
  return isLocked(join(settings.RINGKEY_DATA, 'service.lock'))
    ? [await askHealth(settings, isIncomplete)]
    : await tryPorts(settings)
}

async function askHealth(settings: Settings, isIncomplete: boolean): Promise<CheckResult> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[settings.RINGKEY_HOST] ?? settings.RINGKEY_HOST
  const isTls = settings.RINGKEY_TLS_CERT !== undefined
  const where = `${host}:${settings.RINGKEY_PORT}`
  if (settings.RINGKEY_PORT === 0) return ok('service', 'running on a port that it chose itself')
  try {
    const answer = await readHealth(host, settings.RINGKEY_PORT, isTls)
    if (!answer.includes('"status":true'))
      return fail('service', `running on ${where}, not healthy: ${answer}`, 'Its log says why.')
    if (isQuiet(settings)) return ok('service', `running on ${where}, without SIP (RINGKEY_QUIET)`)
    if (answer.includes('"providers":true')) return ok('service', `running and healthy on ${where}`)
    const says = `running on ${where}, but no call can be placed: ${answer}`
    return (isIncomplete ? warn : fail)('service', says, 'ringkey alarm list')
  } catch (error) {
    return fail(
      'service',
      `running on this data folder, but ${where} does not answer (${(error as Error).message})`,
      'Give this command the same settings as the service; otherwise see its log for the reason.',
    )
  }
}

function readHealth(host: string, port: number, isTls: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host, port, path: '/health', timeout: patienceMs, agent: false as const }
    // Our own service on this machine, reached by its address, which is not the name in the certificate.
    const request = isTls ? getTls({ ...options, rejectUnauthorized: false }) : get(options)
    request.on('timeout', () => request.destroy(new Error(`no answer in ${patienceMs} ms`)))
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text = (text + chunk).slice(0, maxAnswerBytes)
      })
      response.on('end', () => resolve(text))
    })
  })
}

async function tryPorts(settings: Settings): Promise<CheckResult[]> {
  const { RINGKEY_SIP_HOST: sipHosts, RINGKEY_SIP_PORT: sipPort } = settings
  // SIP over TLS uses the next port.
  const tlsPort = settings.RINGKEY_SIP_TLS_CERT === undefined ? 0 : sipPort + 1
  const wanted = [
    ['RINGKEY_PORT', settings.RINGKEY_HOST, settings.RINGKEY_PORT, tcpTrouble],
    ['RINGKEY_ALT_PORT', settings.RINGKEY_HOST, settings.RINGKEY_ALT_PORT, tcpTrouble],
    ['RINGKEY_METRICS_PORT', settings.RINGKEY_METRICS_HOST, settings.RINGKEY_METRICS_PORT, tcpTrouble],
    ...sipHosts
      .split(',')
      .flatMap((host) => [
        ['RINGKEY_SIP_PORT', host, sipPort, sipTrouble] as const,
        ['RINGKEY_SIP_PORT', host, tlsPort, tcpTrouble] as const,
      ]),
  ] as const
  const findings: CheckResult[] = [warn('service', 'not running on this data folder', 'ringkey start')]
  for (const [name, host, port, troubleAt] of wanted) {
    const isForSip = name === 'RINGKEY_SIP_PORT'
    if (port === 0 || (isForSip && (sipPort === 0 || isQuiet(settings)))) continue
    const trouble = await troubleAt(host, port)
    // An installation with only the demo uses any free port for SIP.
    const isPractice = isForSip && settings.RINGKEY_DEMO !== 'off'
    findings.push(
      trouble === undefined
        ? ok('port', `${host}:${port} is free (${name})`)
        : (isPractice ? warn : fail)(
            'port',
            `${host}:${port} cannot be used: ${trouble}`,
            `Choose another with ${name}.`,
          ),
    )
  }
  return findings
}

const sipTrouble = async (host: string, port: number) =>
  (await tcpTrouble(host, port)) ?? (await udpTrouble(host, port))

function tcpTrouble(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(wordsOf(error)))
    server.listen({ host, port, exclusive: true, ipv6Only: true }, () =>
      server.close(() => resolve(undefined)),
    )
  })
}

function udpTrouble(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', ipv6Only: isIPv6(host) })
    socket.once('error', (error) => {
      socket.close()
      resolve(wordsOf(error))
    })
    socket.bind({ address: host, port, exclusive: true }, () => socket.close(() => resolve(undefined)))
  })
}

const wordsOf = ({ code, message }: NodeJS.ErrnoException) =>
  code === 'EADDRINUSE' ? 'another program listens there' : message
