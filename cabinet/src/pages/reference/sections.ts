import type { Documentation, MethodChapter, NamedChapter } from '@ringkey/server/documentation'

/** A part of the reference that can be linked to and searched. */
export interface ReferenceSection {
  readonly id: string
  readonly title: string
  readonly group: 'guide' | 'v2' | 'v1'
  readonly content:
    | { readonly kind: 'chapter'; readonly chapter: NamedChapter }
    | { readonly kind: 'method'; readonly method: MethodChapter }
    | { readonly kind: 'verification' | 'events' | 'problems' | 'webhook' | 'errors' }
  /** All its words, in small letters. */
  readonly words: string
}

/** Where a code of an error is explained: a number is of `/v1.0`. */
export const anchorOf = (code: number | string) => `code-${code}`

/** In the order of the page: the guide, then `/v2`, then `/v1.0`. */
export function sectionsOf(documentation: Documentation): readonly ReferenceSection[] {
  const { texts, chapters, v2, methods, webhook, errors } = documentation
  const section = (
    group: ReferenceSection['group'],
    id: string,
    title: string,
    content: ReferenceSection['content'],
    source: unknown,
  ): ReferenceSection => ({
    id,
    title,
    group,
    content,
    words: `${title} ${JSON.stringify(source)}`.toLowerCase(),
  })
  const part = (
    group: ReferenceSection['group'],
    kind: 'verification' | 'events' | 'problems' | 'webhook' | 'errors',
    source: unknown,
  ) => section(group, kind, texts[kind], { kind }, source)
  const methodOf = (group: ReferenceSection['group']) => (method: MethodChapter) => {
    // The programs of a method have the same words as its example, and many that nobody searches for.
    const { requests: _, ...searched } = method
    return section(group, method.id, method.id, { kind: 'method', method }, searched)
  }
  return [
    ...chapters.map((chapter) =>
      section('guide', chapter.id, chapter.title, { kind: 'chapter', chapter }, chapter),
    ),
    ...v2.methods.map(methodOf('v2')),
    part('v2', 'verification', v2.verification),
    part('v2', 'events', v2.events),
    part('v2', 'problems', v2.problems),
    ...methods.map(methodOf('v1')),
    part('v1', 'webhook', webhook),
    part('v1', 'errors', errors),
  ]
}

/** The sections that have every word. */
export function foundIn(sections: readonly ReferenceSection[], sought: string): readonly ReferenceSection[] {
  const words = sought.toLowerCase().split(/\s+/)
  return sections.filter((section) => words.every((word) => section.words.includes(word)))
}
