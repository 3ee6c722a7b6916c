import { expect, it } from 'vitest'
import { serviceSettingsSchema } from '../accounts/service-settings.ts'
import { trunkSettingsSchema } from '../telephony/trunks/trunk-settings.ts'
import { expectedOf, type Fields } from './field.ts'
import { serviceFields } from './service-fields.ts'
import { trunkFields } from './trunk-fields.ts'

it.each<[string, Fields, { readonly properties: object }]>([
  ['trunk', trunkFields, trunkSettingsSchema],
  ['service', serviceFields, serviceSettingsSchema],
])('schema of a %s: has every field with its words and its default', (_, fields, { properties }) => {
  const described = Object.entries(fields).map(([name, { value, en }]) => [
    name,
    expect.objectContaining({ description: `${en[0]}. ${en[1]}`, default: value.default }),
  ])
  expect(properties).toEqual(Object.fromEntries(described))
})

it('every field: can say what it expects', () => {
  const all = [...Object.values<Fields[string]>(trunkFields), ...Object.values(serviceFields)]
  for (const { value } of all) expect(expectedOf(value)).not.toBe('')
  expect(expectedOf(trunkFields.port.value)).toBe('a port from 1 to 65535 or none')
  expect(expectedOf(trunkFields.optionsSeconds.value)).toBe('seconds from 5 to 3600 or 0 for never')
  expect(expectedOf(serviceFields.errorStatus.value)).toBe('mirror, 200 or default')
})
