// `npm run docs:index` writes docs/README.md, the index of the guides, from the navigation.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { chapters, docs } from './navigation.ts'

export const indexFile = join(docs, 'README.md')

const titleOf = (page: string) => /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8'))![1]!

export function indexPage(): string {
  const parts = chapters.map(({ title, about, pages }) => {
    const links = pages.map((page) => `- [${titleOf(page)}](${posix.normalize(page)}.md)`)
    return `## ${title.en}\n\n${about.en}\n\n${links.join('\n')}\n`
  })
  return `# Documents\n\n${parts.join('\n')}`
}

if (import.meta.main) writeFileSync(indexFile, indexPage())
