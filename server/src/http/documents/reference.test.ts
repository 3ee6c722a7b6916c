import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { methods } from '../methods/index.ts'
import { problems } from '../v2/catalogue.ts'
import { describeV2 } from '../v2/describe.ts'
import { v2Methods } from '../v2/methods.ts'
import { type Figures, proseIn } from './prose.ts'
import type { FieldRow, Reference } from './reference.ts'
import { inRussian, sentences } from './russian.ts'
import { describeV1 } from './v1.ts'
import { referenceOf } from './walk-openapi.ts'

const figures: Figures = {
  ratePerSecond: 30,
  serviceRatePerSecond: 300,
  numberLimits: {
    gapMs: 15_000,
    perMinute: 4,
    perDay: 30,
    blockMs: 36_000_000,
    everywhere: { gapMs: 5_000, perMinute: 8, perDay: 60, blockMs: 0 },
  },
  publicUrl: undefined,
  errorStatus: 'mirror',
  profile: 'standard',
}
const described = {
  v1: describeV1(
    methods,
    { isLimited: true, errorStatus: 'mirror', strangerStatus: 'mirror', profile: 'standard' },
    { description: '', webhook: '' },
    undefined,
  ),
  v2: describeV2(v2Methods),
}
const english = referenceOf(described, proseIn('en', figures), figures, 'en')

const sectionsOf = ({ groups }: Reference) => groups.flatMap(({ sections }) => sections)
const section = (id: string) => sectionsOf(english).find((each) => each.id === id)!
const tablesOf = (id: string): readonly (readonly FieldRow[])[] =>
  section(id).blocks.flatMap((block) => (block.kind === 'fields' ? [block.rows] : []))
const names = (rows: readonly FieldRow[] | undefined) => rows?.map(({ name }) => name)
const operations = Object.values(described.v2.paths).flatMap((verbs) => Object.values(verbs))

it('reference: every sentence of the descriptions has its Russian form, and no Russian one is left over', () => {
  const missing: string[] = []
  const used = new Set<string>()
  const note = (sentence: string, isFound: boolean) => (isFound ? used.add(sentence) : missing.push(sentence))
  referenceOf(described, proseIn('ru', figures), figures, 'ru', (text) => inRussian(text, note))
  expect(missing).toEqual([])
  expect(Object.keys(sentences).filter((sentence) => !used.has(sentence))).toEqual([])
})

it('reference: the Russian prose has the sections and blocks of the English one', () => {
  const shapeOf = (language: 'en' | 'ru') =>
    proseIn(language, figures).map(({ sections }) =>
      sections.map((each) =>
        typeof each === 'string'
          ? each
          : [each.id, each.blocks.map((block) => (block.kind === 'list' ? block.items.length : block.kind))],
      ),
    )
  expect(shapeOf('ru')).toEqual(shapeOf('en'))
})

it('reference: a line of the prose is left out when the operator has not set its figure', () => {
  const { numberLimits } = figures
  const open = {
    ...figures,
    ratePerSecond: 0,
    serviceRatePerSecond: 0,
    numberLimits: { ...numberLimits, gapMs: 0, blockMs: 0 },
  }
  const [limited, unlimited] = [figures, open].map((each) => JSON.stringify(proseIn('en', each)))
  expect(limited).toMatch(
    /15 s between two calls.*rests for at least 10 h.*300 requests per second.*30 requests per second/,
  )
  expect(limited).not.toContain('are not limited here')
  expect(unlimited).not.toMatch(/15 s between|rests for|X-Rate-Limit/)
  expect(unlimited).toMatch(/30 calls in 24 hours, else code 18\."/)
  expect(unlimited).toContain('are not limited here')
})

it('reference: every link leads to a section or to a row', () => {
  const text = JSON.stringify(english.groups)
  const ids = new Set([...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id))
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id)
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((id) => !ids.has(id))).toEqual([])
})

it('documents of /v2: the example of every answer fits its schema', () => {
  for (const { name, answer } of v2Methods)
    expect([name, [...Value.Errors(answer.schema, answer.example)]]).toEqual([name, []])
})

it('documents of /v2: every code of the catalogue is one of a method, of every method, or of the hook', () => {
  const ofEvery = [
    'invalid_request',
    'unreadable_request',
    'unreadable_body',
    'body_too_large',
    'unauthorized',
    'address_blocked',
    'address_not_allowed',
    'account_blocked',
    'account_unconfirmed',
    'service_archived',
    'service_off',
    'key_not_allowed',
    'not_found',
    'method_not_allowed',
    'rate_limited',
    'internal_error',
    'overloaded',
    'unavailable',
  ]
  const ofMethods = operations.flatMap((operation) => operation['x-codes'] ?? [])
  expect(new Set([...ofEvery, ...ofMethods, 'hook_signature', 'hook_credential'])).toEqual(
    new Set(Object.keys(problems)),
  )
  expect(ofMethods.filter((code) => ofEvery.includes(String(code)))).toEqual([])
})

it('documents of /v2: members inside objects, arrays and unions have a row with their path', () => {
  expect(names(tablesOf('createVerification')[0])).toEqual(
    expect.arrayContaining(['Idempotency-Key', 'phone', 'steps[].seconds', 'consent.at']),
  )
  const [verification] = tablesOf('verification')
  expect(verification!.find(({ name }) => name === 'steps[].status')).toMatchObject({
    type: 'planned or skipped or started or delivered or undelivered',
    note: '',
  })
  const reason = verification!.find(({ name }) => name === 'steps[].reason')!
  expect(reason).toMatchObject({ type: 'string or null', note: 'optional' })
  expect(reason.values).toEqual(
    expect.arrayContaining([
      { value: 'rang', meaning: 'the phone rang, and the calling number was shown' },
      { value: 'spend_cap', meaning: 'a spend cap is reached' },
    ]),
  )
  const attempts = tablesOf('createVerification')[0]!.find(({ name }) => name === 'attempts')
  expect(attempts).toMatchObject({ note: 'optional, default 3' })
  expect(JSON.stringify(section('events').blocks)).toContain('ringkey endpoint secret')
  expect(section('createVerification').blocks).toContainEqual(
    expect.objectContaining({ kind: 'trial', request: { phone: '+79000000001', code: '4321' } }),
  )
  expect(tablesOf('readVerification')).toHaveLength(1)
  expect(section('readVerification').blocks).toContainEqual({
    kind: 'text',
    text: '[A verification](#verification).',
  })
  expect(names(tablesOf('listVerifications')[1])).toEqual(['verifications', 'next_cursor'])
  expect(tablesOf('events').flatMap(names)).toContain('threshold')
})

it('documents of /v2: parameters have their place, and every member has a meaning', () => {
  expect(tablesOf('readVerification')[0]!.map(({ name, note }) => [name, note])).toEqual([
    ['id', 'in the path'],
    ['wait', 'in the query, optional'],
    ['version', 'in the query, optional'],
    ['qr', 'in the query, optional'],
  ])
  const rows = english.groups[1]!.sections.flatMap(({ id }) => tablesOf(id).flat())
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ meaning }) => meaning === '').map(({ name }) => name)).toEqual([])
})
