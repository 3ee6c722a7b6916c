// `npm run release:all`: every file of a release, made of one build, into an empty folder release/.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../server/src/platform/version.ts'
import { buildImages } from './container/build.ts'
import { buildDebian } from './debian/build.ts'
import { architectures } from './node-binary.ts'
import { buildTarballs, releaseFolder, writeSums } from './npm/build.ts'

const repository = join(import.meta.dirname, '..')

/** Whoever downloads one file reads here which. */
const about: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^ringkey-[\d.]+\S*\.tgz$/, 'the service, for `npm install -g`'],
  [/\.deb$/, 'the service with its own Node, for Debian 12, Ubuntu 24.04 and newer'],
  [/\.image\.tar$/, 'the container image of one architecture, for `docker load`'],
  [/\.index\.tar$/, 'the image of all architectures, for a registry'],
  [/^compose\.yaml$/, 'one node with Docker Compose'],
  [/^ringkey-sip-/, 'the SIP stack alone'],
  [/^ringkey-element-/, 'the sign-in form for web pages'],
  [/^ringkey-client-/, 'the client for TypeScript'],
  [/\.image\.cdx\.json$/, 'bill of materials of an image (CycloneDX)'],
  [/\.cdx\.json$/, 'bill of materials of the service (CycloneDX)'],
]

/** Builds everything into the folder, which is emptied first; the names of its files. Tests save the minutes that xz takes. */
export async function buildRelease(folder = releaseFolder, isCompressed = true): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { ringkey } = await buildTarballs(folder)
  for (const architecture of architectures) {
    buildDebian({ architecture, tarball: ringkey, folder, isCompressed })
  }
  buildImages(ringkey, folder)
  cpSync(join(repository, 'compose.yaml'), join(folder, 'compose.yaml'))
  writeFileSync(join(folder, 'NOTES.md'), notes(folder))
  writeSums(folder)
  return readdirSync(folder).sort()
}

function notes(folder: string): string {
  const rows = readdirSync(folder)
    .sort()
    .map((name) => {
      const [, what] = about.find(([pattern]) => pattern.test(name))!
      return `| \`${name}\` | ${(statSync(join(folder, name)).size / 1e6).toFixed(1)} MB | ${what} |`
    })
  return `# Ringkey ${version}

How to install each file: \`docs/install.md\` in the packages, or \`/docs/install\` of a running service. Check the files first:
\`sha256sum -c SHA256SUMS\`. What may change between versions, and how to go back: \`docs/versions.md\`.

| file | size | what it is |
|---|---|---|
${rows.join('\n')}

## What is new
${changes()}`
}

/** The section of this version in CHANGELOG.md. Its links lead into the documents of the packages. */
function changes(): string {
  const [, ...sections] = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  const own = sections.find((section) => section.startsWith(version))
  if (own === undefined) throw new Error(`CHANGELOG.md has no section of ${version}`)
  return own.replace(/^.*\n/, '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}

if (import.meta.main) for (const name of await buildRelease()) process.stdout.write(`${name}\n`)
