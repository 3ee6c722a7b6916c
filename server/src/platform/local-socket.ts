import { chmodSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import type { Log } from './log.ts'

/** sockaddr_un holds 108 bytes including the terminating zero on Linux, 104 on macOS. */
const longestPath = 103

/** The sockets in the data folder through which commands reach the running service. */
export function localSocket(dataFolder: string, name: 'phone' | 'capture'): string {
  return join(dataFolder, `${name}.sock`)
}

/**
 * HTTP on a socket that only the owner of the data folder may use. Undefined when the path is too long for one. The caller
 * holds the lock of the folder: a socket that is there was left by a service that was killed.
 */
export async function listenLocally(
  dataFolder: string,
  name: 'phone' | 'capture',
  answer: RequestListener,
  log: Log,
): Promise<Server | undefined> {
  const path = localSocket(dataFolder, name)
  if (Buffer.byteLength(path) > longestPath) {
    const why = 'the path of the data folder is too long for a socket'
    log.warn({ event: 'socket-path-too-long' }, `${why}: \`ringkey ${name}\` cannot reach the service`)
    return undefined
  }
  rmSync(path, { force: true })
  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve())
  })
  chmodSync(path, 0o600)
  return server
}

export async function closeLocally(server: Server | undefined): Promise<void> {
  if (server === undefined) return
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
