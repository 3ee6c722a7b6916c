import { expect, it } from 'vitest'
import { failureOf } from '../refusals.ts'
import { smsRu } from './sms-ru.ts'

const refused = (why: Parameters<typeof failureOf>[0]['why'], path = '/code/call') =>
  smsRu.refuse(failureOf({ why, retryAfterMs: 5_000 }), path, {}, 0).body

it('sms.ru: the daily limit of a number has a text and no number, other limits have both', () => {
  expect(refused('number-limit')).toBe(
    '{"status":"ERROR","status_text":"Слишком много звонков на один номер в сутки"}',
  )
  expect(refused('waiting-limit')).toContain('"status_code":508,')
  expect(refused('waiting-limit', '/callcheck/add')).toBe('508')
})

it('sms.ru: a paused destination is not available now, and a premium number has no route', () => {
  expect([
    refused('prefix-paused', '/my/'),
    refused('premium-number', '/my/'),
    refused('country', '/my/'),
  ]).toEqual(['220', '207', '550'])
})
