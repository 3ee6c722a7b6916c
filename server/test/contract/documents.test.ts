// The other documents of the API, which are generated from the source of /openapi.json.
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventTypes, testEvent } from '../../src/books/event-types.ts'
import { problems } from '../../src/http/v2/catalogue.ts'
import { v2Methods } from '../../src/http/v2/methods.ts'
import { startTestService, type TestService } from '../service.ts'
import { type Description, readDescription } from './description.ts'

let service: TestService
let description: Description
beforeAll(async () => {
  service = await startTestService()
  description = await readDescription(service)
})
afterAll(() => service.stop())

it('[D1-61] the example requests in /openapi.json work as they stand', async () => {
  for (const [path, { post }] of Object.entries(description.paths)) {
    const content = post!.requestBody?.content['application/json']
    const answer = await service.raw(path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.key}.${service.serviceId}`,
        'Content-Type': 'application/json',
      },
      ...(content === undefined ? {} : { body: JSON.stringify(content.example) }),
    })
    // There is no call with the id of the example, and repeats are off.
    const expected = { '/v1.0/getInfo': 404, '/v1.0/initRepeat': 405 }[path] ?? 200
    expect([path, answer.status]).toEqual([path, expected])
    const [example] = Object.values(post!.responses[expected]!.content['application/json']!.examples)
    expect(Object.keys(example!.value)).toEqual(expect.arrayContaining(Object.keys(answer.body)))
  }
})

it('[D1-62] llms.txt links pages that exist, and the Markdown documents describe every method, field and error of /v1.0', async () => {
  const { body: list, headers } = await service.raw('/llms.txt')
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  expect(list).toMatch(/^# Ringkey\n\n> /)
  const linked = [...list.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path]) => path as string)
  for (const path of linked) expect([path, (await service.raw(path)).status]).toEqual([path, 200])
  for (const path of ['/docs.md', '/docs/ru.md']) {
    const { body: text, headers } = await service.raw(path)
    expect(headers.get('content-type')).toMatch(/^text\/markdown/)
    for (const [method, { post }] of Object.entries(description.paths)) {
      expect(text).toContain(`\n## ${method.slice('/v1.0/'.length)}`)
      const { schema } = post!.responses[200]!.content['application/json']!
      for (const field of Object.keys(schema.properties!)) expect(text).toContain(`| \`${field}\` |`)
    }
    for (const code of description.components.schemas.ErrorCode!.enum!)
      expect(text).toContain(`\n| ${code} |`)
  }
})

it('[V2-253] every address that SKILL.md names is served before the site is built, and llms-full.txt has every guide', async () => {
  const { body: skill, headers } = await service.raw('/docs/SKILL.md')
  expect(headers.get('content-type')).toMatch(/^text\/markdown/)
  const named = [...skill.matchAll(/`(?:GET )?(\/(?:docs|llms|openapi)[^`]*)`/g)].map(
    ([, path]) => path as string,
  )
  expect(named).toEqual(expect.arrayContaining(['/llms-full.txt', '/docs/testing.md', '/docs/errors/CODE']))
  for (const path of named)
    expect([path, (await service.raw(path.replace('CODE', 'number_rests'))).status]).toEqual([path, 200])
  const { body: full } = await service.raw('/llms-full.txt')
  const guides = globSync('docs/**/*.md', { exclude: ['docs/{engineering,site}/**'] })
  expect(guides).toContain('docs/SKILL.md')
  for (const guide of guides) {
    const [heading] = /^# .+$/m.exec(readFileSync(guide, 'utf8'))!
    expect([guide, full.includes(`\n${heading}\n`)]).toEqual([guide, true])
    const path = `/${guide.replace('README', 'index')}`
    const { status, body } = await service.raw(path)
    expect([path, status, body.includes(heading)]).toEqual([path, 200, true])
    // A link leads to what is served, or it is none.
    const linked = [...body.matchAll(/\]\(([^)\s#:]+\.md)(?:#[^)\s]*)?\)/g)].map(([, to]) =>
      posix.join(posix.dirname(path), to as string),
    )
    const missing = linked.filter((to) => !guides.includes(to.slice(1).replace(/index\.md$/, 'README.md')))
    expect([path, missing]).toEqual([path, []])
  }
})

it('[V2-62] llms.txt and the documents describe /v2, in both languages', async () => {
  const { body: list } = await service.raw('/llms.txt')
  expect(list).toContain('(/openapi-v2.json)')
  for (const { verb, path } of v2Methods) expect(list).toContain(`- \`${verb} ${path}\`: `)
  for (const path of ['/docs', '/docs/ru']) {
    const { body: page } = await service.raw(path)
    expect(page).toContain('<section id="v2">')
    expect(page).toContain('href="/openapi-v2.json"')
  }
  for (const path of ['/docs.md', '/docs/ru.md'])
    expect((await service.raw(path)).body).toContain('POST /v2/verifications')
  const asked = await service.raw('/openapi-v2.json', { method: 'OPTIONS' })
  expect(asked.headers.get('access-control-allow-headers')).toBe('If-None-Match')
})

