import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { methods } from '../../server/src/http/methods/index.ts'
import { problems } from '../../server/src/http/v2/catalogue.ts'
import { v2Methods } from '../../server/src/http/v2/methods.ts'
import { anchorOf } from './anchor.ts'
import { indexFile, indexPage } from './index-page.ts'
import { chapters, docs } from './navigation.ts'
import { drawSite } from './pages.ts'

const { pages, sidebar } = await drawSite()
const pageAt = (path: string) => pages.find((page) => page.path === path)!
const withoutCode = (text: string) => text.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '')

it('documentation site: the navigation has every page of docs/ once, but those for developers', () => {
  const found = globSync('**/*.md', { cwd: docs, exclude: ['engineering/**', 'site/**', 'README.md'] }).map(
    (name) => name.replace(/\.md$/, ''),
  )
  const listed = chapters.flatMap((chapter) => chapter.pages)
  expect(listed.filter((name) => !name.startsWith('../clients/')).toSorted()).toEqual(found.toSorted())
  expect(listed).toContain('../clients/typescript/README')
})

it('documentation: docs/README.md is the index that npm run docs:index makes', () => {
  expect(readFileSync(indexFile, 'utf8')).toBe(indexPage())
})

it('documentation site: every method, and every error of /v2, has a page in both languages', () => {
  const paths = new Set(pages.map(({ path }) => path))
  const expected = [
    ...[...v2Methods, ...methods].map(({ name }) => `reference/${name}`),
    ...Object.keys(problems).map((code) => `errors/${code}`),
  ]
  expect(expected.flatMap((path) => [path, `ru/${path}`]).filter((path) => !paths.has(path))).toEqual([])
  expect(paths.size).toBe(pages.length)
})

it('documentation site: every link leads to a page, and to a heading or row that it has', () => {
  const anchorsOf = (text: string) =>
    new Set([
      ...[...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)),
      ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id),
    ])
  const pageOf = (target: string) =>
    pageAt(target.replace(/\.md$/, '')) ?? pageAt(posix.join(target, 'index').replace(/^\//, ''))
  const linked = pages.flatMap(({ path, source }) =>
    [...withoutCode(source).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]*))?\)/g)].map(([, to, anchor]) => ({
      link: `${path}: ${to}#${anchor}`,
      target: to === '' ? path : to!.startsWith('/') ? to!.slice(1) : posix.join(posix.dirname(path), to!),
      anchor,
    })),
  )
  expect(linked.length).toBeGreaterThan(500)
  const broken = linked.filter(({ target, anchor }) => {
    const page = pageOf(target)
    return page === undefined || (anchor !== undefined && !anchorsOf(page.source).has(anchor))
  })
  expect(broken.map(({ link }) => link)).toEqual([])
  const listed = JSON.stringify(sidebar).matchAll(/"link":"\/([^"]*)"/g)
  expect([...listed].map(([, to]) => to!).filter((to) => pageOf(to) === undefined)).toEqual([])
})

it('documentation site: a method has request and answer beside each other, and a plain form without markup', () => {
  const { source, plain } = pageAt('ru/reference/createVerification')
  const [described, beside] = source.split('<div class="beside">')
  expect(described).toContain('## Параметры')
  expect(beside).toMatch(
    /## Пример\n\n::: code-group\n\n```sh \[curl\][\s\S]*## Ответ на него\n\n```json\n\{/,
  )
  expect(plain).toContain('| `phone` | string |')
  expect(plain).not.toMatch(/<div|:::|\]\(/)
  expect(pageAt('ru/index').plain).toContain('(/docs/ru/reference/v2.md)')
})
