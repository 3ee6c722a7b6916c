// The promises of docs/api/ and the tests that prove them. `node test/tidy/promises.ts` prints the list, test by test.
import { sourceFiles } from './source-tree.ts'

const id = String.raw`[A-Z][\d.]*-\d+`

/** A promise is a row of a table with its ids in the last cell: several where more than one test is named after it. */
export const promisesIn = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\\| .+ \\| (${id}(?:, ${id})*) \\|$`, 'gm'))].flatMap(([, ids]) =>
    ids!.split(', '),
  )

interface NamedTest {
  readonly path: string
  readonly name: string
  readonly ids: readonly string[]
}

/** The tests whose names begin with ids, such as `[V2-13] a repeated …`. */
export const testsWithIds = (): readonly NamedTest[] =>
  sourceFiles()
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path, code }) =>
      [...code.matchAll(new RegExp(`(['"\`])((?:\\[${id}\\] )+.+?)\\1`, 'g'))].map(([, , name]) => ({
        path,
        name: name!,
        ids: [...name!.matchAll(new RegExp(`\\[(${id})\\] `, 'g'))].map(([, each]) => each!),
      })),
    )

if (import.meta.main) {
  const lines = testsWithIds().map(({ path, name }) => `${name} (${path})\n`)
  const byNumber = new Intl.Collator('en', { numeric: true }).compare
  process.stdout.write(lines.toSorted(byNumber).join(''))
}
