import { parseMessage, SipRequest } from '@ringkey/sip'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type IdentityTrust, readCallerIdentity } from './caller-identity.ts'

const usual: IdentityTrust = { fromTrust: 'unscreened', remotePartyTrust: 'never', incomingFormat: '+E164' }
const person = '79161234567'
const other = '79169999999'

function inviteWith(headers: readonly string[], from = `<sip:+${person}@x.example>`): SipRequest {
  const lines = [
    'INVITE sip:+74951230001@127.0.0.1 SIP/2.0',
    'Via: SIP/2.0/UDP 127.0.0.1;branch=z9hG4bKx',
    `From: ${from};tag=a`,
    'To: <sip:+74951230001@127.0.0.1>',
    'Call-ID: x',
    'CSeq: 1 INVITE',
    'Max-Forwards: 70',
    ...headers,
    'Content-Length: 0',
  ]
  const parsed = parseMessage(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`))
  if (!(parsed instanceof SipRequest)) throw new Error(`no request: ${JSON.stringify(parsed)}`)
  return parsed
}

const read = (headers: readonly string[], trust: Partial<IdentityTrust> = {}, from?: string) =>
  readCallerIdentity(inviteWith(headers, from), { ...usual, ...trust })
const pai = (number: string, more = '') => `P-Asserted-Identity: <sip:+${number}${more}@x.example>`
const rpid = (number: string, more: string) => `Remote-Party-ID: <sip:+${number}@x.example>${more}`

describe('P-Asserted-Identity', () => {
  it('is preferred to From, also when the caller withholds the number from the callee', () => {
    const believed = { believed: person, source: 'asserted', why: 'asserted', verstat: 'none' }
    const hidden = '"Anonymous" <sip:anonymous@anonymous.invalid>'
    expect(read([pai(person)], {}, `<sip:+${other}@x.example>`)).toMatchObject(believed)
    expect(read([pai(person), 'Privacy: id'], {}, hidden)).toMatchObject(believed)
    expect(read([`P-Asserted-Identity: <sip:8${person.slice(1)}@x>, <tel:+${person}>`])).toMatchObject(
      believed,
    )
    expect(read([`P-Asserted-Identity: <sip:alice@x>, <tel:+${person}>`])).toMatchObject(believed)
  })

  it.each([
    ['P-Asserted-Identity: <sip:alice@x.example>', 'asserted-no-number'],
    ['P-Asserted-Identity: "Anonymous" <sip:anonymous@anonymous.invalid>', 'asserted-no-number'],
    ['P-Asserted-Identity: <sip:unavailable@unknown.invalid>', 'asserted-no-number'],
    ['P-Asserted-Identity: rubbish', 'asserted-no-number'],
    ['P-Asserted-Identity: "unclosed <sip:+79161234567@x>', 'asserted-no-number'],
    ['P-Asserted-Identity:', 'asserted-no-number'],
    [`P-Asserted-Identity: <sip:+${other}@x>, <tel:+${person}>`, 'asserted-two-numbers'],
  ])('%s is never replaced by From', (header, why) => {
    for (const fromTrust of ['unscreened', 'screened'] as const)
      expect(read([header], { fromTrust })).toMatchObject({ believed: undefined, source: 'none', why })
  })
})

it('an asserted identity without a number is withheld when the caller asks for it', () => {
  const nobody = 'P-Asserted-Identity: <sip:anonymous@anonymous.invalid>'
  expect(read([nobody, 'Privacy: id']).why).toBe('withheld')
})

describe('From without a country code', () => {
  const national = person.slice(1)
  it.each([national, `8${national}`, `8(${national.slice(0, 3)})${national.slice(3)}`])(
    'a trunk that writes E.164 does not vouch for %s, whatever it says of From',
    (written) => {
      const from = `<sip:${written};verstat=TN-Validation-Passed@x.example>`
      for (const fromTrust of ['never', 'verified', 'unscreened', 'screened'] as const)
        expect(read([], { fromTrust }, from)).toMatchObject({
          believed: undefined,
          claimed: person,
          why: 'from-without-country',
        })
    },
  )

  it('is read where the trunk is set to write numbers so, and with a country code in any spelling', () => {
    const screened = { fromTrust: 'screened' } as const
    const believed = { believed: person, why: 'from-screened' }
    const national8 = { ...screened, incomingFormat: '8national:RU' }
    expect(read([], national8, `<sip:8${national}@x.example>`)).toMatchObject(believed)
    for (const written of [person, `810${person}`, `${national};phone-context=+7`])
      expect(read([], screened, `<sip:${written}@x.example>`)).toMatchObject(believed)
  })
})

describe('a failed number check of the network', () => {
  const failed = { believed: undefined, source: 'none', why: 'verstat-failed', verstat: 'failed' }
  it.each([
    ['in the asserted user part', [pai(person, ';verstat=TN-Validation-Failed')], undefined],
    ['with its attestation', [pai(person, ';verstat=TN-Validation-Failed-C')], undefined],
    ['in From beside an assertion', [pai(person)], `<tel:+${person};verstat=TN-Validation-Failed>`],
    ['in From alone', [], `<sip:+${person};verstat=tn-validation-failed@x>`],
    [
      'beside one that passed',
      [pai(person, ';verstat=TN-Validation-Passed;verstat=TN-Validation-Failed')],
      undefined,
    ],
  ])('counts %s', (_, headers, from) => {
    expect(read(headers, { fromTrust: 'screened' }, from)).toMatchObject({ ...failed, claimed: person })
  })
})

describe('From', () => {
  it.each(['Privacy: id', 'Privacy: header;id;critical', 'Privacy: user', 'privacy: ID'])(
    'is not used when the caller withholds the identity: %s',
    (privacy) => {
      expect(read([privacy], { fromTrust: 'screened' })).toMatchObject({
        believed: undefined,
        why: 'withheld',
      })
    },
  )

  it('is accepted beside a Privacy value that hides no identity', () => {
    for (const privacy of ['Privacy: none', 'Privacy: session']) expect(read([privacy]).believed).toBe(person)
  })

  const passed = `<sip:+${person};verstat=TN-Validation-Passed-A@x.example>`
  const notMade = `<sip:+${person};verstat=No-TN-Validation@x.example>`
  it.each([
    ['unscreened', undefined, person, 'from-unscreened', 'none'],
    ['unscreened', passed, person, 'from-unscreened', 'none'],
    ['unscreened', notMade, person, 'from-unscreened', 'not-validated'],
    ['screened', undefined, person, 'from-screened', 'none'],
    ['screened', passed, person, 'from-screened', 'passed'],
    ['verified', passed, person, 'from-verified', 'passed'],
    ['verified', notMade, undefined, 'from-not-trusted', 'not-validated'],
    ['verified', undefined, undefined, 'from-not-trusted', 'none'],
    ['never', passed, undefined, 'from-not-trusted', 'passed'],
    ['screened', '<sip:anonymous@x>', undefined, 'withheld', 'none'],
    ['screened', '<sip:alice@x>', undefined, 'no-number', 'none'],
  ] as const)('with the trunk setting %s: %s', (fromTrust, from, believed, why, verstat) => {
    expect(read([], { fromTrust }, from)).toMatchObject({ believed, why, verstat })
  })

  it('reports a check result that the caller may have written', () => {
    expect(read([], {}, passed).verstatFromCaller).toBe(true)
    expect(read([], { fromTrust: 'screened' }, passed).verstatFromCaller).toBe(false)
  })
})

describe('Remote-Party-ID', () => {
  const foreign = `<sip:+${other}@x.example>`
  const screened = rpid(person, ';party=calling;id-type=subscriber;privacy=off;screen=yes')
  it('is read only when the trunk is configured for it, and ranks below P-Asserted-Identity', () => {
    expect(read([screened], {}, foreign)).toMatchObject({ believed: other, source: 'from' })
    const trusted = { remotePartyTrust: 'screened' } as const
    expect(read([screened], trusted, foreign)).toMatchObject({
      believed: person,
      source: 'remote-party',
      why: 'remote-party-screened',
    })
    expect(read([screened, pai(other)], trusted)).toMatchObject({ believed: other, source: 'asserted' })
  })

  it.each([
    [';party=calling;screen=no', 'screened', undefined, 'remote-party-not-screened'],
    ['', 'screened', undefined, 'remote-party-not-screened'],
    [';screen=no', 'always', person, 'remote-party-unscreened'],
    ['', 'always', person, 'remote-party-unscreened'],
    [';screen="yes"', 'always', person, 'remote-party-screened'],
    [';screen=yes;privacy=full', 'screened', person, 'remote-party-screened'],
    [';party=called;screen=yes', 'screened', other, 'from-unscreened'],
    [';id-type=return;screen=yes', 'screened', other, 'from-unscreened'],
    [';id-type=alias;screen=yes', 'always', other, 'from-unscreened'],
  ] as const)('%s with the trunk setting %s', (parameters, remotePartyTrust, believed, why) => {
    expect(read([rpid(person, parameters)], { remotePartyTrust }, foreign)).toMatchObject({ believed, why })
  })

  it('is never replaced by From when it is not a number', () => {
    for (const header of [
      'Remote-Party-ID: <sip:anonymous@x>;privacy=full;screen=yes',
      'Remote-Party-ID: "unclosed',
    ])
      expect(read([header], { remotePartyTrust: 'screened' }).why).toBe('remote-party-no-number')
  })

  it('that withholds the caller counts on every trunk', () => {
    for (const privacy of ['full', 'uri', 'full-network', '"name,uri"'])
      expect(read([rpid('1', `;privacy=${privacy}`)]).why).toBe('withheld')
    expect(read([rpid('1', ';privacy=name')]).believed).toBe(person)
  })
})

it('caller identity: a local number belongs to the country of its context', () => {
  const asserts = (uri: string) => read([`P-Asserted-Identity: <${uri}>`]).believed
  expect(asserts('tel:9161234567;phone-context=+44')).toBe('449161234567')
  expect(asserts('sip:9161234567;phone-context=+44@x;user=phone')).toBe('449161234567')
  expect(asserts('tel:9161234567;phone-context=+7')).toBe(person)
  expect(asserts('tel:9161234567;phone-context=x.example')).toBe(person)
  expect(asserts('tel:+79161234567;phone-context=+44')).toBe(person)
})

const anyVerstat = fc.constantFrom(
  '',
  ';verstat=TN-Validation-Passed',
  ';verstat=TN-Validation-Failed',
  ';verstat=x',
)
const anyAddress = fc.oneof(
  fc
    .tuple(fc.constantFrom(person, other, '1', 'alice'), anyVerstat)
    .map(([user, v]) => `<sip:+${user}${v}@x>`),
  fc.string().map((text) => text.replace(/[\r\n]/g, '')),
)
const anyTrust = fc.record({
  fromTrust: fc.constantFrom('never', 'verified', 'unscreened', 'screened'),
  remotePartyTrust: fc.constantFrom('never', 'screened', 'always'),
  incomingFormat: fc.constant('+E164'),
}) satisfies fc.Arbitrary<IdentityTrust>
const anyHeaders = fc.array(
  fc.oneof(
    anyAddress.map((value) => `P-Asserted-Identity: ${value}`),
    anyAddress.map((value) => `Remote-Party-ID: ${value};screen=yes`),
    fc.constantFrom('Privacy: id', 'Privacy: none'),
  ),
  { maxLength: 4 },
)

it('caller identity, any INVITE: From is used only when no network header names or withholds the caller', () => {
  fc.assert(
    fc.property(anyHeaders, anyVerstat, anyTrust, (headers, verstat, trust) => {
      const identity = readCallerIdentity(inviteWith(headers, `<sip:+${person}${verstat}@x>`), trust)
      expect(identity.believed === undefined).toBe(identity.source === 'none')
      if (identity.believed !== undefined) expect(identity.verstat).not.toBe('failed')
      if (identity.source !== 'from') return
      expect(headers.some((header) => /^(P-Asserted-Identity|Privacy: id)/.test(header))).toBe(false)
      expect(trust.fromTrust).not.toBe('never')
      expect(verstat).not.toContain('Failed')
    }),
  )
})

it('the header that names the caller is known, also where the trunk does not read or believe it', () => {
  const named = (
    headers: readonly string[],
    trust: Partial<IdentityTrust> = { fromTrust: 'verified' },
    from?: string,
  ) => {
    const { source, namedIn } = read(headers, trust, from)
    return [source, namedIn]
  }
  const nobody = '"Anonymous" <sip:anonymous@anonymous.invalid>'
  expect(named([pai(person)])).toEqual(['asserted', 'asserted'])
  expect(named([])).toEqual(['none', 'from'])
  expect(named([], { fromTrust: 'screened' })).toEqual(['from', 'from'])
  expect(named([rpid(person, ';screen=yes')])).toEqual(['none', 'remote-party'])
  expect(named([rpid(person, ';screen=yes')], { remotePartyTrust: 'screened' })).toEqual([
    'remote-party',
    'remote-party',
  ])
  // Not screened: what the caller wrote, as in From.
  expect(named([rpid(person, '')])).toEqual(['none', 'from'])
  expect(named([rpid(person, '')], { remotePartyTrust: 'screened' })).toEqual(['none', 'remote-party'])
  expect(named([], {}, nobody)).toEqual(['none', 'none'])
})
