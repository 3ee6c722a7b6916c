// `npm run release:all`: one folder with everything that is downloaded.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { architectures } from '../../deploy/node-binary.ts'
import { buildRelease } from '../../deploy/release.ts'
import { version } from '../../server/src/platform/version.ts'
import { readHandbook } from '../peers/operate/handbook.ts'
import { freePorts, ringDemoPhone, startInstalled } from './installed.ts'

const base = mkdtempSync(join(tmpdir(), 'ringkey-all-'))
const folder = join(base, 'release')
let files: string[]
beforeAll(async () => {
  files = await buildRelease(folder, false)
}, 600_000)
afterAll(() => rmSync(base, { recursive: true, force: true }))

it('release: the folder has every package, their bills of materials, a compose file, notes and sums, and nothing else', () => {
  const images = architectures.flatMap((name) => [
    `ringkey-${version}-${name}.image.cdx.json`,
    `ringkey-${version}-${name}.image.tar`,
  ])
  expect(files).toEqual(
    [
      ...['sip', 'element', 'client'].map((name) => `ringkey-${name}-${version}.tgz`),
      ...images,
      ...architectures.map((name) => `ringkey_${version}_${name}.deb`),
      ...['tgz', 'cdx.json', 'index.tar'].map((end) => `ringkey-${version}.${end}`),
      ...['compose.yaml', 'NOTES.md', 'SHA256SUMS'],
    ].sort(),
  )
  expect(readdirSync(folder).sort()).toEqual(files)
})

it('release: the sums are those of all files, and one byte more is noticed', () => {
  // As docs/install.md has it.
  const { commands } = readHandbook().find(({ title }) => title === 'Install')!
  const check = () =>
    execFileSync('sh', ['-c', commands[0]!.text], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  expect(check().trimEnd().split('\n')).toHaveLength(files.length - 1)
  writeFileSync(join(folder, 'NOTES.md'), ' ', { flag: 'a' })
  expect(check).toThrow()
})

it('release: the notes name every file and what is new, and the compose file the image', () => {
  const notes = readFileSync(join(folder, 'NOTES.md'), 'utf8')
  for (const name of files.filter((each) => !/^(NOTES\.md|SHA256SUMS)$/.test(each)))
    expect(notes).toContain(`| \`${name}\` |`)
  expect(notes).toContain('The first version.')
  expect(notes).not.toContain('](docs/')
  expect(readFileSync(join(folder, 'compose.yaml'), 'utf8')).toContain(`image: ringkey:${version}\n`)
})

it('release: the npm package of the folder is installed and rings the demo phone', {
  timeout: 300_000,
}, async () => {
  const prefix = join(base, 'installed')
  const words = [
    'install',
    '--prefix',
    prefix,
    '--prefer-offline',
    '--no-audit',
    join(folder, `ringkey-${version}.tgz`),
  ]
  execFileSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] })
  const running = await startInstalled(join(prefix, 'node_modules/.bin/ringkey'), ['start'], {
    cwd: base,
    environment: { ...freePorts, PATH: process.env.PATH!, HOME: base, RINGKEY_DATA: join(base, 'data') },
  })
  expect(await ringDemoPhone(running)).toMatch(/^\d{4}$/)
  expect((await running.stop()).code).toBe(0)
})
