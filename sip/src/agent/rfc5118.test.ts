// The cases of RFC 5118 in messages of our own, each with the outcome that the RFC prescribes for a user agent.
import { describe, expect, it } from 'vitest'
import { ipv6 } from '../../test/torture/ipv6.ts'
import { readSdp } from '../media/sdp-audio.ts'
import type { SipRequest } from '../message/message.ts'
import { parseNameAddress } from '../message/name-address.ts'
import { parseMessage } from '../message/parse.ts'
import { parseUri } from '../message/uri.ts'
import { parseVia, uniqueBranch } from '../message/via.ts'
import { locateLiteral } from '../resolve/locate.ts'
import { sdpOf } from './body.ts'
import { refusal } from './inspect-request.ts'

/** `process`: well-formed, passed on to its method. A number: the status of our answer. REGISTER is not offered (405). */
const outcomes: Record<string, 'process' | number> = {
  'ipv6-good': 405, // 4.1 an address in brackets
  'ipv6-bad': 400, // 4.2 the same without brackets
  'port-ambiguous': 405, // 4.3 the last colon is within the brackets
  'port-unambiguous': 405, // 4.4 the last colon is after them
  'via-received-param-with-delim': 'process', // 4.5 received in brackets
  'via-received-param-no-delim': 'process', // 4.5 received without
  'ipv6-in-sdp': 'process', // 4.6 addresses in a session description
  'mult-ip-in-header': 'process', // 4.7 both families in Via
  'mult-ip-in-sdp': 'process', // 4.8 both families in a session description
  'ipv4-mapped-ipv6': 'process', // 4.9 IPv4-mapped addresses
  'ipv6-bug-abnf-3-colons': 'process', // 4.10 tolerated: the grammar of RFC 3261 allows it
  'ipv6-correct-abnf-2-colons': 'process', // 4.10
}

function torture(name: string): SipRequest {
  const message = parseMessage(ipv6[name]!)
  if (message.kind !== 'request') throw new Error(`${name} is no request`)
  return message
}

function outcomeOf(name: string): 'process' | number | undefined {
  const message = parseMessage(ipv6[name]!)
  if (message.kind === 'malformed') return message.status
  return refusal(torture(name))?.status ?? 'process'
}

function hostOf(uri: string) {
  const read = parseUri(uri)
  if (read?.scheme !== 'sip') throw new Error(`${uri} is no SIP URI`)
  return { host: read.host, port: read.port }
}

const viasOf = (name: string) =>
  torture(name)
    .headers.list('Via')!
    .map((via) => parseVia(via)!)
const audioOf = (name: string) => readSdp(sdpOf(torture(name))!)!

describe('RFC 5118', () => {
  it('has an outcome for each of the 12 messages', () => {
    expect(Object.keys(outcomes).toSorted()).toEqual(Object.keys(ipv6).toSorted())
    expect(Object.keys(ipv6)).toHaveLength(12)
  })

  it.each(Object.entries(outcomes))('%s: %s', (name, outcome) => {
    expect(outcomeOf(name)).toBe(outcome)
  })

  it('keeps the address of a URI apart from its port (4.1, 4.3, 4.4)', () => {
    expect(hostOf(torture('ipv6-good').uri)).toEqual({ host: '[2001:db8::70]', port: undefined })
    expect(hostOf(torture('port-ambiguous').uri)).toEqual({ host: '[2001:db8::70:5070]', port: undefined })
    expect(hostOf(torture('port-unambiguous').uri)).toEqual({ host: '[2001:db8::70]', port: 5070 })
    const contact = parseNameAddress(torture('ipv6-good').headers.get('Contact')!)!
    expect(hostOf(contact.uri.text)).toEqual({ host: '[2001:db8::61]', port: undefined })
  })

  it('reads received with brackets and without, and what comes before it (4.5)', () => {
    for (const [name, received] of [
      ['via-received-param-with-delim', '[2001:db8::61:255]'],
      ['via-received-param-no-delim', '2001:db8::61:255'],
    ] as const) {
      const [via] = viasOf(name)
      expect(via!.parameters.get('received')).toBe(received)
      expect([via!.host, uniqueBranch(via!)]).toEqual(['[2001:db8::61:1]', 'z9hG4bKsix1'])
    }
  })

  it('reads both families in the Via lines (4.7, 4.9)', () => {
    const read = (name: string) => viasOf(name).map(({ transport, host, port }) => [transport, host, port])
    expect(read('mult-ip-in-header')).toEqual([
      ['UDP', '[2001:db8::61:1]', 6050],
      ['UDP', '192.0.2.61', undefined],
      ['TCP', '[2001:db8::61:2]', undefined],
    ])
    expect(read('ipv4-mapped-ipv6')).toEqual([
      ['UDP', '[::ffff:192.0.2.61]', 6060],
      ['UDP', '[::ffff:192.0.2.62]', undefined],
    ])
  })

  it('takes the address of each stream, of either family (4.6, 4.8, 4.9)', () => {
    expect(audioOf('ipv6-in-sdp').audio).toMatchObject({ address: '2001:db8::62', addressFamily: 6 })
    expect(audioOf('mult-ip-in-sdp').audio).toMatchObject({ address: '192.0.2.61', addressFamily: 4 })
    expect(audioOf('mult-ip-in-sdp').lines.map(({ type }) => type)).toEqual(['audio', 'video'])
    expect(audioOf('ipv4-mapped-ipv6').audio).toMatchObject({
      address: '::ffff:192.0.2.61',
      addressFamily: 6,
    })
  })

  it('sends to the same address with a third colon before the IPv4 part and without (4.10)', () => {
    const addressOf = (host: string) => locateLiteral({ host }, ['udp'])?.address
    for (const name of ['ipv6-bug-abnf-3-colons', 'ipv6-correct-abnf-2-colons'])
      expect([name, addressOf(hostOf(torture(name).uri).host)]).toEqual([name, '2001:db8::c000:246'])
    for (const host of [
      '[2001:db8:::70]',
      '[2001:::db8::192.0.2.70]',
      '[::::192.0.2.70]',
      '[2001:db8:::192.0.2]',
    ])
      expect([host, addressOf(host)]).toEqual([host, undefined])
  })
})
