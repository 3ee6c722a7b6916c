import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Phone } from '../../numbering/phone.ts'
import { maskParameters, maskPath } from './masked.ts'

const key = 'k'.repeat(32)
/** Reads Russian numbers in any spelling. */
const readNumber = (text: string) => {
  const digits = text.replace(/\D/g, '')
  return /^[78]9\d{9}$/.test(digits) ? ({ e164: `7${digits.slice(1)}` } as Phone) : undefined
}
const masked = (given: unknown) => maskParameters(given, key, readNumber)
const shown = (given: unknown) => JSON.parse(masked(given).parameters) as Record<string, unknown>

describe('request log: masked parameters', () => {
  it('hold a mask in the place of a number, as verifications do', () => {
    expect(masked({ phone: '+79161234567', voice: true, code: '0042' })).toEqual({
      phoneMask: '7916***4567',
      parameters: '{"phone":null,"voice":true,"code":"***"}',
    })
  })

  it('show how a number was written that the API does not take, without its digits', () => {
    expect(masked({ phone: '8 (916) 123-45-67' })).toEqual({
      phoneMask: '7916***4567',
      parameters: '{"phone":"* (***) ***-**-67"}',
    })
    expect(shown({ phone: '+7 916 123-45-6' }).phone).toBe('+* *** ***-*5-6')
    expect(shown({ phone: '1234' }).phone).toBe('****')
    expect(shown({ phone: ['79161234567'] }).phone).toBe('***')
  })

  it('hold neither credentials nor values of unknown names', () => {
    expect(shown({ key, service_id: 7, api_key: key, phoen: '79161234567', [key]: '' })).toEqual({
      api_key: '***',
      phoen: '***',
      '***': '',
    })
    expect(shown({ client: `it is ${key}!` }).client).toBe('it is ***!')
  })

  it('keep ids and own words, without what may be a number', () => {
    const uuid = '550e8400-e29b-41d4-a716-446655440000'
    expect(shown({ uid: '10000123', unique: uuid, client: 'user 7, tel. +7 (916) 123-45-67' })).toEqual({
      uid: '10000123',
      unique: uuid,
      client: 'user 7, tel. ***',
    })
    expect(shown({ uid: '79161234567' }).uid).toBe('***')
  })

  it('keep the address of a webhook without its query, user and password', () => {
    expect(shown({ callback_url: 'https://me:secret@shop.example/hook?token=1' }).callback_url).toBe(
      'https://***@shop.example/hook?***',
    )
    const kept = (path: string) => shown({ callback_url: `https://shop.example/${path}` }).callback_url
    expect(kept('api/v1/call-hook.php')).toBe('https://shop.example/api/v1/call-hook.php')
    for (const token of ['T0k3n', 'hunter2hunter2', 'abcdefghijklmnopqrst', '79161234567', 'Secret'])
      expect(kept(`hook/${token}/end`)).toBe('https://shop.example/hook/***/end')
  })

  it.each(['7916_123_45_67', '7916/123/45/67', '7,916,123,45,67', '+7_916_1234567'])(
    'hide a phone that is written as %s',
    (written) => {
      expect(shown({ client: `tel ${written}` }).client).toBe('tel ***')
    },
  )

  it('keep the steps of /v2 and the number of phones, but neither metadata nor the address of the user', () => {
    const given = {
      steps: [{ mode: 'flash', seconds: 20 }, { mode: '79161234567' }],
      phones: ['79161234567', '79161234568'],
      metadata: { name: 'Ann' },
      ip: '203.0.113.5',
      expires_in: 79161234567,
    }
    expect(shown(given)).toEqual({
      steps: [{ mode: 'flash', seconds: 20 }, { mode: '***' }],
      phones: '*** (2)',
      metadata: '***',
      ip: '***',
      expires_in: '***',
    })
  })

  it('never hold a full number or the key, wherever the client writes it', () => {
    const number = fc.stringMatching(/^79[0-9]{9}$/)
    const spelt = number.chain((digits) =>
      fc.constantFrom(
        digits,
        `+${digits}`,
        `8${digits.slice(1)}`,
        `+7 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7, 9)}-${digits.slice(9)}`,
        key,
      ),
    )
    const name = fc.oneof(
      fc.constantFrom('phone', 'client', 'unique', 'uid', 'callback_url', 'voice', 'status', 'wait'),
      // Seven digits with other signs between them are nobody's spelling of a number.
      fc.string({ maxLength: 10 }).filter((text) => text.replace(/\D/g, '').length < 7),
    )
    const value = fc.oneof(
      spelt,
      spelt.map((text) => `before ${text} after`),
      spelt.map((text) => `https://x.example/${text}?q=${text}`),
      number.map(Number),
      fc.array(spelt, { maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(name, spelt), value, { maxKeys: 30 }), (given) => {
        const { phoneMask, parameters } = masked(given)
        const digits = parameters.replace(/[^\d"]/g, '')
        expect(digits).not.toMatch(/\d{7}/)
        expect(parameters).not.toContain(key)
        expect(parameters.length).toBeLessThanOrEqual(1_400)
        expect(phoneMask).toMatch(/^(?:7\d{3}\*\*\*\d{4})?$/)
      }),
    )
  })

  it('hold no number or key of a path either', () => {
    expect(maskPath(`/v1.0/initcall/79161234567/${key}`)).toBe('/v1.0/initcall/***/***')
    for (const number of ['%2B7%20916%20123%2045%2067', '%37%39%31%36%31%32%33%34%35%36%37'])
      expect(maskPath(`/v2/x/${number}/%D1%8F%20y/%ff`)).toBe('/v2/x/***/%D1%8F%20y/***')
  })
})
