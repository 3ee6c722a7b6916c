import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesOf } from '../../fields/field.ts'
import { trunkFields } from '../../fields/trunk-fields.ts'
import { readWritten, writtenValue } from '../../fields/written.ts'
import { defaultTrunkSettings, type TrunkSettings } from '../../storage/queries/trunks.ts'
import { destinationRules } from './destination-rule.ts'
import { parseNumberFormat, readNumber, writeNumber } from './number-format.ts'
import { reachabilityFault } from './reach.ts'
import { registeredUser } from './registered-user.ts'
import { faultInTrunk, trunkName } from './trunk-settings.ts'

const format = (text: string) => parseNumberFormat(text)!
const plain: TrunkSettings = { ...defaultTrunkSettings, host: 'sip.carrier.example' }

type Typed = Partial<Record<keyof TrunkSettings, string>>
const withWritten = (settings: TrunkSettings, typed: Typed): TrunkSettings => {
  const read = (Object.entries(typed) as [keyof TrunkSettings, string][]).map(([name, text]) => [
    name,
    readWritten(trunkFields[name], text),
  ])
  return { ...settings, ...Object.fromEntries(read) }
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

  it.each([
    ['national:RU', '79161234567', '79161234567'],
    ['national:RU', '89161234567', '79161234567'],
    ['national:RU', '74951230000', '74951230000'],
    ['8national:RU', '8001234567', '78001234567'],
    ['8national:RU', '87011234567', '77011234567'],
    ['national:KZ', '77011234567', '77011234567'],
  ])('%s reads %s, of a carrier that mixes formats, as %s', (text, written, e164) => {
    expect(readNumber(format(text), written)).toBe(e164)
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
    ['callsPerSecond', 2.5],
    ['headers', { 'P-Asserted-Identity': '<sip:+74951230042@carrier.test>' }],
    ['headers', { Contact: '<sip:me@carrier.test>' }],
    ['headers', { 'X-Account': '42\r\nX-Evil: 1' }],
    ['overrides', { '200': 'busy' }],
    ['overrides', { '603': 'nice' }],
    ['overrides', { 'text:': 'busy' }],
    ['overrides', { 'text:a\nb': 'busy' }],
    ['flashRingMs', 1_499],
    ['voiceRingMs', 1_499],
    ['numberOperators', ['Acme\r\nX-Evil: 1']],
    ['prices', { '7': '0.30/minute\nby 60/60' }],
    ['routing', { 'ru/Acme\n': 'pin' }],
    ['caFile', '/etc/ca.pem\r\n'],
  ])('are refused with the name of the wrong field: %s', (field, value) => {
    expect(faultInTrunk({ ...plain, [field]: value })).toMatchObject({ field })
  })

  it('require a user to register', () => {
    expect(faultInTrunk({ ...plain, register: true })).toMatchObject({ field: 'authUser' })
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
    expect('north-1').toMatch(trunkName.pattern)
    expect('North 1').not.toMatch(trunkName.pattern)
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
    const found = reachabilityFault(sipHosts.split(','), { ...plain, host })
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(fault)
  })
})

describe('trunk settings typed by an operator', () => {
  it('are read field by field', () => {
    const read = withWritten(plain, {
      port: '5070',
      callsAtOnce: '30',
      register: 'yes',
      authUser: 'me',
      prefixes: '7, 77',
      overrides: '603:trunk-fault,Q21:busy,"text:no: credit, sorry:trunk-fault"',
      proxy: 'none',
    })
    expect(read).toMatchObject({
      port: 5070,
      callsAtOnce: 30,
      register: true,
      authUser: 'me',
      prefixes: ['7', '77'],
      overrides: { '603': 'trunk-fault', Q21: 'busy', 'text:no: credit, sorry': 'trunk-fault' },
      proxy: null,
    })
    expect(faultInTrunk(read)).toBeUndefined()
  })

  it('srtp: is refused without TLS, and taken with it', () => {
    const over = (transport: string) => withWritten(plain, { srtp: 'yes', transport })
    expect(faultInTrunk(over('tcp'))).toEqual({ field: 'srtp', expected: 'no, because transport is not tls' })
    expect(faultInTrunk(over('tls'))).toBeUndefined()
  })

  it('leave unreadable values to the schema, which names the field', () => {
    expect(faultInTrunk(withWritten(plain, { callsAtOnce: 'many' }))).toEqual({
      field: 'callsAtOnce',
      expected: 'calls from 1 to 100000',
    })
  })

  it('keep commas, capitals and quotes of an entry', () => {
    const names = ['Acme, Ltd', 'ПАО "МегаФон"', '"Рога", ООО']
    const routing = { 'RU/Рога, ООО': 'exclude', '*': '80%' }
    const read = withWritten(plain, {
      numberOperators: '"Acme, Ltd", ПАО "МегаФон", """Рога"", ООО"',
      routing: '"RU/Рога, ООО:exclude",*:80%',
    })
    expect(read).toMatchObject({ numberOperators: names, routing })
    expect(faultInTrunk(read)).toBeUndefined()
    expect(destinationRules(routing)({ country: 'RU', operator: 'рога, ооо' })).toEqual({
      kind: 'exclude',
    })
  })

  it('are written in the same form as they are read', () => {
    const full = { ...plain, numberOperators: ['Acme, Ltd', '"A" B', 'C "D"'], routing: { 'ru/A, B': 'pin' } }
    const overrides = { 'text:a, b: c': 'blocked', 'text:marked': 'unwanted' } as const
    for (const settings of [plain, full, { ...plain, overrides }]) {
      const typed = namesOf(trunkFields).map((name) => [
        name,
        writtenValue(trunkFields[name], settings[name]),
      ])
      expect(withWritten(plain, Object.fromEntries(typed))).toEqual(settings)
    }
  })
})
