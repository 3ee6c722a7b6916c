import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { nodeBinaries, packageOfBinary } from '../../server/src/platform/node-binaries.ts'
import { judgeLock, lockFiles } from '../setup/supply-chain.ts'
import { readText } from './source-tree.ts'

it('supply chain: every bundled Node has its checksum in the repository, and all have one version', () => {
  const wanted: Record<string, string> = JSON.parse(readText('package.json')).optionalDependencies
  expect(Object.keys(nodeBinaries.sha256).sort()).toEqual(Object.keys(wanted).sort())
  expect(new Set(Object.values(wanted))).toEqual(new Set([nodeBinaries.version]))
  for (const sum of Object.values(nodeBinaries.sha256)) expect(sum).toMatch(/^[0-9a-f]{64}$/)
})

it('supply chain: the document shows the same checksums', () => {
  const document = readText('docs/supply-chain.md')
  const { sha256, stripped } = nodeBinaries
  for (const [name, sum] of [...Object.entries(sha256), ...Object.entries(stripped)])
    expect(document).toContain(`| \`${name}\` | \`${sum}\` |`)
})

it('supply chain: the installed Node package is one whose checksum is known', () => {
  const installed = readdirSync(fileURLToPath(new URL('../../node_modules', import.meta.url)))
  const bundled = installed.filter((name) => packageOfBinary(`/node_modules/${name}/bin/node`) !== undefined)
  expect(bundled.filter((name) => nodeBinaries.sha256[name] !== undefined)).not.toEqual([])
})

it.each(lockFiles)('supply chain: licences, install scripts and checksums of %s are agreed to', (file) => {
  expect(judgeLock(JSON.parse(readText(file))).problems).toEqual([])
})

it('supply chain: npm asks for the Node that the README asks for', () => {
  const [, asked] = /Node\.js (\d+) or newer to install it/.exec(readText('README.md'))!
  expect(JSON.parse(readText('package.json')).engines).toEqual({ node: `>=${asked}` })
  for (const workspace of ['sip', 'server', 'cabinet', 'element'])
    expect(JSON.parse(readText(`${workspace}/package.json`)).engines).toBeUndefined()
})

it('supply chain: npm runs no install script', () => {
  expect(readText('.npmrc').split('\n')).toContain('ignore-scripts=true')
})

it('supply chain: an unknown licence, an install script, a missing checksum or platform are reported', () => {
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/own': { link: true },
      'node_modules/a': {
        version: '1.0.0',
        license: 'GPL-3.0',
        integrity: 'sha512-x',
        optionalDependencies: { '@s/b': '2.0.0', '@s/c': '2.0.0' },
      },
      'node_modules/a/node_modules/@s/b': { version: '2.0.0', license: 'MIT', hasInstallScript: true },
    },
  }
  expect(judgeLock(lock)).toMatchObject({
    packages: 2,
    withScripts: ['@s/b 2.0.0'],
    problems: [
      '@s/c: node_modules/a may need it, and the lock file lacks it',
      'a 1.0.0: licence GPL-3.0 is not on the list',
      '@s/b 2.0.0: the lock file has no checksum',
      '@s/b 2.0.0: has an install script',
    ],
  })
})
