// The container image: read by another tool, run with its own user and a read-only root.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildImage, imageUser } from '../../deploy/container/build.ts'
import { buildTarballs } from '../../deploy/npm/build.ts'
import { version } from '../../server/src/platform/version.ts'
import { freePort } from '../../server/test/service.ts'
import { freePorts, ringDemoPhone, startInstalled } from './installed.ts'
import { inRoot } from './other-root.ts'

const base = mkdtempSync(join(tmpdir(), 'ringkey-image-'))
const layout = join(base, 'layout')
const root = join(base, 'bundle/rootfs')
let archive: string
beforeAll(async () => {
  const { ringkey } = await buildTarballs(join(base, 'release'))
  archive = buildImage(ringkey, base)
  mkdirSync(layout)
  execFileSync('tar', ['-xf', archive, '-C', layout])
  execFileSync('umoci', ['unpack', '--image', `${layout}:${version}`, join(base, 'bundle')])
}, 600_000)
afterAll(() => rmSync(base, { recursive: true, force: true }))

const readJson = (path: string) => JSON.parse(readFileSync(join(layout, path), 'utf8'))
const blob = (digest: string) => `blobs/${digest.replace(':', '/')}`

describe('container image', () => {
  it('is smaller than 120 MB, compressed', () => {
    expect(statSync(archive).size).toBeLessThan(120_000_000)
  })

  it('has a user who is not root, a health check, and digests that fit', () => {
    const [manifest] = readJson('index.json').manifests
    const { config, layers } = readJson(blob(manifest.digest))
    expect(readJson(blob(config.digest)).config).toMatchObject({
      User: `${imageUser}:${imageUser}`,
      Entrypoint: ['/usr/bin/ringkey'],
      Healthcheck: { Test: ['CMD', '/usr/bin/node', '/usr/lib/ringkey/alive.js'] },
    })
    for (const { digest, size } of [manifest, config, ...layers]) {
      const bytes = readFileSync(join(layout, blob(digest)))
      expect(bytes.length).toBe(size)
      expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(digest)
    }
    const [forDocker] = readJson('manifest.json')
    expect(forDocker).toMatchObject({ Config: blob(config.digest), RepoTags: [`ringkey:${version}`] })
  })

  it('runs with a read-only root: the demo phone rings, the health check is content, a signal stops it', async () => {
    const data = join(base, 'data')
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, imageUser, imageUser)
    const { process: started } = JSON.parse(readFileSync(join(base, 'bundle/config.json'), 'utf8'))
    const environment: Record<string, string> = {
      ...Object.fromEntries((started.env as string[]).map((each) => each.split('=', 2))),
      ...freePorts,
      RINGKEY_PORT: String(await freePort()),
    }
    const there = { isReadOnly: true, writable: { '/var/lib/ringkey': data }, user: imageUser }
    const inImage = (words: readonly string[]) => inRoot(root, words, there)
    const [program, ...words] = inImage(started.args)
    const running = await startInstalled(program, words, {
      cwd: '/',
      environment: { ...environment, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    })
    const url = `http://127.0.0.1:${environment.RINGKEY_PORT}`
    expect(await ringDemoPhone({ ...running, url })).toMatch(/^\d{4}$/)
    const check = (port: string) => {
      const [tool, ...rest] = inImage(['/usr/bin/node', '/usr/lib/ringkey/alive.js'])
      execFileSync(tool, rest, { env: { ...process.env, RINGKEY_PORT: port }, stdio: 'ignore' })
    }
    check(environment.RINGKEY_PORT!)
    expect(() => check('1')).toThrow()
    expect(await running.stop()).toEqual({ code: 0, signal: null })
  })
})
