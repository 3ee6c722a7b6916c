import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { loginChapter } from './documents/chapters.ts'
import type {
  Block,
  Documentation,
  EventChapter,
  FieldRow,
  MethodChapter,
  Program,
} from './documents/documentation.ts'
import { unknownAddress } from './guide.ts'

/** The API on one page. Its script and style are inline, so that it loads nothing else. */

const asset = (name: string) => readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8')
const script = asset('docs.js')
const style = asset('docs.css')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only this script and this style run, and requests go only to the same origin. */
export const docsPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Methods that place no real call and cost nothing when they are sent with a test number. */
const triable = new Set(['initCall', 'getInfo', 'getAccount', 'getService', 'getBalance'])
const languages = ['curl', 'TypeScript', 'Python', 'PHP', 'Go']

export function renderDocs(documentation: Documentation): string {
  const { language, texts, chapters, v2, methods, webhook, errors } = documentation
  const links = [
    ...chapters.map(({ id, title }) => [id, title] as const),
    ['try', texts.yourKey],
    ['verification', texts.verification],
    ...v2.methods.map(({ id }) => [id, id] as const),
    ['events', texts.events],
    ['problems', texts.problems],
    ...methods.map(({ id }) => [id, id] as const),
    ['webhook', texts.webhook],
    ['errors', texts.errors],
  ].map(([id, title]) => `<li><a href="#${id}">${escapeHtml(title!)}</a></li>`)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ringkey: ${escapeHtml(texts.title)}</title>
<style>${style}</style>
</head>
<body data-language="curl" data-unknown-address="${unknownAddress}">
<nav><strong>Ringkey</strong>
<p><label>${texts.search} <input type="search" id="search" autocomplete="off"></label></p>
<ul>${links.join('')}</ul>
<p>${texts.forPrograms}: ${machineLinks}</p>
<p><a href="${language === 'ru' ? '/docs' : '/docs/ru'}" lang="${language === 'ru' ? 'en' : 'ru'}">${texts.otherLanguage}</a></p></nav>
<main>
<h1>${texts.title}</h1>
<p>${prose(documentation.introduction)}</p>
<p id="nothing" hidden>${texts.nothingFound}</p>
${chapters
  .map(({ id, title, blocks }) => {
    const login = id === loginChapter ? `<h3>${texts.login}</h3>\n${renderPrograms(documentation.login)}` : ''
    return `<section id="${id}"><h2>${title}</h2>\n${renderBlocks(blocks)}${login}</section>`
  })
  .join('\n')}
<section id="try"><h2>${texts.yourKey}</h2>
<p>${texts.aboutTry}</p>
<p><label>${texts.secretKey} <input type="password" id="key" autocomplete="off" spellcheck="false"></label>
<label>${texts.serviceId} <input id="service" inputmode="numeric" autocomplete="off"></label></p></section>
<section id="verification"><h2>${texts.verification}</h2>
<p>${prose(texts.aboutVerification)}</p>
${renderFields(v2.verification, documentation)}</section>
${v2.methods.map((method) => renderMethod(method, documentation)).join('\n')}
<section id="events"><h2>${texts.events}</h2>
<p>${prose(texts.aboutEvents)}</p>
${v2.events.map((event) => renderEvent(event, documentation)).join('\n')}</section>
<section id="problems"><h2>${texts.problems}</h2>
<p>${prose(texts.aboutProblems)}</p>
${renderFields(v2.problem, documentation)}
<table><thead><tr><th>${texts.code}</th><th>HTTP</th><th>${texts.problem}</th></tr></thead><tbody>${v2.problems
    .map(
      ({ code, status, title, detail }) =>
        `<tr><td><code>${code}</code></td><td>${status}</td><td>${prose(title)}. ${prose(detail)}</td></tr>`,
    )
    .join('')}</tbody></table></section>
${methods.map((method) => renderMethod(method, documentation)).join('\n')}
<section id="webhook"><h2>${texts.webhook}</h2>
<p>${prose(webhook.about)}</p>
<h3>${texts.headers}</h3>
${renderFields(webhook.headers, documentation)}
<h3>${texts.body}</h3>
${renderFields(webhook.body, documentation)}
${webhook.chapters.map(({ title, blocks }) => `<h3>${title}</h3>\n${renderBlocks(blocks)}`).join('\n')}
</section>
<section id="errors"><h2>${texts.errors}</h2>
<p>${prose(texts.aboutErrors)}</p>
<table><thead><tr><th>${texts.code}</th><th>HTTP</th><th>${texts.text}</th></tr></thead><tbody>${errors
    .map(({ code, status, text }) => `<tr><td>${code}</td><td>${status}</td><td>${prose(text)}</td></tr>`)
    .join('')}</tbody></table></section>
</main>
<script>${script}</script>
</body>
</html>`
}

const machineLinks = ['openapi-v2.json', 'openapi.json', 'postman.json', 'docs.md', 'llms.txt']
  .map((name) => `<a href="/${name}">${name}</a>`)
  .join(', ')

function renderMethod(method: MethodChapter, documentation: Documentation): string {
  const { texts } = documentation
  const { id, verb, path, isAlsoGet, isDeprecated, summary, description, ownCodes } = method
  return `<section id="${id}">
<h2>${id}${isDeprecated ? ` <small>${texts.deprecated}</small>` : ''}</h2>
<p>${prose(`${summary} ${description}`.trim())}</p>
<pre>${verb} ${escapeHtml(path)}</pre>
${isAlsoGet ? `<p>${texts.alsoGet}</p>` : ''}
<h3>${texts.parameters}</h3>
${renderFields(method.parameters, documentation) || `<p>${texts.noParameters}</p>`}
<h3>${texts.answer}: HTTP ${method.status}</h3>
${method.isVerification ? `<p><a href="#verification">${texts.isVerification}</a>.</p>` : renderFields(method.answer, documentation)}
<h3>${texts.example}</h3>
${renderPrograms(method.requests)}
<h4>${texts.exampleAnswer}</h4>
<pre>${escapeHtml(method.exampleAnswer)}</pre>
${triable.has(id) ? renderTrial(method, documentation) : ''}
<h3>${texts.errorsOfMethod}</h3>
<p>${[...ownCodes.map((code) => `<a href="#${typeof code === 'number' ? 'errors' : 'problems'}">${code}</a>`), texts.everyMethod].join(', ')}.</p>
</section>`
}

function renderEvent({ type, summary, data, example }: EventChapter, documentation: Documentation): string {
  const { texts } = documentation
  return `<h3><code>${type}</code></h3>
<p>${prose(summary)}${data.length === 0 ? ` ${prose(texts.dataIsVerification)}` : ''}</p>
${renderFields(data, documentation)}
${data.length === 0 ? '' : `<pre>${escapeHtml(example)}</pre>`}`
}

/** One program in each language; the reader chooses one for the whole page. */
function renderPrograms(programs: readonly Program[]): string {
  const drawn = programs.map(
    ({ language, program }) =>
      `<pre data-language="${language.toLowerCase()}">${escapeHtml(program.trimEnd())}</pre>`,
  )
  return `<div class="languages">${languages
    .map((name) => `<button type="button" data-language="${name.toLowerCase()}">${name}</button>`)
    .join('')}</div>
${drawn.join('\n')}`
}

function renderTrial({ id, path, request }: MethodChapter, { texts }: Documentation): string {
  const fields = Object.entries(request)
    .filter(([name]) => name !== 'unique')
    .map(([name, value]) => {
      // Only test numbers can be chosen: this page never rings a real phone.
      if (name === 'phone')
        return `<label>phone <select name="phone"><option>79000000001</option><option>79000000002</option></select></label>`
      return `<label>${name} <input name="${name}" value="${escapeHtml(name === 'uid' ? '' : String(value))}"></label>`
    })
  return `<form data-path="${escapeHtml(path)}" data-method="${id}" data-needs-key="${escapeHtml(texts.needsKey)}" data-no-answer="${escapeHtml(texts.noAnswer)}">
<h4>${texts.yourKey}</h4>
<p>${fields.join(' ')} <button>${texts.send}</button></p>
<output></output></form>`
}

function renderBlocks(blocks: readonly Block[]): string {
  const drawn = blocks.map((block) => {
    if (typeof block === 'string') return `<p>${prose(block)}</p>`
    if ('code' in block) return `<pre>${escapeHtml(block.code)}</pre>`
    return `<ul>${block.map((item) => `<li>${prose(item)}</li>`).join('')}</ul>`
  })
  return drawn.join('\n')
}

function renderFields(rows: readonly FieldRow[], { texts }: Documentation): string {
  if (rows.length === 0) return ''
  const drawn = rows.map(
    ({ name, type, isRequired, meaning, place, values = [] }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(type)}</td><td>${[
        ...(place === undefined ? [] : [texts.places[place]]),
        ...(isRequired ? [] : [texts.optional]),
      ].join(', ')}</td><td>${prose(meaning)}${
        values.length === 0
          ? ''
          : `<ul>${values.map(({ value, meaning }) => `<li><code>${escapeHtml(value)}</code>: ${prose(meaning)}</li>`).join('')}</ul>`
      }</td></tr>`,
  )
  return `<table class="fields"><thead><tr><th>${texts.field}</th><th>${texts.type}</th><th></th><th>${texts.meaning}</th></tr></thead><tbody>${drawn.join('')}</tbody></table>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
