import type { Method } from '../context.ts'
import { docsPolicy, renderDocs } from '../docs-page.ts'
import type { Figures } from '../guide.ts'
import { describeInterface } from '../openapi.ts'
import { documentationOf } from './chapters.ts'
import { renderLlms, renderMarkdown } from './markdown.ts'
import type { Section } from './operation.ts'
import { postmanCollection } from './postman.ts'
import { sectionOfV1, type Variant } from './v1.ts'

/** A document that is served without credentials. */
export interface ServedDocument {
  readonly path: string
  readonly type: string
  /** Headers of this document alone, as a flat list. */
  readonly headers: readonly string[]
  /** By the query of the request. */
  readonly content: (query: string) => string
}

const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'
const markdown = 'text/markdown; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

/** Every document of the interface; they are made once. */
export function documentsOf(methods: readonly Method[], figures: Figures): readonly ServedDocument[] {
  const isLimited = figures.ratePerSecond > 0
  const describe = (errorStatus: Variant['errorStatus']) =>
    JSON.stringify(describeInterface(sectionsOf(methods, { isLimited, errorStatus }), figures))
  const openapi = { mirror: describe('mirror'), 200: describe('200') }
  const sections = sectionsOf(methods, { isLimited, errorStatus: 'mirror' })
  const english = documentationOf(sections, figures, 'en')
  const russian = documentationOf(sections, figures, 'ru')
  const fixed = (path: string, type: string, content: string, headers: readonly string[] = []) => ({
    path,
    type,
    headers,
    content: () => content,
  })
  return [
    {
      path: '/openapi.json',
      type: json,
      headers: [],
      content: (query) => openapi[askedErrorStatus(query) ?? figures.errorStatus],
    },
    fixed(
      '/postman.json',
      json,
      JSON.stringify(postmanCollection(sections, figures, english.guide.introduction)),
    ),
    fixed('/docs', html, renderDocs(english), pageHeaders),
    fixed('/docs/ru', html, renderDocs(russian), pageHeaders),
    fixed('/docs.md', markdown, renderMarkdown(english)),
    fixed('/docs/ru.md', markdown, renderMarkdown(russian)),
    fixed('/llms.txt', plain, renderLlms(english, figures)),
  ]
}

/** The versions of the interface, in the order of the documents. */
function sectionsOf(methods: readonly Method[], variant: Variant): readonly Section[] {
  return [sectionOfV1(methods, variant)]
}

/** `?errors=200` is the description for a service that is switched to HTTP 200, `?errors=mirror` the other one. */
function askedErrorStatus(query: string): Variant['errorStatus'] | undefined {
  const asked = new URLSearchParams(query).get('errors')
  return asked === '200' || asked === 'mirror' ? asked : undefined
}

const pageHeaders = [
  'Content-Security-Policy',
  docsPolicy,
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'X-Frame-Options',
  'DENY',
]
