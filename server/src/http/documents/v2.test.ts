import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { problems } from '../v2/catalogue.ts'
import { v2Methods } from '../v2/methods.ts'
import { secondVersion } from './v2.ts'

const access = { url: 'https://ringkey.example', secretKey: 'KEY', serviceId: '7' }
const { methods, verification, events } = secondVersion(access, {
  language: 'en',
  or: 'or',
  array: 'array',
  say: (text) => text,
})
const chapter = (id: string) => methods.find((method) => method.id === id)!

it('documents of /v2: the example of every answer fits its schema', () => {
  for (const { name, answer } of v2Methods)
    expect([name, [...Value.Errors(answer.schema, answer.example)]]).toEqual([name, []])
})

it('documents of /v2: every code of the catalogue is one of a method, of every method, or of the hook', () => {
  const ofEvery = [
    'invalid_request',
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
  ]
  const ofMethods = methods.flatMap(({ ownCodes }) => ownCodes)
  expect(new Set([...ofEvery, ...ofMethods, 'hook_signature'])).toEqual(new Set(Object.keys(problems)))
  expect(ofMethods.filter((code) => ofEvery.includes(String(code)))).toEqual([])
})

it('documents of /v2: members inside objects, arrays and unions have a row with their path', () => {
  const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)
  expect(names(chapter('createVerification').parameters)).toEqual(
    expect.arrayContaining(['Idempotency-Key', 'phone', 'steps[].seconds', 'consent.at']),
  )
  const step = verification.find(({ name }) => name === 'steps[].status')!
  expect(step).toMatchObject({
    type: 'planned or skipped or started or delivered or undelivered',
    isRequired: true,
  })
  const reason = verification.find(({ name }) => name === 'steps[].reason')!
  expect(reason).toMatchObject({ type: 'string or null', isRequired: false })
  expect(reason.values).toEqual(
    expect.arrayContaining([
      { value: 'rang', meaning: 'the phone rang, and the calling number was shown' },
      { value: 'spend_cap', meaning: 'a spend cap is reached' },
    ]),
  )
  expect(chapter('readVerification')).toMatchObject({ isVerification: true, answer: [] })
  expect(names(chapter('listVerifications').answer)).toEqual(['verifications', 'next_cursor'])
  expect(events.find(({ type }) => type === 'balance.low')!.data.length).toBeGreaterThan(0)
})

it('documents of /v2: parameters say where they stand, and every member has a meaning', () => {
  const { parameters } = chapter('readVerification')
  expect(parameters.map(({ name, place }) => [name, place])).toEqual([
    ['id', 'path'],
    ['wait', 'query'],
    ['version', 'query'],
  ])
  const rows = [
    ...methods.flatMap(({ parameters, answer }) => [...parameters, ...answer]),
    ...verification,
    ...events.flatMap(({ data }) => data),
  ]
  expect(rows.filter(({ meaning }) => meaning === '').map(({ name }) => name)).toEqual([])
})
