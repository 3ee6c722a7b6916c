import { createHash } from 'node:crypto'
import { filled } from '../../platform/filled.ts'
import type { Labels } from './labels.ts'
import { asset, unknownAddress } from './prose.ts'
import type { Block, FieldRow, Program, Reference, Section } from './reference.ts'

/** The reference on one page. Its script and style are inline, so that it loads nothing else. */

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

const machineLinks = ['openapi-v2.json', 'openapi.json', 'docs.md', 'llms.txt']
  .map((name) => `<a href="/${name}">${name}</a>`)
  .join(', ')

export function renderPage({ language, labels, title, introduction, groups }: Reference): string {
  const sections = groups.flatMap((group) => group.sections)
  const links = sections.map(
    (section) => `<li><a href="#${section.id}">${escapeHtml(section.title)}</a></li>`,
  )
  const other = language === 'ru' ? 'en' : 'ru'
  return filled(asset('docs.html').trimEnd(), {
    ...labels,
    language,
    title: escapeHtml(title),
    heading: title,
    introduction: prose(introduction),
    links: links.join(''),
    sections: sections.map((section) => renderSection(section, labels)).join('\n'),
    machineLinks,
    unknownAddress,
    other,
    otherPage: other === 'en' ? '/docs' : '/docs/ru',
    script,
    style,
  })
}

function renderSection({ id, title, blocks }: Section, labels: Labels): string {
  const drawn = blocks.map((block) => renderBlock(block, labels))
  return `<section id="${id}"><h2>${title}</h2>\n${drawn.join('\n')}</section>`
}

function renderBlock(block: Block, labels: Labels): string {
  switch (block.kind) {
    case 'text':
      return `<p>${prose(block.text)}</p>`
    case 'heading':
      return `<h3>${prose(block.title)}</h3>`
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${prose(item)}</li>`).join('')}</ul>`
    case 'code':
      return `<pre>${escapeHtml(block.code)}</pre>`
    case 'operation':
      return `<p><code>${block.verb} ${escapeHtml(block.path)}</code> ${block.note}</p>`
    case 'fields':
      return table('fields', [labels.field, labels.type, '', labels.meaning], block.rows.map(fieldCells))
    case 'codes':
      return table(
        'codes',
        [labels.code, 'HTTP', labels.text],
        block.rows.map(({ id, code, status, text }) => [
          `<span${id === undefined ? '' : ` id="${id}"`}>${typeof code === 'number' ? code : `<code>${code}</code>`}</span>`,
          String(status),
          prose(text),
        ]),
      )
    case 'programs':
      return renderPrograms(block.programs)
    case 'key':
      return `<p><label>${labels.secretKey} <input type="password" id="key" autocomplete="off" spellcheck="false"></label>
<label>${labels.serviceId} <input id="service" inputmode="numeric" autocomplete="off"></label></p>`
    case 'trial':
      return renderTrial(block, labels)
  }
}

function fieldCells({ name, type, note, meaning, values }: FieldRow): readonly string[] {
  const listed = values.map(
    ({ value, meaning }) => `<li><code>${escapeHtml(value)}</code>: ${prose(meaning)}</li>`,
  )
  return [
    `<code>${escapeHtml(name)}</code>`,
    escapeHtml(type),
    note,
    `${prose(meaning)}${listed.length === 0 ? '' : `<ul>${listed.join('')}</ul>`}`,
  ]
}

function table(name: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  return `<table class="${name}"><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`
}

/** One program in each language; the reader chooses one for the whole page. */
function renderPrograms(programs: readonly Program[]): string {
  const button = ({ language }: Program) =>
    `<button type="button" data-language="${language.toLowerCase()}">${language}</button>`
  const drawn = programs.map(
    ({ language, program }) =>
      `<pre data-language="${language.toLowerCase()}">${escapeHtml(program.trimEnd())}</pre>`,
  )
  return `<div class="languages">${programs.map(button).join('')}</div>\n${drawn.join('\n')}`
}

function renderTrial({ method, path, request }: Extract<Block, { kind: 'trial' }>, labels: Labels): string {
  const fields = Object.entries(request)
    .filter(([name]) => name !== 'unique')
    .map(([name, value]) => {
      // Only test numbers can be chosen: this page never rings a real phone.
      if (name === 'phone')
        return `<label>phone <select name="phone"><option>79000000001</option><option>79000000002</option></select></label>`
      return `<label>${name} <input name="${name}" value="${escapeHtml(name === 'uid' ? '' : String(value))}"></label>`
    })
  return `<form data-path="${escapeHtml(path)}" data-method="${method}" data-needs-key="${escapeHtml(labels.needsKey)}" data-no-answer="${escapeHtml(labels.noAnswer)}">
<h4>${labels.tryIt}</h4>
<p>${fields.join(' ')} <button>${labels.send}</button></p>
<output></output></form>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Code in backticks, and links to places of this page. */
function prose(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\((#[\w-]+)\)/g, '<a href="$2">$1</a>')
}
