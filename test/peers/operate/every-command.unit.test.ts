import { expect, it } from 'vitest'
import { readHandbook } from './handbook.ts'
import { known, wayOf } from './ways.ts'

const sections = readHandbook()

it('docs/install.md: each of its commands is run by a test of this folder', () => {
  const orphans = sections.flatMap(({ title, commands }) => {
    const way = wayOf[title]
    return commands
      .filter(({ text }) => way === undefined || !known[way].some((pattern) => pattern.test(text)))
      .map(({ line, text }) => `line ${line}, "${title}": ${text}`)
  })
  expect(orphans).toEqual([])
})

it('docs/install.md: the tests of this folder run no section that it does not have', () => {
  const titles = new Set(sections.map(({ title }) => title))
  expect(Object.keys(wayOf).filter((title) => !titles.has(title))).toEqual([])
})

it('handbook: continued lines are one command, and comments are none', () => {
  const text =
    '## A\n\n```sh\ncp a \\\n  b   # why\n# alone\n\nmv c d\n```\n\n```ini\nX=1\n```\n### B\n```\nnot a command\n```\n'
  expect(readHandbook(text)).toEqual([
    {
      title: 'A',
      commands: [
        { line: 4, text: 'cp a b' },
        { line: 8, text: 'mv c d' },
      ],
      settings: { X: '1' },
    },
    { title: 'B', commands: [], settings: {} },
  ])
})
