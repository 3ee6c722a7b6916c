// The table of docs/console.md is made from the schema: `npx vitest run test/tidy/erased-columns.unit.test.ts -u` writes it.
import { expect, it } from 'vitest'
import { storedTables } from '../../server/src/storage/column-classes.ts'
import { readText } from './source-tree.ts'

const head = '| erased with | whole rows of | these columns of others |\n|---|---|---|\n'

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function rowOf(what: string, of: 'personal' | 'account'): string {
  const isWhole = (goesWith: readonly string[]) =>
    goesWith.some((each) => (each === 'phone_hash') === (of === 'personal'))
  const whole = [...storedTables].filter(([, { goesWith }]) => isWhole(goesWith)).map(([table]) => table)
  const others = [...storedTables].flatMap(([table, { columns }]) => {
    const names = columns.filter((column) => column.class === of).map(({ name }) => name)
    return whole.includes(table) || names.length === 0 ? [] : `\`${table}\`: ${listed(names)}`
  })
  return `| ${what} | ${listed(whole)} | ${others.join('; ')} |\n`
}

it('docs/console.md: says what is erased with a number and what with an account', async () => {
  const [before, after] = readText('docs/console.md').split(head)
  const rows = rowOf('a number', 'personal') + rowOf('an account', 'account')
  const rest = after!.replace(/^(\|.*\n)*/, '')
  await expect(`${before}${head}${rows}${rest}`).toMatchFileSnapshot('../../docs/console.md')
})
