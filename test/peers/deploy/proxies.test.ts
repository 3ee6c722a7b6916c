// The configurations in deploy/ with the real programs: TLS, uploads, event streams, cookies, the address of the client.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { text as wholeText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoToken } from '../../../server/test/cabinet-visitor.ts'
import { freePort, startTestService, type TestService } from '../../../server/test/service.ts'
import { writeSelfSigned } from '../../../sip/test/certificates.ts'
import { PeerProcess, temporaryFolder } from '../interop/peer-process.ts'

const shipped = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url)), 'utf8')
const client = '192.0.2.77'
const megabyte = 1024 * 1024

const folder = temporaryFolder()
const pem = join(folder.path, 'both.pem')
const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
let servicePort: number
let service: TestService
beforeAll(async () => {
  writeSelfSigned({ certFile: cert, keyFile: key }, { subject: 'ringkey.example' })
  writeFileSync(pem, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'))
  servicePort = await freePort()
  service = await startTestService({
    RINGKEY_PORT: String(servicePort),
    RINGKEY_TRUST_PROXY: '127.0.0.1',
    RINGKEY_PUBLIC_URL: 'https://ringkey.example',
  })
})
afterAll(async () => {
  await service.stop()
  folder.remove()
})

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Asks the proxy as a browser would that came from another address. */
function ask(port: number, path: string, { method = 'GET', headers = {}, body = '' }: Asked = {}) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(
      {
        port,
        path,
        method,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        headers: { Host: 'ringkey.example', 'X-Forwarded-For': client, ...headers },
      },
      resolve,
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

const proxies = {
  nginx: (nodePort: number) => startNginx('nginx.conf', nodePort),
  'nginx-nodes': (nodePort: number) => startNginx('nginx-nodes.conf', nodePort),
  async haproxy(nodePort: number) {
    const port = await freePort()
    const plainPort = await freePort()
    const file = join(folder.path, `haproxy-${port}.cfg`)
    const configuration = shipped('haproxy.cfg')
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
      .replace('/etc/haproxy/ringkey.pem', pem)
      .replace(/10\.0\.0\.1\d:8080/g, `127.0.0.1:${nodePort}`)
    writeFileSync(file, configuration)
    const program = new PeerProcess('/usr/sbin/haproxy', ['-db', '-f', file], folder.path)
    await program.bound('tcp', port)
    return { port, program, logged: () => program.output }
  },
}

async function startNginx(file: string, nodePort: number) {
  const port = await freePort()
  const plainPort = await freePort()
  const place = join(folder.path, `nginx-${port}`)
  const configuration = shipped(file)
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace('/etc/ssl/ringkey.example.pem', cert)
    .replace('/etc/ssl/ringkey.example.key', key)
    .replace(/(127\.0\.0\.1|10\.0\.0\.1\d):8080/g, `127.0.0.1:${nodePort}`)
    .replaceAll('/var/log/nginx/access.log', join(place, 'access.log'))
  mkdirSync(place)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${place}/${name};`)
    .join('\n')
  writeFileSync(
    join(place, 'nginx.conf'),
    `daemon off; pid ${place}/pid; error_log stderr; events {}\nhttp { access_log off; ${temporary}\n${configuration} }`,
  )
  // As root its workers would run as another user, who may not read the test's folder.
  const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : []
  const program = new PeerProcess(
    '/usr/sbin/nginx',
    ['-p', place, '-c', join(place, 'nginx.conf'), ...user],
    place,
  )
  await program.bound('tcp', port)
  return { port, program, logged: () => readFileSync(join(place, 'access.log'), 'utf8') + program.output }
}

describe.each(['nginx', 'haproxy'] as const)('deploy: %s in front of the service', (name) => {
  let port: number
  let program: PeerProcess
  let logged: () => string
  let cookie: string
  beforeAll(async () => {
    ;({ port, program, logged } = await proxies[name](servicePort))
  })
  afterAll(() => program.end())

  it('asks the node whether it serves', async () => {
    await expect.poll(async () => (await ask(port, '/readyz')).statusCode).toBe(200)
  })

  const asOperator = () => ({ 'X-Ringkey-Cabinet': '1', Cookie: cookie })

  it('signs in over https: the cookie is secure, and the client’s address is known', async () => {
    const signIn = await ask(port, '/cabinet/api/session/demo-link', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Ringkey-Cabinet': '1' },
      body: JSON.stringify({ token: await demoToken(service) }),
    })
    expect(signIn.statusCode).toBe(200)
    const [given] = signIn.headers['set-cookie']!
    expect(given).toMatch(/^__Host-.*; Secure/)
    expect(signIn.headers['strict-transport-security']).toBeDefined()
    signIn.resume()
    cookie = given!.split(';')[0]!
    const sessions = await wholeText(await ask(port, '/cabinet/api/sessions', { headers: asOperator() }))
    expect(sessions).toContain(client)
  })

  it('takes an upload of 3 MB', async () => {
    const upload = await ask(port, '/cabinet/api/operator/numbering/imports?data=registry&name=large.csv', {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', ...asOperator() },
      body: 'x'.repeat(3 * megabyte),
    })
    // 409: the import of the file that the other proxy brought is still under way.
    expect([200, 409]).toContain(upload.statusCode)
    expect(await wholeText(upload)).toMatch(/^\{/)
  })

  it.each(['services/999999', 'operator'])('takes a recording of 2 MB at %s', async (place) => {
    const answer = await ask(port, `/cabinet/api/${place}/recordings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...asOperator() },
      body: JSON.stringify({ language: 'de', piece: 'name', wav: 'A'.repeat(2 * megabyte) }),
    })
    const said = await wholeText(answer)
    expect([answer.statusCode, said]).toEqual([expect.any(Number), expect.stringMatching(/^\{"error":/)])
    expect(answer.statusCode).not.toBe(413)
  })

  it('passes an event on while the stream is open', async () => {
    const stream = await ask(port, '/cabinet/api/events', { headers: asOperator() })
    expect(stream.headers['content-type']).toContain('text/event-stream')
    const [first] = await stream.take(1).toArray()
    expect(String(first)).toContain('ready')
    stream.destroy()
  })

  it.each([
    '/v2/hooks/casdoor/7',
    '/v1.0/getBalance',
    '/code/call',
    '/callcheck/add',
    '/my/balance',
    '/auth/check',
    '/sys/send.php',
    '/manager/cabapi_external/api/v1/phones/flashcall/',
    '/oidc/auth',
  ])('writes no query of %s into its log', async (path) => {
    ;(await ask(port, `${path}?phone=%2B79161234567&code=918273`)).resume()
    await expect.poll(logged).toContain(`${path} `)
    expect(logged()).not.toContain('918273')
  })

  it.each([
    ['/v2/Services/VA00000000000000000000000000000001/Verifications/+79161234567', '/v2/Services/* '],
    ['/v2/verify/79161234567/next_workflow', '/v2/verify/* '],
  ])('writes no phone of the path %s into its log', async (path, logs) => {
    ;(await ask(port, path)).resume()
    await expect.poll(logged).toContain(logs)
    expect(logged()).not.toContain('9161234567')
  })

  it('carries the API', async () => {
    const answer = await ask(port, '/v1.0/getBalance', {
      headers: { Authorization: `Bearer ${service.key}.${service.serviceId}` },
    })
    expect(answer.statusCode).toBe(200)
    answer.resume()
  })
})

