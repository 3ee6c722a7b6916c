import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { nodeBinaries, packageOfBinary } from '../../server/src/platform/node-binaries.ts'
import { judgeLock, lockFiles } from '../setup/supply-chain.ts'
import { readText } from './source-tree.ts'

const [, askedNode = ''] = /Node\.js ([\d.]+) or newer to install it/.exec(readText('README.md'))!

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
  expect(JSON.parse(readText('package.json')).engines).toEqual({ node: `>=${askedNode}` })
  for (const file of ['docs/start.md', 'docs/demo.md'])
    expect(readText(file)).toContain(`Node ${askedNode} or newer`)
  for (const file of ['docs/install.md', 'deploy/npm/README.md'])
    expect(readText(file)).toContain(`(${askedNode} at least)`)
  for (const workspace of ['sip', 'server', 'cabinet', 'element'])
    expect(JSON.parse(readText(`${workspace}/package.json`)).engines).toBeUndefined()
})

it('supply chain: no package asks for a newer Node than the README, of which npm would warn', () => {
  const { packages } = JSON.parse(readText('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string } }>
  }
  const warned = Object.entries(packages).filter(
    ([, { engines }]) => !admits(engines?.node ?? '*', askedNode),
  )
  expect(warned.map(([path]) => path)).toEqual([])
  expect(admits('^22.12.0 || ^24.0.0 || >=26.0.0', '20.20.2')).toBe(false)
})

/** Whether a range of npm's contains the version, for the forms that packages use for Node. */
function admits(range: string, version: string): boolean {
  const numbersOf = (text: string) =>
    [...`${text}.0.0`.matchAll(/\d+|x/g)].map(([number]) => Number(number) || 0)
  const [major, minor, patch] = numbersOf(version)
  return range
    .replaceAll(/>=\s+/g, '>=')
    .split('||')
    .some((alternative) =>
      alternative
        .trim()
        .split(/\s+/)
        .every((part) => {
          if (part === '*') return true
          const [, sign, least] = /^(>=|\^|)(\d[\d.x]*)$/.exec(part) ?? []
          if (least === undefined) throw new Error(`"${part}" is a form that this test does not know`)
          const [leastMajor, leastMinor, leastPatch] = numbersOf(least)
          if (sign !== '>=' && major !== leastMajor) return false
          return (
            sign === '' ||
            ([major! - leastMajor!, minor! - leastMinor!, patch! - leastPatch!].find(Boolean) ?? 0) >= 0
          )
        }),
    )
}

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
