import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../server/src/platform/clock.ts'
import { withoutControls } from '../../server/src/webhooks/masked-answer.ts'
import { signatureFault } from '../../server/src/webhooks/signature.ts'

/** Our own webhooks are under 4 KiB; a larger body is not from us. */
const maxBodyBytes = 64 * 1024
const maxConnections = 100
const requestTimeoutMs = 10_000

export interface ListenDeps {
  readonly clock: Clock
  /** The secret to check signatures with. */
  readonly secret: string
  readonly print: (line: string) => void
  /** 0 takes a free port. */
  readonly port: number
}

/** `ringkey webhook listen`: a receiver on this machine that prints what arrives and whether its signature is valid. */
export async function listenForWebhooks({ clock, secret, print, port }: ListenDeps) {
  const server: Server = createServer({ requestTimeout: requestTimeoutMs }, async (request, response) => {
    const body = await readBody(request)
    if (body === undefined) return void response.writeHead(413, { Connection: 'close' }).end()
    const fault = signatureFault(secret, request.headers, body, Math.floor(clock.now() / 1000))
    print(`${request.method} ${request.url}  webhook-id ${request.headers['webhook-id'] ?? 'missing'}`)
    print(fault === '' ? '  signature: valid' : `  signature: NOT VALID (${fault})`)
    print(`  ${withoutControls(body)}`)
    response.writeHead(fault === '' ? 204 : 401).end()
  })
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    /** The address to pass as `callback_url`. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Undefined when the body is too long or was cut off. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length
      if (bytes > maxBodyBytes) return undefined
      chunks.push(chunk as Buffer)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).toString('utf8')
}