describe.each([
  ['nginx', 502, 500, 'internal_error'],
  ['nginx-nodes', 502, 500, 'internal_error'],
  ['haproxy', 503, 503, 'overloaded'],
] as const)('deploy: %s whose nodes are all away', (name, status, code, problem) => {
  it.each([
    ['GET', '/v1.0/initCall', { status: false, code }],
    ['POST', '/v1.0/initCall', { status: false, code }],
    ['GET', '/v2/verifications', { code: problem, status }],
  ])('answers %s %s in JSON, with the time to wait', async (method, path, expected) => {
    const { port, program } = await proxies[name](await freePort())
    const answer = await ask(port, path, { method })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, '2'])
    expect(answer.headers['content-type']).toBe('application/json')
    expect(JSON.parse(await wholeText(answer))).toMatchObject(expected)
    await program.end()
  })
})

it.each(Object.keys(proxies) as (keyof typeof proxies)[])(
  'deploy: %s whose nodes are all away writes no query with a phone, a code or a key into its logs',
  async (name) => {
    const { port, program, logged } = await proxies[name](await freePort())
    for (const path of ['/v1.0/initCall', '/v2/hooks/casdoor/7', '/auth/check', '/sms/send', '/oidc/auth'])
      (await ask(port, `${path}?login_hint=%2B79161234567&api_id=918273`)).resume()
    for (const path of ['/v2/Services/VA1/Verifications/', '/v2/verify/'])
      (await ask(port, `${path}918273`)).resume()
    await expect.poll(logged).toContain('/v2/verify/* ')
    expect(logged()).not.toContain('918273')
    await program.end()
  },
)

it.each(Object.keys(proxies) as (keyof typeof proxies)[])(
  'deploy: %s says of a request that a node took and did not answer that it may have been carried out',
  async (name) => {
    const node = createServer((asked, answer) =>
      asked.url === '/readyz' ? answer.end() : asked.socket.destroy(),
    )
    const nodePort = await freePort()
    await new Promise<void>((resolve) => node.listen(nodePort, '127.0.0.1', resolve))
    const { port, program } = await proxies[name](nodePort)
    for (const [path, code] of [
      ['/v1.0/initCall', 500],
      ['/v2/verifications', 'internal_error'],
    ] as const) {
      // On a connection that is used again HAProxy hangs up instead.
      const answer = await ask(port, path, { method: 'POST', headers: { Connection: 'close' } })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([502, '2'])
      const text = await wholeText(answer)
      expect(JSON.parse(text)).toMatchObject({ code })
      expect(text).toMatch(/may have (placed|carried)/)
    }
    await program.end()
    node.closeAllConnections()
    await new Promise((resolve) => node.close(resolve))
  },
)
