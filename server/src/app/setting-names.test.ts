import { expect, it } from 'vitest'
import { unrecognizedSettings } from './setting-names.ts'

it.each([
  ['RINGKEY_PROT', 'RINGKEY_PORT'],
  ['RINGKEY_HOSTS', 'RINGKEY_HOST'],
  ['RINGKEY_LOOKUP_FIL', 'RINGKEY_LOOKUP_FILE'],
  ['RINGKEY_TRUSTED_PROXY', 'RINGKEY_TRUST_PROXY'],
  ['RINGKEY_DATABASE_URI', 'RINGKEY_DATABASE_URL'],
])('settings: %s is refused, and %s is named', (written, meant) => {
  expect(() => unrecognizedSettings({ [written]: '1' })).toThrow(
    `${written} is not a setting: expected ${meant}`,
  )
})

it('settings: names that Kubernetes and others set are reported and refuse nothing', () => {
  const names = ['RINGKEY_SERVICE_HOST', 'RINGKEY_SERVICE_PORT', 'RINGKEY_PORT_8080_TCP', 'RINGKEY_TEST_RUN']
  const environment = Object.fromEntries(names.map((name) => [name, 'tcp://10.0.0.1:80']))
  expect(unrecognizedSettings({ ...environment, RINGKEY_PORT: '8080', PATH: '/bin' })).toEqual(names)
})
