import { describe, expect, it } from 'vitest'
import { Headers } from './headers.ts'
import { SipRequest, SipResponse } from './message.ts'
import { isNameAddress, parseNameAddress, tagOf, usualTag } from './name-address.ts'
import { parseMessage } from './parse.ts'
import { serialise } from './serialise.ts'
import { parseVia, usualBranch } from './via.ts'

const sentBy = [
  '192.0.2.1',
  '192.0.2.1:5060',
  '192.0.2.1:59999',
  '192.0.2.1:64999',
  '192.0.2.1:65535',
  '[::1]:5060',
]
const oddSentBy = ['192.0.2.1:65536', '192.0.2.1:99999', '192.0.2.1:', ':5060', '']
const endings = [
  ';branch=z9hG4bKa',
  ';rport;branch=z9hG4bKa.b-c;received=192.0.2.9',
  ';branch=one;branch=two',
  ';Branch=one;branch=two',
  ';branch="z9hG4bK a"',
  ' ; branch = z9hG4bKa',
  ';branch=',
  ';branch=a;;rport',
  ';rport',
  '',
]

describe('a Via of the common form', () => {
  const lines = [...sentBy, ...oddSentBy].flatMap((host) =>
    endings.map((ending) => `SIP/2.0/UDP ${host}${ending}`),
  )
  it.each(lines)('has the same branch as the full parser finds: %s', (line) => {
    const usual = usualBranch(line)
    if (usual !== undefined) expect(parseVia(line)?.parameters.get('branch')).toBe(usual)
    const message = new SipResponse(200, 'OK', Headers.of(['Via', line]))
    expect(message.hasVia()).toBe(parseVia(line) !== undefined)
    if (message.hasVia()) expect(message.branch).toBe(parseVia(line)?.parameters.get('branch'))
  })

  it('matches what we and most peers send', () => {
    expect(usualBranch('SIP/2.0/UDP 192.0.2.1:45678;branch=z9hG4bK0a1b;rport=5060')).toBe('z9hG4bK0a1b')
  })
})

describe('a tag at the end', () => {
  it.each([
    '<sip:a@b>;tag=one',
    '"x>;tag=no" <sip:a@b>;tag=one',
    '<sip:a@b>;tag=one;tag=two',
    '<sip:a@b>;tag=one;x=y',
    '<sip:a@b>;x=y;tag=one',
    'sip:a@b;tag=one',
    '<sip:a@b>;x=">;tag=no"',
    '<sip:a@b>',
    '<sip:a@b>;tag = one',
  ])('is the same as the full parser finds: %s', (value) => {
    const whole = parseNameAddress(value)
    expect(whole).toBeDefined()
    if (usualTag(value) !== undefined) expect(usualTag(value)).toBe(tagOf(whole!))
    expect(new SipResponse(200, 'OK', Headers.of(['To', value])).toTag).toBe(tagOf(whole!))
    expect(new SipResponse(200, 'OK', Headers.of(['From', value])).fromTag).toBe(tagOf(whole!))
  })

  it.each([...sentBy, ...oddSentBy])(
    'and a host are accepted by the pattern exactly when the parser accepts them: %s',
    (host) => {
      const value = `<sip:a@${host}>;tag=one`
      expect(isNameAddress(value)).toBe(parseNameAddress(value) !== undefined)
    },
  )
})

describe('a head that is not ASCII', () => {
  const headers = Headers.of(
    ['Via', 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKa'],
    ['From', '"Звонок" <sip:a@b>;tag=one'],
    ['To', '<sip:a@b>'],
    ['Call-ID', 'one'],
    ['CSeq', '1 MESSAGE'],
  )
  const body = Buffer.from('тело\r\n\r\nend')

  it('is written and read with its complete body', () => {
    const bytes = serialise(new SipRequest('MESSAGE', 'sip:a@b', headers, body))
    const read = parseMessage(bytes)
    expect(read.kind === 'request' && read.headers.get('From')).toBe('"Звонок" <sip:a@b>;tag=one')
    expect(read.kind === 'request' && Buffer.from(read.body).equals(body)).toBe(true)
  })

  it('may be ASCII with a body that is not', () => {
    const plain = headers.clone().set('From', '<sip:a@b>;tag=one')
    const read = parseMessage(serialise(new SipRequest('MESSAGE', 'sip:a@b', plain, body)))
    expect(read.kind === 'request' && Buffer.from(read.body).equals(body)).toBe(true)
  })
})
