// A setting of a trunk stands in several places that no type ties together.
import { expect, it } from 'vitest'
import { basicFields, foldedFields, kinds } from '../../cabinet/src/pages/trunks/fields.ts'
import { trunkFields } from '../../server/src/telephony/trunks/trunk-settings.ts'
import { readText } from './source-tree.ts'

const written = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

it('docs/trunks.md: names every setting of a trunk', () => {
  const documented = readText('docs/trunks.md')
  const missing = trunkFields.map(written).filter((name) => !documented.includes(`\`${name}`))
  expect(missing).toEqual([])
})

it('form of a trunk: shows every setting that has a field, each one once', () => {
  const shown = [...basicFields, ...Object.values(foldedFields).flat()]
  expect(shown.toSorted()).toEqual(Object.keys(kinds).toSorted())
})