it('[V2-110] the documents describe every method, error and event of /v2, in both languages and in every form', async () => {
  for (const path of ['/docs', '/docs/ru']) {
    const { body: page } = await service.raw(path)
    const { body: text } = await service.raw(`${path}.md`)
    const { body: json } = await service.raw(path === '/docs' ? '/docs/en.json' : '/docs/ru.json')
    const ids = json.groups[1].sections.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining(v2Methods.map(({ name }) => name)))
    for (const { name, input } of v2Methods) {
      expect(page).toContain(`<section id="${name}">`)
      expect(text).toContain(`\n## ${name}\n`)
      const { properties } = input as unknown as { readonly properties: object }
      for (const member of Object.keys(properties)) expect(text).toContain(`| \`${member}\` |`)
    }
    for (const code of Object.keys(problems)) expect(text).toContain(`\n| \`${code}\` |`)
    for (const type of [...eventTypes, testEvent]) expect(text).toContain(`\n### ${type}\n`)
  }
})

it('[V2-87] /docs shows /v2 first, with a login in four languages, and /v1.0 as the compatible API', async () => {
  for (const [path, compatible] of [
    ['/docs', 'The compatible API: /v1.0'],
    ['/docs/ru', 'Совместимый API: /v1.0'],
  ]) {
    const { body: page } = await service.raw(path!)
    expect([...page.matchAll(/<section id="(\w+)">/g)].slice(0, 3).map(([, id]) => id)).toEqual([
      'v2',
      'authentication',
      'v1',
    ])
    expect(page).toContain(`<h2>${compatible}</h2>`)
    const { body: text } = await service.raw(`${path}.md`)
    for (const { path: method } of v2Methods) expect(text).toContain(method)
    for (const language of ['typescript', 'python', 'php', 'go'])
      expect(text).toContain(`\n\`\`\`${language}\n`)
  }
})

it('[D1-63] /docs/ru is in Russian, with every method and nothing left in English', async () => {
  const { body: page } = await service.raw('/docs/ru')
  expect(page).toContain('<html lang="ru">')
  for (const path of Object.keys(description.paths))
    expect(page).toContain(`<section id="${path.slice('/v1.0/'.length)}">`)
  const prose = [...page.matchAll(/<(?:p|li|h\d|td)>(.*?)<\/(?:p|li|h\d|td)>/g)].map(([, inner]) =>
    (inner as string).replace(/<(code|a|button|label|select)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ''),
  )
  // Three English words in a row are an untranslated sentence.
  expect(prose.filter((text) => /\b[a-z]+ [a-z]+ [a-z]+\b/.test(text))).toEqual([])
})

it('[D1-85] amounts in the examples of the documents have at least two decimals, as the service answers them', async () => {
  const paths = ['/openapi.json', '/openapi.json?profile=ucaller']
  for (const path of [...paths, '/docs', '/docs/ru', '/docs.md', '/docs/ru.md']) {
    const text = (await (await fetch(`${service.baseUrl}${path}`)).text()).replaceAll('&#34;', '"')
    const amounts = [...text.matchAll(/"(?:cost|balance|rub_balance)\\?": ?([0-9.]+)/g)].map(
      ([, amount]) => amount,
    )
    expect([path, amounts.length > 3]).toEqual([path, true])
    expect([path, amounts.filter((amount) => !/^\d+\.\d{2,4}$/.test(amount!))]).toEqual([path, []])
  }
})
