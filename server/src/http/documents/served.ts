import { readFileSync } from 'node:fs'
import { errorStatusOf, type Profile, unknownService } from '../../accounts/profile.ts'
import { methods } from '../methods/index.ts'
import { describeV2 } from '../v2/describe.ts'
import { v2Methods } from '../v2/methods.ts'
import { labelsIn } from './labels.ts'
import { renderLlms, renderLlmsFull, renderMarkdown, sectionsAsMarkdown } from './markdown.ts'
import { docsPolicy, renderPage } from './page.ts'
import { type Figures, type ProseGroup, proseIn } from './prose.ts'
import { once, pageHeaders, representationOf, type ServedDocument } from './representation.ts'
import type { Site } from './site.ts'
import { describeV1, type Variant } from './v1.ts'
import { referenceOf } from './walk-openapi.ts'

const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'
const markdown = 'text/markdown; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

/** The sign-in form, built by `npm run element`. */
const element = new URL('../../../assets/element/v1.js', import.meta.url)

/** Every document of the API. Each is drawn when it is first requested: all of them took most of a start's time. */
export function documentsOf(
  figures: Figures,
  site: Pick<Site, 'pages' | 'guides'> = { pages: () => [], guides: () => [] },
): readonly ServedDocument[] {
  // Every answer has the headers when both limits are on.
  const isLimited = figures.ratePerSecond > 0 && figures.serviceRatePerSecond > 0
  const strangerStatus = errorStatusOf(unknownService, figures)
  const prose = proseIn('en', figures)
  const texts = textsOf(prose)
  const describe = (variant: Omit<Variant, 'isLimited'>) =>
    describeV1(methods, { isLimited, ...variant }, texts, figures.publicUrl)
  const openapiOf = (profile: Profile) => ({
    mirror: once(() => asJson(describe({ profile, strangerStatus, errorStatus: 'mirror' }))),
    200: once(() => asJson(describe({ profile, strangerStatus, errorStatus: '200' }))),
  })
  const openapi = { standard: openapiOf('standard'), ucaller: openapiOf('ucaller') }
  const described = once(() => ({
    v1: describe({ profile: figures.profile, strangerStatus: 'mirror', errorStatus: 'mirror' }),
    v2: describeV2(v2Methods, figures.publicUrl),
  }))
  const english = once(() => referenceOf(described(), prose, figures, 'en'))
  const russian = once(() => referenceOf(described(), proseIn('ru', figures), figures, 'ru'))
  const fixed = (path: string, type: string, draw: () => string, headers: readonly string[] = []) => ({
    path,
    type,
    headers,
    content: once(() => representationOf(draw())),
  })
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
        return openapi[profile][one(asked.get('errors'), ['mirror', '200']) ?? usual]()
      },
    },
    {
      ...fixed('/openapi-v2.json', json, () => JSON.stringify(described().v2), descriptionHeaders),
      optionsHeaders: preflightHeaders,
    },
    fixed('/docs', html, () => renderPage(english()), pageHeaders(docsPolicy)),
    fixed('/docs/ru', html, () => renderPage(russian()), pageHeaders(docsPolicy)),
    fixed('/docs/en.json', json, () => JSON.stringify(english())),
    fixed('/docs/ru.json', json, () => JSON.stringify(russian())),
    fixed('/docs.md', markdown, () => renderMarkdown(english())),
    fixed('/docs/ru.md', markdown, () => renderMarkdown(russian())),
    fixed('/llms.txt', plain, () => renderLlms(english(), figures, site.pages())),
    fixed('/llms-full.txt', plain, () => renderLlmsFull(english(), figures, site.guides())),
    fixed('/element/v1.js', script, () => readFileSync(element, 'utf8'), elementHeaders),
  ]
}

const asJson = (document: object) => representationOf(JSON.stringify(document))

/** What OpenAPI has of the prose: the guide, and the chapter of the webhook. */
function textsOf(prose: readonly ProseGroup[]) {
  const sections = prose.map((group) => group.sections.filter((section) => typeof section !== 'string'))
  const labels = labelsIn((text) => text)
  const webhook = sections.flat().find(({ id }) => id === 'webhook')!
  return {
    description: `${prose[0]!.introduction}\n\n${sectionsAsMarkdown(sections[0]!, labels)}`,
    webhook: sectionsAsMarkdown([webhook], labels),
  }
}

/** `?profile=` and `?errors=` select the description for a service with these settings. */
const one = <T extends string>(asked: string | null, known: readonly T[]) =>
  known.find((name) => name === asked)

/** Browser tools read the descriptions; they contain no secret. */
const descriptionHeaders = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'ETag']
/** Pages of every site load it; an integrity hash needs CORS. */
const elementHeaders = [
  'Access-Control-Allow-Origin',
  '*',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
]
/** A conditional request from a page sends a CORS preflight first. */
const preflightHeaders = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Allow-Methods',
  'GET, HEAD',
  'Access-Control-Allow-Headers',
  'If-None-Match',
]
