import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { once } from './representation.ts'

/** A document of docs/ as Markdown; its path is below /docs/. */
export interface Guide {
  readonly path: string
  readonly title: string
  readonly text: string
}

/** `README` is the index of its folder. */
export const pathOf = (name: string) => name.replace(/^\.\.\//, '').replace(/(^|\/)README$/, '$1index')

/** A document as it is served: what is not served is named and not linked to. */
export function guideOf(name: string, text: string, names: ReadonlySet<string>): Guide {
  const linked = text.replace(/\[([^\]]*)\]\(([^)\s#:]+)(#[^)\s]*)?\)/g, (_, words, file, anchor = '') => {
    const target = posix.join(posix.dirname(name), file).replace(/\.md$/, '')
    if (!names.has(target)) return words
    return `[${words}](${posix.relative(posix.dirname(pathOf(name)), `${pathOf(target)}.md`)}${anchor})`
  })
  const title = /^# (.+)$/m.exec(text)![1]!.replaceAll('`', '')
  return { path: pathOf(name), title, text: linked }
}

/** docs/, which lies beside the code in a clone and in a release. What is there for developers is not for users. */
const folder = fileURLToPath(new URL('../../../../docs', import.meta.url))

/** Without `.md`. */
export const guideNames: () => readonly string[] = once(() =>
  globSync('**/*.md', { cwd: folder, exclude: ['engineering/**', 'site/**'] })
    .map((name) => name.replace(/\.md$/, ''))
    .toSorted(),
)

export const readGuide = (name: string): Guide =>
  guideOf(name, readFileSync(join(folder, `${name}.md`), 'utf8'), new Set(guideNames()))
