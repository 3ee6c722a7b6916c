// Tables of documents are made from the fields: `npx vitest run test/tidy/trunk-fields.unit.test.ts -u` writes them.
import { expect, it } from 'vitest'
import type { Field, Fields } from '../../server/src/fields/field.ts'
import { installationFields } from '../../server/src/fields/installation-fields.ts'
import { trunkFields } from '../../server/src/fields/trunk-fields.ts'
import { writtenName, writtenValue } from '../../server/src/fields/written.ts'
import { readText } from './source-tree.ts'

function rowOf([name, field]: [string, Field]): string {
  const { value, en } = field
  const choices =
    'choices' in value && value.kind !== 'pairs'
      ? ` ${value.choices.map((each) => `\`${each}\``).join(', ')}.`
      : ''
  const otherwise = value.default === undefined ? '–' : writtenValue(field, value.default)
  return `| \`${writtenName(name)}\` | ${otherwise} | ${en[0]}. ${en[1]}${choices} |\n`
}

it.each([
  ['docs/trunks.md', trunkFields, '| field | default | |\n|---|---|---|\n'],
  ['docs/settings.md', installationFields, '| setting | default | what it is |\n|---|---|---|\n'],
] as [string, Fields, string][])('%s: has a row for every setting', async (file, fields, head) => {
  const [before, after] = readText(file).split(head)
  const rows = Object.entries(fields).map(rowOf).join('')
  const rest = after!.replace(/^(\|.*\n)*/, '')
  await expect(`${before}${head}${rows}${rest}`).toMatchFileSnapshot(`../../${file}`)
})
