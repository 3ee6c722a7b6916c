import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFile } from '../../../test/numbering/folders.ts'
import { loopbackCertificate, loopbackKey } from '../../../test/numbering/loopback-certificate.ts'
import { mobileFile } from '../../../test/numbering/sample-registry.ts'
import { type FetchOptions, fetchRegistryFile } from './fetch-registry.ts'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function serving(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(createServer(answer))}`
}

async function fetching(address: string, options: Partial<FetchOptions> = {}) {
  const file = await fetchRegistryFile(address, { onProgress() {}, ...options })
  onTestFinished(file.remove)
  return file
}

const sendFile: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-length': Buffer.byteLength(mobileFile) }).end(mobileFile)
const sha256 = createHash('sha256').update(mobileFile).digest('hex')

describe('fetching the registry', () => {
  it('stores the file under its name, with its checksum, and sends the given user agent', async () => {
    let agent: string | undefined
    const base = await serving((request, response) => {
      agent = request.headers['user-agent']
      sendFile(request, response)
    })
    const shares: number[] = []
    const file = await fetching(`${base}/downloads/DEF-9xx.csv?1`, {
      userAgent: 'Browser/1',
      sha256: sha256.toUpperCase(),
      onProgress: (share) => shares.push(share),
    })
    expect(await readFile(file.path, 'utf8')).toBe(mobileFile)
    expect(file).toMatchObject({ sha256, bytes: Buffer.byteLength(mobileFile) })
    expect(file.path.endsWith('/DEF-9xx.csv')).toBe(true)
    expect(agent).toBe('Browser/1')
    expect(shares.at(-1)).toBe(1)
    await file.remove()
    expect(existsSync(file.path)).toBe(false)
  })

  it('discards a file with another checksum', async () => {
    const base = await serving(sendFile)
    await expect(fetching(base, { sha256: '0'.repeat(64) })).rejects.toThrow(`SHA-256 is ${sha256}, not what`)
  })

  it('follows a few redirects', async () => {
    const base = await serving((request, response) => {
      if (request.url === '/new.csv') sendFile(request, response)
      else response.writeHead(302, { location: '/new.csv' }).end()
    })
    expect((await fetching(`${base}/old.csv`)).sha256).toBe(sha256)
  })

  it('does not follow redirects in a circle', async () => {
    const base = await serving((_, response) => response.writeHead(302, { location: '/' }).end())
    await expect(fetching(base)).rejects.toThrow('redirect count exceeded')
  })

  it.each<[string, RequestListener, RegExp]>([
    ['an error page', (_, response) => response.writeHead(403).end(), /answered HTTP 403/],
    [
      'half a file',
      (_, response) => {
        response.writeHead(200, { 'content-length': 1000 }).write('half', () => response.destroy())
      },
      /the download was cut off/,
    ],
  ])('does not accept %s', async (_, answer, message) => {
    await expect(fetching(await serving(answer))).rejects.toThrow(message)
  })

  it.each([
    ['nothing', () => {}],
    ['no more', (response) => void response.writeHead(200).write('half')],
  ] as [string, (response: ServerResponse) => void][])(
    'gives up a server that says %s',
    async (_, answer) => {
      const asked = Promise.withResolvers<void>()
      const base = await serving((_request, response) => {
        answer(response)
        asked.resolve()
      })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const fetched = expect(fetching(base)).rejects.toThrow('no answer within 30 s')
      await asked.promise
      vi.advanceTimersByTime(30_000)
      await fetched
    },
  )

  it('does not open files', async () => {
    await expect(fetching('file:///etc/passwd')).rejects.toThrow('neither http nor https')
  })
})

describe('fetching over TLS', () => {
  const secure = async (answer: RequestListener) =>
    `https://localhost:${await listening(createSecureServer({ cert: loopbackCertificate, key: loopbackKey }, answer))}`

  it('trusts the authority in the CA file, and no unknown one without it', async () => {
    const base = await secure(sendFile)
    await expect(fetching(base)).rejects.toThrow(/self-signed certificate/)
    const caFile = await temporaryFile('ca.pem', loopbackCertificate)
    expect((await fetching(base, { caFile })).sha256).toBe(sha256)
  })

  it('is not redirected away from HTTPS', async () => {
    const plain = await serving(sendFile)
    const base = await secure((_, response) => response.writeHead(302, { location: plain }).end())
    const caFile = await temporaryFile('ca.pem', loopbackCertificate)
    await expect(fetching(base, { caFile })).rejects.toThrow('redirected away from HTTPS')
  })
})
