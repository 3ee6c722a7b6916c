// Three nodes are restarted one after the other under load, behind the proxies that deploy/ has files for.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cluster, makeCluster } from '../../../server/test/postgres/cluster.ts'
import { freePort } from '../../../server/test/service.ts'
import { writeSelfSigned } from '../../../sip/test/certificates.ts'
import { furnishFleet, type Node, startNode } from '../../nodes/fleet.ts'
import { PeerProcess } from '../interop/peer-process.ts'

const patienceMs = 300_000
const everyMs = 40

let root: string
let cluster: Cluster
let url: string
let ports: number[]
let nodes: Node[]
let house: Awaited<ReturnType<typeof furnishFleet>>
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'ringkey-rolling-'))
  const files = { certFile: join(root, 'cert.pem'), keyFile: join(root, 'key.pem') }
  writeSelfSigned(files, { subject: 'ringkey.example' })
  writeFileSync(
    join(root, 'both.pem'),
    readFileSync(files.certFile, 'utf8') + readFileSync(files.keyFile, 'utf8'),
  )
  cluster = await makeCluster()
  await cluster.start()
  url = await cluster.createDatabase('ringkey')
  house = await furnishFleet(url)
  ports = await Promise.all([freePort(), freePort(), freePort()])
  nodes = await Promise.all(ports.map((_, place) => start(place)))
}, patienceMs)
afterAll(async () => {
  await Promise.all(nodes?.map((node) => node.kill()) ?? [])
  await house?.store.close()
  await cluster?.remove()
  rmSync(root, { recursive: true, force: true })
}, patienceMs)

/** As the default is: long enough for two checks of HAProxy. */
const start = (place: number) =>
  startNode(url, join(root, `node-${place}`), 'stand-in', {
    RINGKEY_PORT: String(ports[place]),
    RINGKEY_LAME_DUCK_SECONDS: '5',
    RINGKEY_TRUST_PROXY: '127.0.0.1',
  })

const shipped = (name: string) => {
  const text = readFileSync(join(import.meta.dirname, '../../../deploy', name), 'utf8')
  return text.replace(/10\.0\.0\.1([123]):8080/g, (_, node) => `127.0.0.1:${ports[Number(node) - 1]}`)
}

const proxies = {
  haproxy: (port: number, plainPort: number) => {
    const file = join(root, 'haproxy.cfg')
    const text = shipped('haproxy.cfg')
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
      .replace('/etc/haproxy/ringkey.pem', join(root, 'both.pem'))
    writeFileSync(file, text)
    return new PeerProcess('/usr/sbin/haproxy', ['-db', '-f', file], root)
  },
  nginx: (port: number, plainPort: number) => {
    const place = join(root, 'nginx')
    mkdirSync(place, { recursive: true })
    const text = shipped('nginx-nodes.conf')
      .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replace('/etc/ssl/ringkey.example.pem', join(root, 'cert.pem'))
      .replace('/etc/ssl/ringkey.example.key', join(root, 'key.pem'))
      .replaceAll('/var/log/nginx/access.log', join(place, 'access.log'))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${place}/${name};`)
      .join('\n')
    writeFileSync(
      join(place, 'nginx.conf'),
      `daemon off; pid ${place}/pid; error_log stderr; events {}\nhttp { access_log off; ${temporary}\n${text} }`,
    )
    const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : []
    return new PeerProcess('/usr/sbin/nginx', ['-p', place, '-c', join(place, 'nginx.conf'), ...user], place)
  },
}

/** nginx asks no /readyz: a request that reaches a node as it closes its port is lost; 1 of 1,166 was seen. */
const mostFailed = { haproxy: 0, nginx: 0.01 }

const agent = new Agent({ keepAlive: true, maxSockets: 50 })
/** The HTTP status of a call, or why there was none. */
function call(port: number, phone: string): Promise<number | string> {
  return new Promise((resolve) => {
    const asked = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        path: '/v1.0/initCall',
        method: 'POST',
        rejectUnauthorized: false,
        headers: {
          Host: 'ringkey.example',
          Authorization: house.authorization,
          'Content-Type': 'application/json',
        },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode!))
      },
    )
    asked.on('error', (error) => resolve(error.message))
    asked.end(JSON.stringify({ phone }))
  })
}

it.each(['haproxy', 'nginx'] as const)(
  'deploy: three nodes behind %s are restarted one after the other under a steady load of calls',
  async (name) => {
    const [port, plainPort] = [await freePort(), await freePort()]
    const proxy = proxies[name](port, plainPort)
    await proxy.bound('tcp', port)
    try {
      await expect.poll(() => call(port, '79161000000'), { timeout: 60_000 }).toBe(200)
      const answers = new Map<number | string, number>()
      const sent: Promise<void>[] = []
      let isDone = false
      const load = (async () => {
        for (let number = 1; !isDone; number++) {
          const one = call(port, `7916${2_000_000 + number}`)
          sent.push(one.then((answer) => void answers.set(answer, (answers.get(answer) ?? 0) + 1)))
          await sleep(everyMs)
        }
      })()
      for (const place of nodes.keys()) {
        await nodes[place]!.stop()
        nodes[place] = await start(place)
        // Until the proxy sends it something again, the next one has to wait.
        const served = answers.get(200) ?? 0
        await expect.poll(() => (answers.get(200) ?? 0) - served, { timeout: 60_000 }).toBeGreaterThan(100)
      }
      isDone = true
      await load
      await Promise.all(sent)
      const total = sent.length
      const failed = total - (answers.get(200) ?? 0)
      expect([...answers, failed <= mostFailed[name] * total]).toEqual([...answers, true])
    } finally {
      await proxy.end()
    }
  },
  patienceMs,
)
