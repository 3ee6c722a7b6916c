import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readText, sourceFiles } from './source-tree.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const decisions = readdirSync(join(root, 'docs/engineering/decisions')).map(
  (name) => `docs/engineering/decisions/${name}`,
)
const maxArchitectureLines = 150

/** Folders and files between backticks, such as `books/` and `http/errors.ts`. */
const namedPath = /`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:tsx?|md))?)`/g

it.each([
  'ARCHITECTURE.md',
  'SECURITY.md',
  'docs/security/threats.md',
  'docs/glossary.md',
  'docs/engineering/map.md',
  'test/attack/README.md',
  ...decisions,
])('%s: names only files and folders that exist', (document) => {
  const paths = [...readText(document).matchAll(namedPath)].map(([, path]) => path!)
  const exists = (path: string) => ['', 'server/src/'].some((start) => existsSync(join(root, start, path)))
  expect(paths.filter((path) => !exists(path))).toEqual([])
})

it('ARCHITECTURE.md: is short enough to be read at once', () => {
  expect(readText('ARCHITECTURE.md').split('\n').length - 1).toBeLessThanOrEqual(maxArchitectureLines)
})

it('docs/engineering/decisions/README.md: has every page of decisions', () => {
  const index = readText('docs/engineering/decisions/README.md')
  const pages = decisions
    .map((path) => path.slice('docs/engineering/decisions/'.length))
    .filter((name) => name !== 'README.md')
  expect(pages.filter((name) => !index.includes(`](${name}`))).toEqual([])
})

it('documents and texts: nobody is told to run npx ringkey, which would ask the public registry for that name', () => {
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  const documents = [...readdirSync(root), ...below('docs'), ...below('deploy'), 'sip/README.md'].filter(
    (path) => path.endsWith('.md') && !path.startsWith('docs/site/'),
  )
  const texts = sourceFiles().filter(({ path }) => /^(server|cabinet)\/src\//.test(path))
  const all = [...documents.map((path) => ({ path, text: readText(path) })), ...texts]
  expect(all.filter(({ text }) => text.includes('npx ringkey')).map(({ path }) => path)).toEqual([])
})
