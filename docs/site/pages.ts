// What the site is made of: the pages of docs/, and one for each section of the reference in both languages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { figuresOf } from '../../server/src/app/figures.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { guideOf, pathOf } from '../../server/src/http/documents/guides.ts'
import type { Reference } from '../../server/src/http/documents/reference.ts'
import { documentsOf } from '../../server/src/http/documents/served.ts'
import type { SitePage } from '../../server/src/http/documents/site.ts'
import { chapters, docs } from './navigation.ts'
import { referencePages, sidebarOf } from './reference-pages.ts'

export interface Page extends SitePage {
  /** For VitePress. */
  readonly source: string
  /** For terminals and language models. */
  readonly plain: string
}

interface Link {
  readonly text: string
  readonly link?: string
  readonly items?: readonly Link[]
}

const linkTo = (path: string) => `/${path.replace(/(^|\/)index$/, '$1')}`

/** All pages, and the side bars by the beginning of an address. */
export async function drawSite(): Promise<{
  readonly pages: readonly Page[]
  readonly sidebar: Readonly<Record<string, readonly Link[]>>
}> {
  const [english, russian] = [await referenceIn('en'), await referenceIn('ru')]
  const names = new Set(chapters.flatMap(({ pages }) => pages))
  const documents = [...names].map((name) => documentPage(name, names))
  const titles = new Map(documents.map(({ path, title }) => [path, title]))
  const guides = chapters.map(({ title, pages }) => ({
    text: title.en,
    items: pages.map(pathOf).map((path) => ({ text: titles.get(path)!, link: linkTo(path) })),
  }))
  return {
    pages: [
      startPage(english),
      startPage(russian),
      ...documents,
      ...[english, russian].flatMap(referencePages),
    ],
    sidebar: {
      '/': guides,
      '/reference/': sidebarOf(english),
      '/errors/': sidebarOf(english),
      '/ru/': sidebarOf(russian),
    },
  }
}

/** As the service serves it with no settings. */
async function referenceIn(language: 'en' | 'ru'): Promise<Reference> {
  const served = documentsOf(figuresOf(readSettings({}))).find(
    ({ path }) => path === `/docs/${language}.json`,
  )!
  return JSON.parse(String(await served.content('').body('identity')))
}

function documentPage(name: string, names: ReadonlySet<string>): Page {
  const { path, title, text } = guideOf(name, readFileSync(join(docs, `${name}.md`), 'utf8'), names)
  return { path, title, source: text, plain: text }
}

const startTexts = {
  en: {
    tagline: 'Confirms that a person holds a phone number, by a phone call. Self-hosted.',
    start: 'Start in five minutes',
    reference: 'API reference',
    about: 'Every method with parameters, request and answer beside each other, and errors.',
  },
  ru: {
    tagline: 'Подтверждает звонком, что человек владеет номером телефона. Работает на вашем сервере.',
    start: 'Руководства (на английском)',
    reference: 'Справочник API',
    about: 'Все методы: параметры, запрос рядом с ответом, ошибки.',
  },
}

/** Leads by person and task. The guides are in English alone. */
function startPage({ language, introduction }: Reference): Page {
  const texts = startTexts[language]
  const below = language === 'ru' ? '/ru/' : '/'
  const features = [
    { title: texts.reference, details: texts.about, link: `${below}reference/v2` },
    ...chapters.map(({ title, about, pages }) => ({
      title: title[language],
      details: about[language],
      link: linkTo(pathOf(pages[0]!)),
    })),
  ]
  const hero = {
    name: 'Ringkey',
    tagline: texts.tagline,
    actions: [
      { theme: 'brand', text: texts.start, link: '/start' },
      { theme: 'alt', text: texts.reference, link: `${below}reference/v2` },
    ],
  }
  const listed = features.map(
    ({ title, details, link }) => `- [${title}](/docs${link.replace(/\/$/, '/index')}.md): ${details}`,
  )
  return {
    path: `${below.slice(1)}index`,
    title: 'Ringkey',
    source: `---\n${JSON.stringify({ layout: 'home', title: 'Ringkey', hero, features })}\n---\n`,
    plain: `# Ringkey\n\n${introduction}\n\n${listed.join('\n')}\n`,
  }
}
