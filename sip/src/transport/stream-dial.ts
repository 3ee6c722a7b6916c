import { isIPv6, type Socket, connect as tcpConnect } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import type { Clock } from '../clock.ts'
import { proving, type TlsCredentials } from './tls-credentials.ts'
import type { Destination, SendFailure } from './transport.ts'

export interface DialOptions {
  readonly clock: Clock
  readonly timeoutMs: number
  /** The local address to dial from, so that the peer sees the address it knows; undefined: the system chooses. */
  readonly localAddress?: string
  /** When set, the connection uses TLS. */
  readonly credentials?: TlsCredentials
}

/** Opens a connection; `done` is called exactly once, never from within this call. */
export function dial(
  to: Destination,
  options: DialOptions,
  done: (result: Socket | SendFailure) => void,
): void {
  const { credentials, localAddress } = options
  const target = {
    host: to.address,
    port: to.port,
    family: isIPv6(to.address) ? 6 : 4,
    ...(localAddress === undefined ? {} : { localAddress }),
  }
  const socket =
    credentials === undefined
      ? tcpConnect(target)
      : tlsConnect({ ...target, ...credentials, ...proving(to.tlsName ?? to.address), minVersion: 'TLSv1.2' })
  const ready = credentials === undefined ? 'connect' : 'secureConnect'
  let tcpUp = credentials === undefined
  let settled = false
  const finish = (result: Socket | SendFailure): void => {
    if (settled) return
    settled = true
    timer.clear()
    if (result !== socket) socket.destroy()
    done(result)
  }
  const timer = options.clock.after(options.timeoutMs, () =>
    finish({ kind: 'timeout', message: `no connection within ${options.timeoutMs} ms` }),
  )
  socket.once('connect', () => {
    tcpUp = true
  })
  socket.once(ready, () => finish(socket))
  // These listeners stay: a destroyed socket may still emit an error, and an unhandled error ends the process.
  socket.on('error', (error) =>
    finish({ kind: tcpUp && credentials !== undefined ? 'tls' : 'unreachable', message: error.message }),
  )
  socket.on('close', () => finish({ kind: 'unreachable', message: 'the peer closed the connection' }))
}
