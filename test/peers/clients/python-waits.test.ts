// AsyncRingkey at a server that answers when the test says so: what waits takes no thread, and ends when it is cancelled.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { Authority } from '../../../sip/test/certificates.ts'
import { begin } from '../snippets/program.ts'

const run = (words: readonly string[], environment: Record<string, string>) =>
  begin('python3', words, {
    PYTHONPATH: join(import.meta.dirname, '../../../clients/python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
    ...environment,
  })

it('[V2-245] AsyncRingkey: a thousand tasks wait at once, cancelled ones close their connections, and the program ends', async () => {
  /** Requests that wait for a change, and one that asks until so many do. */
  const waiting = new Map<string, ServerResponse>()
  let asked: { readonly count: number; readonly response: ServerResponse } | undefined
  const look = () => {
    if (asked?.count === waiting.size) asked.response.end(JSON.stringify({ open: waiting.size }))
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    const id = url.pathname.split('/').at(-1)!
    const tell = (status: string) => response.end(JSON.stringify({ id, version: 1, status }))
    if (url.pathname.startsWith('/open/')) asked = { count: Number(id), response }
    else if (id === 'approve') {
      for (const each of (await json(request)) as string[])
        waiting.get(each)!.end(JSON.stringify({ id: each, version: 2, status: 'approved' }))
      response.end('{}')
    } else if (url.searchParams.has('wait')) {
      waiting.set(id, response)
      response.once('close', () => {
        waiting.delete(id)
        look()
      })
    } else tell('pending')
    look()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const program = run([join(import.meta.dirname, 'waits.py')], { RINGKEY_URL: `http://127.0.0.1:${port}` })
    expect(await program.ended).toBe(`waiting 1000
the pool of the loop is free
after half were cancelled 500
approved 499
left 500 waits on True
ended
`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

it('AsyncRingkey: hears answers in pieces over TLS, and takes neither a part of one nor a redirect nor a stranger', async () => {
  const authority = new Authority()
  const { certFile, keyFile } = authority.issue('server', 'DNS:localhost')
  const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
  const paths: string[] = []
  const server = createTlsServer(tls, (request, response) => {
    paths.push(request.url!)
    expect(request.headers['user-agent']).toMatch(/^ringkey-python\//)
    if (request.url!.endsWith('moved')) return void response.writeHead(301, { Location: '/elsewhere' }).end()
    response.writeHead(200, request.url!.endsWith('part') ? { 'Content-Length': '100' } : {})
    response.write('{"id": ')
    if (request.url!.endsWith('part')) response.socket!.end()
    else response.end('"vf_1"}')
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const program = `
import asyncio, os
from ringkey import AsyncRingkey, RingkeyError
async def main():
    client = AsyncRingkey(os.environ["RINGKEY_URL"] + "/below", "k.1", sleep=lambda pause: asyncio.sleep(0))
    for id in ("whole", "part", "moved"):
        try:
            print(await client.read(id))
        except RingkeyError as error:
            print(error.code, error.status)
asyncio.run(main())
`
  try {
    const environment = { RINGKEY_URL: `https://localhost:${(server.address() as AddressInfo).port}` }
    const trusting = { ...environment, SSL_CERT_FILE: authority.caFile }
    expect(await run(['-c', program], trusting).ended).toBe("{'id': 'vf_1'}\nno_answer 0\nno_answer 301\n")
    const asked = ['whole', 'part', 'part', 'part', 'moved'].map((id) => `/below/v2/verifications/${id}`)
    expect(paths).toEqual(asked)
    expect(await run(['-c', program], environment).ended).toBe('no_answer 0\n'.repeat(3))
  } finally {
    server.closeAllConnections()
    server.close()
    authority.remove()
  }
})
