import { filled } from '../../platform/filled.ts'
import { asset } from '../documents/prose.ts'
import { type ProblemCode, problems } from './catalogue.ts'

/** The page that the `type` of a problem links to, for every code. */
export function renderProblemPages(): ReadonlyMap<string, string> {
  return new Map((Object.keys(problems) as ProblemCode[]).map((code) => [`/docs/errors/${code}`, page(code)]))
}

/** For an unknown code. */
export function renderProblemList(): string {
  const items = Object.entries(problems).map(
    ([code, { title }]) =>
      `<li><a href="/docs/errors/${code}"><code>${code}</code></a> ${marked(title.en)}</li>`,
  )
  return framed('Errors of /v2', `<h1>Errors of /v2</h1>\n<ul>\n${items.join('\n')}\n</ul>`)
}

/** Of an address below /docs: a guide of the site, where the site was not built, or a wrong link. */
export function renderUnknownPage(isSiteBuilt: boolean): string {
  const where = isSiteBuilt
    ? 'The start page of the documentation lists what there is.'
    : 'Guides are pages here once <code>npm run build:docs</code> has made them; until then they are Markdown, listed in <code>/llms.txt</code>.'
  return framed('No such page', `<h1>No such page</h1>\n<p>${where}</p>`)
}

function page(code: ProblemCode): string {
  const { status, title, detail } = problems[code]
  return framed(
    code,
    `<h1><code>${code}</code></h1>
<p>HTTP ${status}</p>
<section><h2>${marked(title.en)}</h2><p>${marked(detail.en)}</p></section>
<section lang="ru"><h2>${marked(title.ru)}</h2><p>${marked(detail.ru)}</p></section>`,
  )
}

const framed = (title: string, content: string) => filled(asset('problem.html'), { title, content })

/** Our own texts: only the code in them is marked up. */
const marked = (text: string) => text.replace(/`([^`]+)`/g, '<code>$1</code>')

/** These pages have no script. */
export const problemPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
