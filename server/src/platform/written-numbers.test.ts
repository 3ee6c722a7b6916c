import { describe, expect, it } from 'vitest'
import { withoutNumbers, withoutTheseNumbers } from './written-numbers.ts'

describe('numbers in what a network says', () => {
  it.each([
    ['to 79161234567 blocked', 'to 7916******* blocked'],
    ['to +7 (916) 123-45-67', 'to +7 (916) ***-**-**'],
    ['7.916.123.45.67', '7.916.***.**.**'],
    ['79.161.234.567', '79.16*.***.***'],
    ['01.42.68.53.00', '01.42.**.**.**'],
    ['ask?to=%2B7916%20123%2045%2E67', 'ask?to=%2B7916%20***%20**%2E**'],
    ['%37%39%31%36%31%32%33%34%35%36%37', `%37%39%31%36${'*'.repeat(21)}`],
    ['7 916\u00a0123\u201145\u201167', '7 916\u00a0***\u2011**\u2011**'],
    ['7_916_123/45,67', '7_916_***/**,**'],
    ['from 7 916 123 45 67 at 192.0.2.10:5060', 'from 7 916 *** ** ** at 192.0.2.10:5060'],
  ])('are hidden in every spelling: %s', (said, hidden) => {
    expect(withoutNumbers(said)).toBe(hidden)
    expect(withoutNumbers(said)).toHaveLength(said.length)
  })

  it.each([
    'SIP;cause=603;location=RLN',
    '399 192.0.2.1 "routed by 203.0.113.77, 203.0.113.78:5060"',
    'Q.850;cause=21;text="call 123-456"',
  ])('addresses and short numbers stay: %s', (said) => {
    expect(withoutNumbers(said)).toBe(said)
  })

  it('a number that looks like an address is hidden where it is known', () => {
    expect(withoutNumbers('79.161.231.234')).toBe('79.161.231.234')
    expect(withoutNumbers('79.161.231.234', ['+79161231234'])).toBe('79.16*.***.***')
  })

  it('whom to write to stays readable', () => {
    const said = 'tel=+1-800-555-0199;url=https://192.0.2.100/?to=%2B79161234567&from=8.495.123.45.67'
    expect(withoutTheseNumbers(said, ['79161234567', '74951234567'])).toBe(
      'tel=+1-800-555-0199;url=https://192.0.2.100/?to=%2B7916*******&from=8.495.***.**.**',
    )
  })
})
