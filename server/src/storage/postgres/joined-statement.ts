import type { NamedStatement } from './connection.ts'

/** The sets of statements that batches have used so far. There are about a dozen kinds of statements. */
const known = new Map<string, Omit<NamedStatement, 'values'>>()

/**
 * Joins several writes into one statement (`WITH a AS (INSERT …), b AS (UPDATE …) SELECT`). The server and the driver
 * then handle one statement instead of six, which is most of the cost of a batch with one request. Each part writes
 * different rows, so their order does not matter (PostgreSQL manual, 7.8.4). The name is short because PostgreSQL
 * compares only the first 63 bytes of a name.
 */
export function joined(statements: readonly NamedStatement[]): NamedStatement | undefined {
  const [first, ...others] = statements
  if (first === undefined || others.length === 0) return first
  const key = statements.map(({ name }) => name).join(' ')
  let found = known.get(key)
  if (found === undefined) {
    found = { name: `rk_joined_${known.size}`, text: textOf(statements) }
    known.set(key, found)
  }
  return { ...found, values: statements.flatMap(({ values }) => values) }
}

function textOf(statements: readonly NamedStatement[]): string {
  let before = 0
  const parts = statements.map(({ name, text, values }) => {
    const shifted = text.replace(/\$(\d+)/g, (_, index) => `$${Number(index) + before}`)
    before += values.length
    return `${name} AS (${shifted})`
  })
  return `WITH ${parts.join(',\n')} SELECT`
}
