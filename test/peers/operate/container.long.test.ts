// docs/install.md with the container image. There is no daemon in a test: what docker would do is done by other tools.
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildImages, imageUser } from '../../../deploy/container/build.ts'
import { ownArchitecture } from '../../../deploy/node-binary.ts'
import { version } from '../../../server/src/platform/version.ts'
import { freePort } from '../../../server/test/service.ts'
import { ringDemoPhone } from '../../release/installed.ts'
import { inRoot } from '../../release/other-root.ts'
import { readHandbook } from './handbook.ts'
import { buildVersions, firstVersion, laterVersion } from './releases.ts'
import { type ServiceProgram, startProgram } from './service-process.ts'

const home = mkdtempSync(join(tmpdir(), 'ringkey-docker-'))
const volume = join(home, 'volume')
const bundle = (tag: string) => join(home, `bundle-${tag}`)
let port = 0
let service: ServiceProgram | undefined

beforeAll(async () => {
  const tarballs = await buildVersions(home)
  for (const [tag, tarball] of [
    [firstVersion, tarballs.first],
    [laterVersion, tarballs.later],
  ] as const) {
    const { archives } = buildImages(tarball, join(home, 'built'), [ownArchitecture])
    renameSync(archives[0]!, join(home, `ringkey-${tag}-amd64.image.tar`))
  }
  mkdirSync(volume, { mode: 0o700 })
  chownSync(volume, imageUser, imageUser)
  port = await freePort()
}, 600_000)
afterAll(async () => {
  await service?.stop()
  rmSync(home, { recursive: true, force: true })
})

/** The program of a container: its root is read-only, the volume stands at its place. */
function inImage(tag: string, words: readonly string[]) {
  const there = { isReadOnly: true, writable: { '/var/lib/ringkey': volume }, user: imageUser }
  return inRoot(join(bundle(tag), 'rootfs'), words, there)
}

/** What `-e` gave the container that runs; commands inside of it have it too. */
let options = ''

function environmentOf(tag: string): Record<string, string> {
  const { process: started } = JSON.parse(readFileSync(join(bundle(tag), 'config.json'), 'utf8'))
  const given = [...options.matchAll(/(?:^| )-e (\S+)/g)].map(([, pair]) => pair!)
  return {
    ...Object.fromEntries([...(started.env as string[]), ...given].map((pair) => pair.split('=', 2))),
    // The ports of the machine are shared with other tests.
    RINGKEY_PORT: String(port),
    RINGKEY_ALT_PORT: '0',
    RINGKEY_METRICS_PORT: '0',
    RINGKEY_SIP_PORT: '0',
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  }
}

function runOnce(tag: string, words: readonly string[]): string {
  const [program, ...rest] = inImage(tag, ['/usr/bin/ringkey', ...words])
  return execFileSync(program, rest, { encoding: 'utf8', env: environmentOf(tag) })
}

let current = ''
/** What docker does for each command of the document. */
const docker: readonly [pattern: RegExp, run: (found: RegExpExecArray) => unknown][] = [
  [
    /^docker load -i (ringkey-(\S+)-amd64\.image\.tar)$/,
    ([, file, tag]) => {
      const layout = join(home, `layout-${tag}`)
      mkdirSync(layout)
      execFileSync('tar', ['-xf', join(home, file!), '-C', layout])
      execFileSync('umoci', ['unpack', '--image', `${layout}:${version}`, bundle(tag!)])
    },
  ],
  [
    /^docker run -d --name ringkey (.+) ringkey:(\S+)$/,
    async ([, given = '', tag]) => {
      options = given
      // What stands in for docker does all of this.
      for (const option of ['--read-only', '--tmpfs /tmp', '--cap-drop ALL', '-v ringkey:/var/lib/ringkey'])
        expect(options).toContain(option)
      current = tag!
      service = await startProgram(inImage(tag!, ['/usr/bin/ringkey', 'start']), {
        cwd: '/',
        environment: environmentOf(tag!),
      })
    },
  ],
  [
    /^docker run --rm -v ringkey:\/var\/lib\/ringkey ringkey:(\S+) (.+)$/,
    ([, tag, words]) => runOnce(tag!, words!.split(' ')),
  ],
  [/^docker exec ringkey ringkey (.+)$/, ([, words]) => runOnce(current, words!.split(' '))],
  [
    /^docker stop ringkey$/,
    async () => {
      expect(await service!.stop()).toBe(0)
      service = undefined
    },
  ],
  [/^docker rm ringkey$/, () => {}],
]

async function play(title: string): Promise<unknown[]> {
  const results: unknown[] = []
  for (const { text } of readHandbook().find((section) => section.title === title)!.commands) {
    const [found, run] = docker
      .map(([pattern, does]) => [pattern.exec(text), does] as const)
      .find(([match]) => match !== null)!
    results.push(await run(found!))
  }
  return results
}

it('container: the image is loaded and run, the demo phone rings, a link into the demo is made', async () => {
  const results = await play('Container')
  expect(results.at(-1)).toContain('http://localhost:8080/cabinet/demo#')
  const url = `http://127.0.0.1:${port}`
  expect(await ringDemoPhone({ url, said: service!.said })).toMatch(/^\d{4}$/)
})

it('container: the next image is checked against the volume, and replaces the first', async () => {
  const results = await play('Upgrade with containers')
  expect(results[1]).toContain(laterVersion)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
})
