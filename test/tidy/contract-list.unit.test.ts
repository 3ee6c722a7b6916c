// docs/engineering/contract.md and docs/migrate/ucaller.md against the suites: every rule has its test, every test its rule, and the names are the same.
import { expect, it } from 'vitest'
import { readText, sourceFiles } from './source-tree.ts'

interface Row {
  readonly id: string
  readonly test: string
}
interface NamedTest {
  readonly path: string
  readonly name: string
  readonly ids: readonly string[]
}

const suites = /^(server\/test\/contract|test\/chaos)\/.+\.test\.ts$/
/** Attacks prove rules too, but not every attack breaks a rule of the interface. */
const attacks = /^test\/attack\/.+\.test\.ts$/
const ruleId = /\[([A-Z][\d.]*-\d+)\]/g

const [tested = '', elsewhere = ''] = readText('docs/engineering/contract.md').split('## Proved elsewhere')
const rows: Row[] = [...tested.matchAll(/^\| ([A-Z][\d.]*-\d+) \| [^|]+ \| `(.+)` \|$/gm)].map(
  ([, id, test]) => ({
    id: id!,
    test: test!,
  }),
)
const testsIn = (folders: RegExp): NamedTest[] =>
  sourceFiles()
    .filter(({ path }) => folders.test(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/\bit\(\s*(['"`])(.+?)\1,/g)].map(([, , name]) => ({
        path,
        name: name!,
        ids: [...name!.matchAll(ruleId)].map(([, id]) => id!),
      })),
    )
const ofSuites = testsIn(suites)
const tests = [...ofSuites, ...testsIn(attacks).filter(({ ids }) => ids.length > 0)]

it('docs/engineering/contract.md: lists each rule once', () => {
  expect(rows.length).toBeGreaterThan(150)
  const ids = [
    ...rows.map(({ id }) => id),
    ...[...elsewhere.matchAll(/^\| ([A-Z][\d.]*-\d+) \|/gm)].map(([, id]) => id!),
  ]
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

it('docs/engineering/contract.md: every rule has a test of the given name', () => {
  const missing = rows.filter(
    ({ id, test }) => !tests.some(({ name, ids }) => name === test && ids.includes(id)),
  )
  expect(missing).toEqual([])
})

it('docs/migrate/ucaller.md: every row of the conformance table has a test of the given name', () => {
  const named = [...readText('docs/migrate/ucaller.md').matchAll(/^\| .+ \| .+ \| `(\[.+)` \|$/gm)].map(
    ([, name]) => name!,
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !tests.some((test) => test.name === name))).toEqual([])
})

it('docs/engineering/contract.md: has the rule of every test in the suites', () => {
  const listed = new Set(rows.map(({ id }) => id))
  expect(ofSuites.filter(({ ids }) => ids.length === 0).map(({ path, name }) => `${path}: ${name}`)).toEqual(
    [],
  )
  expect(tests.flatMap(({ ids }) => ids.filter((id) => !listed.has(id)))).toEqual([])
})

it('docs/engineering/contract.md: the rule of a test names that test, so that no id stands for two', () => {
  const named = new Map(rows.map(({ id, test }) => [id, test]))
  const others = tests.filter(({ name, ids }) => ids.some((id) => named.get(id) !== name))
  expect(others.map(({ name }) => name)).toEqual([])
})

it('docs/engineering/contract.md: the check finds every test that the suites declare', () => {
  const declared = sourceFiles()
    .filter(({ path }) => suites.test(path))
    .map(({ code }) => [...code.matchAll(/^\s*it(\.\w+)?\(/gm)].length)
  expect(ofSuites.length).toBe(declared.reduce((sum, count) => sum + count, 0))
})
