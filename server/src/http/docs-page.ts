import { Failure, statuses } from './errors.ts'
import {
  type Block,
  chaptersOf,
  chaptersOfWebhook,
  type Figures,
  introduction,
  whenWebhook,
} from './guide.ts'

/** The interface on one page, drawn from its OpenAPI description and the guide. No scripts, no outside resources. */

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
}
interface Operation {
  readonly summary?: string
  readonly parameters?: readonly { name: string; description: string; required: boolean; schema: Schema }[]
  readonly deprecated?: boolean
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses?: Readonly<
    Record<string, { description?: string; content?: Readonly<Record<string, { schema: Schema }>> }>
  >
}

export function renderDocs(document: object, figures: Figures): string {
  const { info, paths, webhooks } = document as {
    info: { title: string; version: string }
    paths: Record<string, { post?: Operation }>
    webhooks: { inboundCall: { post: Operation } }
  }
  const chapters = chaptersOf(figures)
  const operations = Object.entries(paths).flatMap(([path, { post }]) =>
    post ? [[path, post] as const] : [],
  )
  const links = [
    ...chapters.map(({ id, title }) => [id, title]),
    ...operations.map(([path]) => [nameOf(path), nameOf(path)]),
    ['webhook', 'Web-hook'],
    ['errors', 'Errors'],
  ].map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} ${escapeHtml(info.version)}</title>
<style>${style}</style>
<nav><strong>${escapeHtml(info.title)}</strong> ${escapeHtml(info.version)}<ul>${links.join('')}</ul>
<a href="openapi.json">openapi.json</a></nav>
<main>
<h1>HTTP interface</h1>
<p>${prose(introduction)}</p>
<h2>Authentication</h2>
<p>The secret key and the id of a service go in the header (any request), in the JSON body (POST) or in the query (GET alone):</p>
<pre>curl -H 'Authorization: Bearer SECRET_KEY.SERVICE_ID' 'BASE_URL/v1.0/getBalance'
curl -H 'Content-Type: application/json' -d '{"key":"SECRET_KEY","service_id":1,"phone":"79000000001"}' BASE_URL/v1.0/initCall
curl 'BASE_URL/v1.0/getBalance?key=SECRET_KEY&amp;service_id=1'</pre>
${chapters.map(({ id, title, blocks }) => `<section id="${id}"><h2>${title}</h2>\n${renderBlocks(blocks)}</section>`).join('\n')}
${operations.map(([path, operation]) => renderOperation(path, operation)).join('\n')}
${renderWebhook(webhooks.inboundCall.post)}
${renderErrors()}
</main>
</html>`
}

function renderOperation(path: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const answer = operation.responses?.['200']?.content?.['application/json']?.schema
  return `<section id="${nameOf(path)}">
<h2>${nameOf(path)}${operation.deprecated ? ' <small>deprecated</small>' : ''}</h2>
<p>${prose(operation.summary ?? '')}</p>
<pre>GET, POST ${escapeHtml(path)}</pre>
<h3>Parameters</h3>
${renderFields(body, (name) => name === 'key' || name === 'service_id') || '<p>None besides authentication.</p>'}
<h3>Answer</h3>
${renderFields(answer, () => false)}
</section>`
}

function renderWebhook({ parameters = [], requestBody }: Operation): string {
  const headers = {
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [name, { ...schema, description }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
  return `<section id="webhook"><h2>Web-hook</h2>
<p>${prose(whenWebhook)}</p>
<h3>Headers</h3>
${renderFields(headers, () => false)}
<h3>Body, in JSON</h3>
${renderFields(requestBody?.content['application/json']?.schema, () => false)}
${chaptersOfWebhook.map(({ title, blocks }) => `<h3>${title}</h3>\n${renderBlocks(blocks)}`).join('\n')}
</section>`
}

function renderBlocks(blocks: readonly Block[]): string {
  const drawn = blocks.map((block) => {
    if (typeof block === 'string') return `<p>${prose(block)}</p>`
    if ('code' in block) return `<pre>${escapeHtml(block.code)}</pre>`
    return `<ul>${block.map((item) => `<li>${prose(item)}</li>`).join('')}</ul>`
  })
  return drawn.join('\n')
}

function renderFields(schema: Schema | undefined, isHidden: (name: string) => boolean): string {
  const rows = Object.entries(schema?.properties ?? {})
    .filter(([name]) => !isHidden(name))
    .flatMap(([name, field]) => fieldRows(name, field, schema?.required?.includes(name) ?? false))
  if (rows.length === 0) return ''
  return `<table class="fields"><thead><tr><th>field</th><th>type</th><th></th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function fieldRows(name: string, field: Schema, isRequired: boolean): string[] {
  const row = `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeOf(field))}</td><td>${
    isRequired ? '' : 'optional'
  }</td><td>${prose(field.description ?? '')}</td></tr>`
  const inner = Object.entries(field.items?.properties ?? {})
  return [row, ...inner.flatMap(([child, childField]) => fieldRows(`${name}[].${child}`, childField, true))]
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.enum) return schema.enum.join(', ')
  if (schema.const !== undefined) return String(schema.const)
  return schema.type === 'array' ? 'array' : (schema.type ?? '')
}

function renderErrors(): string {
  const words = { parameter: 'phone', expected: { en: '…', ru: '…' }, requestId: '…', seconds: 15 }
  const rows = statuses.map(({ code, status, when }) => {
    const text = when === '' ? escapeHtml(new Failure(code, words).body('en').error) : `When ${prose(when)}.`
    return `<tr><td>${code}</td><td>${status}</td><td>${text}</td></tr>`
  })
  return `<section id="errors"><h2>Errors</h2>
<p>An error is <code>{"status": false, "error": "…", "code": N}</code>. The text names the parameter and what is expected;
<code>Accept-Language: ru</code> gets it in Russian. A service can be switched to HTTP 200 for every error.</p>
<table><thead><tr><th>code</th><th>HTTP</th><th>text</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

const nameOf = (path: string) => escapeHtml(path.split('/').at(-1) ?? path)

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 14rem minmax(0, 60rem); }
nav { position: sticky; top: 0; height: 100vh; box-sizing: border-box; padding: 1.5rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; padding: 0; } nav li { margin: .35rem 0; }
main { padding: 1rem 2rem 4rem; } section { margin-top: 2.5rem; }
a { color: inherit; } small { opacity: .6; font-weight: normal; }
pre { background: var(--soft); padding: .75rem 1rem; white-space: pre-wrap; border-radius: 6px; }
pre, code { overflow-wrap: anywhere; }
code { background: var(--soft); padding: 0 .25em; border-radius: 3px; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
@media (min-width: 769px) { td:first-child { white-space: nowrap; } }
@media (max-width: 768px) { body { display: block; } nav { position: static; height: auto; border: 0; } main { padding: 1rem; }
  .fields thead { display: none; } .fields tr { display: block; padding: .35rem 0; border-bottom: 1px solid var(--line); }
  .fields td { display: inline; border: 0; padding: 0 .6rem 0 0; } .fields td:last-child { display: block; } }
`
