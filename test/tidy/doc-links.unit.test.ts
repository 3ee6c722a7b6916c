// Links between the documents: each leads to a file of the repository, and to a heading that it has.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { anchorOf } from '../../docs/site/anchor.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['docs/**', 'clients/*', 'sip', 'deploy/**', 'test/**']
const documents = globSync(['*.md', ...folders.map((folder) => `${folder}/*.md`)], {
  cwd: root,
  exclude: ['**/node_modules', 'docs/site'],
})

function anchorsOf(text: string): Set<string> {
  const headings = withoutCode(text).matchAll(/^#+ (.+)$/gm)
  return new Set(headings.map(([, heading]) => anchorOf(heading!)))
}

const withoutCode = (text: string) => text.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '')

it('documents: every link between them leads to a file and a heading that exist', () => {
  const broken = documents.flatMap((document) => {
    const text = withoutCode(readFileSync(join(root, document), 'utf8'))
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g)]
    return links
      .filter(([, path, anchor]) => {
        const target = path === '' ? join(root, document) : join(root, dirname(document), path!)
        if (!existsSync(target)) return true
        if (anchor === undefined || !target.endsWith('.md')) return false
        return !anchorsOf(readFileSync(target, 'utf8')).has(anchor)
      })
      .map(([link]) => `${relative('.', document)}: ${link}`)
  })
  expect(broken).toEqual([])
})
