// The table of docs/trunks.md is made from the fields: `npx vitest run test/tidy/trunk-fields.unit.test.ts -u` writes it.
import { expect, it } from 'vitest'
import type { Field } from '../../server/src/fields/field.ts'
import { trunkFields } from '../../server/src/fields/trunk-fields.ts'
import { writtenName, writtenValue } from '../../server/src/fields/written.ts'
import { readText } from './source-tree.ts'

const head = '| field | default | |\n|---|---|---|\n'

function rowOf([name, field]: [string, Field]): string {
  const { value, en } = field
  const choices =
    'choices' in value && value.kind !== 'pairs'
      ? ` ${value.choices.map((each) => `\`${each}\``).join(', ')}.`
      : ''
  const otherwise = value.default === undefined ? '–' : writtenValue(field, value.default)
  return `| \`${writtenName(name)}\` | ${otherwise} | ${en[0]}. ${en[1]}${choices} |\n`
}

it('docs/trunks.md: has a row for every setting of a trunk', async () => {
  const [before, after] = readText('docs/trunks.md').split(head)
  const rows = Object.entries(trunkFields).map(rowOf).join('')
  const rest = after!.replace(/^(\|.*\n)*/, '')
  await expect(`${before}${head}${rows}${rest}`).toMatchFileSnapshot('../../docs/trunks.md')
})
