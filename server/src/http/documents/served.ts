import { errorStatusOf, nobody, type Profile } from '../../accounts/profile.ts'
import type { Method } from '../context.ts'
import { docsPolicy, renderDocs } from '../docs-page.ts'
import type { Figures } from '../guide.ts'
import { describeInterface } from '../openapi.ts'
import { describeV2 } from '../v2/describe.ts'
import { v2Methods } from '../v2/methods.ts'
import { documentationOf } from './chapters.ts'
import { renderLlms, renderMarkdown } from './markdown.ts'
import type { Section } from './operation.ts'
import { postmanCollection } from './postman.ts'
import { pageHeaders, representationOf, type ServedDocument } from './representation.ts'
import { sectionOfV1, type Variant } from './v1.ts'

const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'
const markdown = 'text/markdown; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

/** Every document of the API; each is created once. */
export function documentsOf(methods: readonly Method[], figures: Figures): readonly ServedDocument[] {
  const isLimited = figures.ratePerSecond > 0
  const strangerStatus = errorStatusOf(nobody, figures)
  const describe = (profile: Profile, errorStatus: Variant['errorStatus']) => {
    const sections = sectionsOf(methods, { isLimited, errorStatus, strangerStatus, profile })
    return representationOf(JSON.stringify(describeInterface(sections, figures)))
  }
  const openapi = {
    standard: { mirror: describe('standard', 'mirror'), 200: describe('standard', '200') },
    ucaller: { mirror: describe('ucaller', 'mirror'), 200: describe('ucaller', '200') },
  }
  const sections = sectionsOf(methods, {
    isLimited,
    errorStatus: 'mirror',
    strangerStatus: 'mirror',
    profile: figures.profile,
  })
  const english = documentationOf(sections, figures, 'en')
  const russian = documentationOf(sections, figures, 'ru')
  const fixed = (path: string, type: string, text: string, headers: readonly string[] = []) => {
    const representation = representationOf(text)
    return { path, type, headers, content: () => representation }
  }
  return [
    {
      path: '/openapi.json',
      type: json,
      headers: descriptionHeaders,
      optionsHeaders: preflightHeaders,
      content: (query) => {
        const asked = new URLSearchParams(query)
        const profile = one(asked.get('profile'), ['standard', 'ucaller']) ?? figures.profile
        const usual = errorStatusOf({ profile, errorStatus: null }, figures)
        return openapi[profile][one(asked.get('errors'), ['mirror', '200']) ?? usual]
      },
    },
    {
      ...fixed(
        '/openapi-v2.json',
        json,
        JSON.stringify(describeV2(v2Methods, figures.publicUrl)),
        descriptionHeaders,
      ),
      optionsHeaders: preflightHeaders,
    },
    fixed('/postman.json', json, JSON.stringify(postmanCollection(sections, figures, english.introduction))),
    fixed('/docs', html, renderDocs(english), pageHeaders(docsPolicy)),
    fixed('/docs/ru', html, renderDocs(russian), pageHeaders(docsPolicy)),
    fixed('/docs/en.json', json, JSON.stringify(english)),
    fixed('/docs/ru.json', json, JSON.stringify(russian)),
    fixed('/docs.md', markdown, renderMarkdown(english)),
    fixed('/docs/ru.md', markdown, renderMarkdown(russian)),
    fixed('/llms.txt', plain, renderLlms(english, v2Methods, figures)),
  ]
}

/** The versions of the API, in the order of the documents. */
function sectionsOf(methods: readonly Method[], variant: Variant): readonly Section[] {
  return [sectionOfV1(methods, variant)]
}

/** `?profile=` and `?errors=` select the description for a service with these settings. */
const one = <T extends string>(asked: string | null, known: readonly T[]) =>
  known.find((name) => name === asked)

/** Browser tools read the descriptions; they contain no secret. */
const descriptionHeaders = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'ETag']
/** A conditional request from a page sends a CORS preflight first. */
const preflightHeaders = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Allow-Methods',
  'GET, HEAD',
  'Access-Control-Allow-Headers',
  'If-None-Match',
]
