// docs/api/ against the tests: every promise has a test, and every id in the name of a test has a promise.
import { expect, it } from 'vitest'
import { promisesIn, testsWithIds } from './promises.ts'
import { readText, sourceFiles } from './source-tree.ts'

const suites = /^(server\/test\/contract|test\/chaos)\/.+\.test\.ts$/

const promises = ['docs/api/v1.md', 'docs/api/v2.md'].flatMap((page) => promisesIn(readText(page)))
const tests = testsWithIds()
const ofSuites = tests.filter(({ path }) => suites.test(path))

it('docs/api: has each promise once', () => {
  expect(promises.length).toBeGreaterThan(500)
  expect(promises.filter((id, index) => promises.indexOf(id) !== index)).toEqual([])
})

it('docs/api: every promise has a test whose name begins with its id', () => {
  const tested = new Set(tests.flatMap(({ ids }) => ids))
  expect(promises.filter((id) => !tested.has(id))).toEqual([])
})

it('docs/api: has the promise of every id in the name of a test', () => {
  expect(tests.filter(({ ids }) => ids.some((id) => !promises.includes(id)))).toEqual([])
})

it('contract and chaos suites: every test has an id, and no id stands for two of them', () => {
  const declared = sourceFiles()
    .filter(({ path }) => suites.test(path))
    .map(({ code }) => [...code.matchAll(/^\s*it(\.\w+)?\(/gm)].length)
  expect(ofSuites.length).toBe(declared.reduce((sum, count) => sum + count, 0))
  const ids = ofSuites.flatMap((test) => test.ids)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

it('docs/migrate/ucaller.md: every row of the table of the profile names a promise', () => {
  const named = promisesIn(readText('docs/migrate/ucaller.md'))
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((id) => !promises.includes(id))).toEqual([])
})
