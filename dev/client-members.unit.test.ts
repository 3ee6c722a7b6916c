// The clients of other languages name the members of a request by hand: none is forgotten.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBody } from '../server/src/http/v2/schemas.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../clients', path), 'utf8')
const members = Object.keys(createBody.properties).sort()
const between = (text: string, from: string, to: string) => text.split(from)[1]!.split(to)[0]!
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)
const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const python = (file: string) => {
  const text = between(read(`python/src/ringkey/${file}`), 'def create(', ') -> Verification')
  return named(text, /^ +(\w+): /gm)
}
const clients: readonly (readonly [language: string, names: readonly string[]])[] = [
  ['Go', named(between(read('go/types.go'), 'type NewVerification struct {', '\n}'), /json:"(\w+)/g)],
  ['Python', python('_client.py')],
  ['Python with asyncio', python('_async.py')],
  [
    'PHP',
    named(between(read('php/src/Ringkey.php'), 'function create(', '): array'), /\$(\w+)/g).map(inSnakeCase),
  ],
]

it.each(clients)('the client of %s knows every member of POST /v2/verifications', (_, names) => {
  expect(names.filter((name) => name !== 'idempotency_key').sort()).toEqual(members)
})
