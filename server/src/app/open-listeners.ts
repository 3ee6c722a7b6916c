import type { RequestListener, Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { hostname } from 'node:os'
import { SettingError } from '../config/setting-error.ts'
import type { Settings } from '../config/settings.ts'
import {
  type LimitConnection,
  listen,
  primaryServer,
  type SlowBodies,
  secondaryServer,
  type TlsFiles,
} from '../http/listeners.ts'
import type { Log } from '../platform/log.ts'
import type { InheritedSockets } from './inherited-sockets.ts'

export interface ListenerDeps {
  readonly settings: Settings
  readonly primary: Server | TlsServer
  readonly listener: RequestListener
  /** The limit for both addresses together. */
  readonly connections: LimitConnection
  readonly onSecondaryConnection: (socket: object) => void
  /** A connection came while the limit was reached. */
  readonly onDropped: () => void
  readonly metrics: Server
  readonly sockets: InheritedSockets | undefined
}

export function tlsFilesOf({ RINGKEY_TLS_CERT: cert, RINGKEY_TLS_KEY: key }: Settings): TlsFiles | undefined {
  return cert === undefined ? undefined : { cert, key: key! }
}

export function certificateReport(log: Log) {
  return {
    renewed: () => log.info({ event: 'certificate-renewed' }, 'the renewed certificate is in use'),
    refused: (error: Error) =>
      log.error(
        { event: 'certificate-refused', err: error },
        'the renewed certificate cannot be used; the old one stays in use',
      ),
  }
}

/** Not listening yet: the request handlers are attached first. */
export async function makePrimary(
  listener: RequestListener,
  tls: TlsFiles | undefined,
  connections: LimitConnection,
  slowBodies: SlowBodies,
): Promise<Server | TlsServer> {
  return await primaryServer(listener, tls, connections, slowBodies).catch((error: Error) => {
    throw new SettingError(
      `RINGKEY_TLS_CERT is "${tls?.cert}" and RINGKEY_TLS_KEY "${tls?.key}": expected a certificate and its key (${error.message})`,
    )
  })
}

/** Opens the primary address, and the secondary and metrics addresses when configured. */
export async function openListeners(deps: ListenerDeps) {
  const { settings, primary, listener, connections, onSecondaryConnection, onDropped, metrics, sockets } =
    deps
  const { RINGKEY_HOST: host, RINGKEY_METRICS_HOST: metricsHost } = settings
  const servers = [primary]
  primary.on('drop', onDropped)
  const port = await listen(primary, host, settings.RINGKEY_PORT, sockets?.primary)
  const baseUrl = publicUrl(settings, port)
  let altBaseUrl = ''
  if (settings.RINGKEY_ALT_PORT !== 0) {
    const secondary = secondaryServer(listener, connections)
    secondary.on('connection', onSecondaryConnection)
    secondary.on('drop', onDropped)
    servers.push(secondary)
    const altPort = await listen(secondary, host, settings.RINGKEY_ALT_PORT, sockets?.secondary)
    altBaseUrl = urlOf('http', host, altPort)
  }
  const publicServers = [...servers]
  let metricsUrl = ''
  if (settings.RINGKEY_METRICS_PORT !== 0) {
    servers.push(metrics)
    const metricsPort = await listen(metrics, metricsHost, settings.RINGKEY_METRICS_PORT)
    metricsUrl = `${urlOf('http', metricsHost, metricsPort)}/metrics`
  }
  const machine = isEveryAddress(host) || host === '127.0.0.1' || host === '::1' ? hostname() : host
  return {
    baseUrl,
    /** The machine and port of this node, which distinguish it from others behind one public URL. */
    ownAddress: `${bracketed(machine)}:${port}`,
    altBaseUrl,
    metricsUrl,
    servers,
    /** Those of the primary and the secondary address. */
    publicServers,
  }
}

/** The URL of the primary address; a process that does not listen there itself knows it from the settings. */
export function publicUrl(settings: Settings, port = settings.RINGKEY_PORT): string {
  const scheme = tlsFilesOf(settings) === undefined ? 'http' : 'https'
  return settings.RINGKEY_PUBLIC_URL ?? urlOf(scheme, settings.RINGKEY_HOST, port)
}

function urlOf(scheme: 'http' | 'https', host: string, port: number): string {
  return `${scheme}://${isEveryAddress(host) ? 'localhost' : bracketed(host)}:${port}`
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
