import type { RequestFailure, SipResponse } from '@ringkey/sip'
import { expect, it } from 'vitest'
import { judgeProbe } from './trunk-watch.ts'

const response = (status: number, reason: string) => ({ kind: 'response', status, reason }) as SipResponse
const silence: RequestFailure = { kind: 'timeout' }

it.each([
  ['is answered 200', response(200, 'OK'), false, { answered: true, said: '200 OK' }],
  ['is answered 404', response(404, 'Not Found'), false, { answered: true, said: '404 Not Found' }],
  ['is answered 408', response(408, 'Gone'), false, { answered: false, said: '408 Gone' }],
  [
    'is answered 503 while calls are answered',
    response(503, 'Full'),
    true,
    { answered: false, said: '503 Full' },
  ],
  ['is lost', silence, false, { answered: false, said: 'timeout' }],
  [
    'is lost while calls are answered',
    silence,
    true,
    { answered: true, said: 'timeout, but calls are answered' },
  ],
] as const)('an OPTIONS that %s: shows whether the server is up', (_, answer, answersCalls, expected) => {
  expect(judgeProbe(answer, answersCalls)).toEqual(expected)
})
