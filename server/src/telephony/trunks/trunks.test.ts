import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TrunkSettings } from '../../storage/trunk-records.ts'
import { defaultTrunkSettings } from '../../storage/trunk-records.ts'
import { parseNumberFormat, readNumber, writeNumber } from './number-format.ts'
import { faultInReach } from './reach.ts'
import { registeredUser } from './registered-user.ts'
import { faultInName, faultInTrunk, trunkFields } from './trunk-settings.ts'
import { readWritten, type WrittenSettings, writtenName, writtenValue } from './written-settings.ts'

const format = (text: string) => parseNumberFormat(text)!
const plain: TrunkSettings = { ...defaultTrunkSettings, host: 'sip.carrier.example' }

const withWritten = (settings: TrunkSettings, written: WrittenSettings) => {
  const read = readWritten(written)
  return typeof read === 'string' ? read : { ...settings, ...read }
}

describe('number formats', () => {
  it.each([
    ['+E164', '+79161234567'],
    ['E164', '79161234567'],
    ['810E164', '81079161234567'],
    ['national:RU', '9161234567'],
    ['8national:RU', '89161234567'],
    ['99#E164', '99#79161234567'],
  ])('%s writes a number and reads it back', (text, written) => {
    expect(writeNumber(format(text), '79161234567')).toBe(written)
    expect(readNumber(format(text), written)).toBe('79161234567')
  })

  it('cannot write the number of another country without its calling code', () => {
    expect(writeNumber(format('8national:RU'), '77011234567')).toBeUndefined()
    expect(writeNumber(format('national:KZ'), '77011234567')).toBe('7011234567')
    expect(writeNumber(format('national:DE'), '79161234567')).toBeUndefined()
  })

  it('understand a plus and separators in any format', () => {
    expect(readNumber(format('8national:RU'), '+7 (916) 123-45-67')).toBe('79161234567')
    expect(readNumber(format('8national:RU'), '9161234567')).toBe('79161234567')
    expect(readNumber(format('E164'), 'anonymous')).toBeUndefined()
  })

  it('read back every number in every format that can write it', () => {
    const numbers = fc.tuple(
      fc.constantFrom('7916', '7701', '4930', '1212'),
      fc.integer({ min: 1e6, max: 9999999 }),
    )
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom('+E164', '00E164', '8national:RU', 'national:DE'),
        ([head, tail], text) => {
          const written = writeNumber(format(text), head + tail)
          return written === undefined || readNumber(format(text), written) === head + tail
        },
      ),
    )
  })

  it.each(['e164', '+', 'national:ru', 'national:QQ', 'xE164', 'E164 '])(
    'refuse the unknown format %j',
    (text) => {
      expect(parseNumberFormat(text)).toBeUndefined()
    },
  )
})

describe('settings of a trunk', () => {
  it('are valid by default', () => {
    expect(faultInTrunk(plain)).toBeUndefined()
  })

  it.each([
    ['host', 'two words'],
    ['port', 0],
    ['transport', 'sctp'],
    ['proxy', 'proxy:port'],
    ['caFile', 'carrier-ca.pem'],
    ['caFile', '/etc/ringkey/carrier-ca.pem'], // The transport is UDP.
    ['trustedSources', ['10.0.0.0/33']],
    ['calledFormat', 'E.164'],
    ['callerPlaces', []],
    ['callerPlaces', ['pai']], // The carrier does not trust us.
    ['anonymousFrom', true], // From carries the calling number.
    ['privacy', 'header'],
    ['authUser', 'two words'],
    ['optionsSeconds', 1],
    ['prefixes', ['+7']],
    ['callsPerSecond', 0],
    ['overrides', { '200': 'busy' }],
    ['overrides', { '603': 'nice' }],
    ['flashRingMs', 0],
  ])('are refused with the name of the wrong field: %s', (field, value) => {
    expect(faultInTrunk({ ...plain, [field]: value })).toMatch(new RegExp(`^${field}: `))
  })

  it('require a user to register', () => {
    expect(faultInTrunk({ ...plain, register: true })).toMatch(/^authUser/)
    expect(faultInTrunk({ ...plain, register: true, authUser: 'me' })).toBeUndefined()
    const ims = { authUser: '74951230001@ims.example', registerUser: '+74951230001' }
    expect(faultInTrunk({ ...plain, register: true, ...ims })).toBeUndefined()
    expect(registeredUser({ ...plain, ...ims })).toBe('+74951230001')
    expect(registeredUser({ ...plain, authUser: ims.authUser })).toBe('74951230001')
  })

  it('assert an identity only if the carrier trusts us, and hide From only if the caller is in another header', () => {
    expect(faultInTrunk({ ...plain, callerPlaces: ['from', 'pai'], trustDomain: true })).toBeUndefined()
    expect(faultInTrunk({ ...plain, callerPlaces: ['ppi'], anonymousFrom: true })).toBeUndefined()
  })

  it('require a name that is valid in metrics and commands', () => {
    expect(faultInName('north-1')).toBeUndefined()
    expect(faultInName('North 1')).toMatch(/^name/)
  })
})

describe('reaching a trunk', () => {
  it.each([
    ['127.0.0.1', 'sip.carrier.example', 'this machine alone'],
    ['127.0.0.1', '127.0.0.2', undefined],
    ['localhost', '127.0.0.1', undefined],
    ['192.0.2.1', '[2001:db8::7]', 'no IPv6 address'],
    ['2001:db8::1', '203.0.113.7', 'no IPv4 address'],
    ['2001:db8::1', 'sip.carrier.example', undefined],
    ['192.0.2.1,::1', '[2001:db8::7]', 'this machine alone'],
    ['0.0.0.0,::', '[2001:db8::7]', undefined],
  ])('from %s to %s: %s', (sipHosts, host, fault) => {
    const found = faultInReach(sipHosts.split(','), { ...plain, host })
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(fault)
  })
})

describe('trunk settings typed by an operator', () => {
  it('are read field by field', () => {
    const read = withWritten(plain, {
      port: '5070',
      'calls-at-once': '30',
      register: 'yes',
      'auth-user': 'me',
      prefixes: '7, 77',
      overrides: '603:trunk-fault,Q21:busy',
      proxy: 'none',
    })
    expect(read).toMatchObject({
      port: 5070,
      callsAtOnce: 30,
      register: true,
      authUser: 'me',
      prefixes: ['7', '77'],
      overrides: { '603': 'trunk-fault', q21: 'busy' },
      proxy: null,
    })
    expect(faultInTrunk(read as TrunkSettings)).toBeUndefined()
  })

  it('srtp: is refused without TLS, and taken with it', () => {
    const over = (transport: string) => withWritten(plain, { srtp: 'yes', transport }) as TrunkSettings
    expect(faultInTrunk(over('tcp'))).toBe('srtp: expected no, because transport is not tls')
    expect(faultInTrunk(over('tls'))).toBeUndefined()
  })

  it('leave unreadable values to the schema, which names the field', () => {
    expect(faultInTrunk(withWritten(plain, { 'calls-at-once': 'many' }) as TrunkSettings)).toMatch(
      /^callsAtOnce/,
    )
    expect(withWritten(plain, { colour: 'red' })).toMatch(/^colour: there is no such field/)
  })

  it('are written in the same form as they are read', () => {
    const written = Object.fromEntries(
      trunkFields.map((name) => [writtenName(name), writtenValue(plain[name])]),
    )
    expect(withWritten(plain, written)).toEqual(plain)
  })
})
