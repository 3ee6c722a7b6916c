import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clientTypes, clientTypesFile } from './client-types.ts'

it('the types of @ringkey/client are those of /openapi-v2.json: else run "npm run types"', () => {
  expect(readFileSync(clientTypesFile, 'utf8')).toBe(clientTypes())
})
