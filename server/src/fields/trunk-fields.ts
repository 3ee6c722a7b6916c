import words from '../../assets/fields/trunk.json' with { type: 'json' }
import { type FieldValue, lineOf, type Row, withWords } from './field.ts'

/** A host name or address that is valid in a SIP URI (RFC 3261 25.1). */
const host = '(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\\[[0-9a-fA-F:.]{2,45}\\])'
const user = "^[A-Za-z0-9_.!~*'()&=+$,;?/-]{1,64}$"
/** Characters that need no quoting in digest credentials; IMS has `+74951230001@ims.example`. */
const digestName = '^[^\\x00-\\x20\\x7f"\\\\<>]{1,128}$'
/** Headers that can carry the calling number. */
const callerPlaces = ['from', 'pai', 'ppi', 'rpid', 'diversion', 'history-info'] as const
const codecs = ['pcma', 'pcmu', 'g722'] as const
/** The meanings that an operator may give to a status or a Q.850 cause of this carrier. */
const overrideMeanings = ['busy', 'unreachable', 'bad-number', 'trunk-fault', 'route-fault'] as const
/** See telephony/trunks/number-format.ts. */
const numberFormat = {
  kind: 'text',
  default: '+E164',
  pattern: lineOf(1, 32),
  expected: '+E164, E164, 810E164, national:RU or 8national:RU',
} as const satisfies FieldValue

/**
 * Every setting of a trunk, in the order of its form. The group `basic` is what most trunks need; the others are folded.
 * `enabled` has a button of its own. What a value means in a call stands where it is used; telephony's design has the times.
 */
const rows = {
  enabled: { value: { kind: 'yes-no', default: true }, group: 'button' },
  host: {
    value: {
      kind: 'text',
      pattern: `^${host}$`,
      expected: 'a host name or an address; IPv6 in brackets, such as [2001:db8::7]',
    },
    group: 'basic',
  },
  port: { value: { kind: 'number', default: null, min: 1, max: 65_535, unit: 'a port' }, group: 'basic' },
  transport: { value: { kind: 'choice', default: 'udp', choices: ['udp', 'tcp', 'tls'] }, group: 'basic' },
  authUser: {
    value: {
      kind: 'text',
      default: null,
      pattern: digestName,
      expected: 'a user name such as 1234567 or 1234567@ims.example, or none',
    },
    group: 'basic',
  },
  register: { value: { kind: 'yes-no', default: false }, group: 'basic' },
  prefixes: {
    value: {
      kind: 'list',
      default: [],
      pattern: '^[1-9]\\d{0,14}$',
      max: 1000,
      expected: 'prefixes such as 7 or 77, at most 1000',
    },
    group: 'basic',
  },
  callsAtOnce: {
    value: { kind: 'number', default: 200, min: 1, max: 100_000, unit: 'calls' },
    group: 'basic',
  },
  callsPerSecond: {
    value: { kind: 'number', default: 20, min: 0.01, max: 100_000, unit: 'calls', isWhole: false },
    group: 'basic',
  },
  prices: {
    value: {
      kind: 'pairs',
      default: {},
      keys: '^(\\*|[1-9]\\d{0,14})$',
      pattern: lineOf(1, 100),
      max: 1000,
      expected:
        'prefix or *, and its price in roubles such as 7:0.30/attempt or 77:0.05/answer+1.20/minute by 60/60; for each attempt, ring, answer, minute or second',
    },
    group: 'basic',
  },
  tcpForLarge: { value: { kind: 'yes-no', default: true }, group: 'addresses' },
  caFile: {
    value: {
      kind: 'text',
      default: null,
      pattern: '^/[^\\x00-\\x1f\\x7f]{1,499}$',
      expected: 'the path of a PEM file, such as /etc/ringkey/carrier-ca.pem, or none',
    },
    group: 'addresses',
  },
  proxy: {
    value: {
      kind: 'text',
      default: null,
      pattern: `^${host}(:\\d{1,5})?$`,
      expected: 'host or host:port (IPv6 in brackets), or none',
    },
    group: 'addresses',
  },
  registerUser: {
    value: { kind: 'text', default: null, pattern: user, expected: 'a user name, or none' },
    group: 'addresses',
  },
  fromUser: {
    value: { kind: 'text', default: null, pattern: user, expected: 'a user name, or none' },
    group: 'addresses',
  },
  fromDomain: {
    value: { kind: 'text', default: null, pattern: `^${host}$`, expected: 'a domain, or none' },
    group: 'addresses',
  },
  registerSeconds: {
    value: { kind: 'number', default: 3600, min: 30, max: 86_400, unit: 'seconds' },
    group: 'addresses',
  },
  incomingCalls: { value: { kind: 'yes-no', default: true }, group: 'addresses' },
  trustedSources: {
    value: {
      kind: 'list',
      default: [],
      pattern: lineOf(1, 50),
      max: 100,
      expected: 'addresses or ranges such as 203.0.113.0/24, at most 100',
    },
    group: 'addresses',
  },
  optionsSeconds: {
    value: { kind: 'number', default: 5, min: 5, max: 3600, unit: 'seconds', zero: 'never' },
    group: 'addresses',
  },
  calledFormat: { value: numberFormat, group: 'numbers' },
  callerFormat: { value: numberFormat, group: 'numbers' },
  incomingFormat: { value: numberFormat, group: 'numbers' },
  callerPlaces: {
    value: {
      kind: 'list',
      default: ['from'],
      choices: callerPlaces,
      min: 1,
      max: callerPlaces.length,
      expected: `one or more of ${callerPlaces.join(', ')}`,
    },
    group: 'numbers',
  },
  trustDomain: { value: { kind: 'yes-no', default: false }, group: 'numbers' },
  anonymousFrom: { value: { kind: 'yes-no', default: false }, group: 'numbers' },
  privacy: {
    value: { kind: 'choice', default: 'unset', choices: ['unset', 'none', 'id'] },
    group: 'numbers',
  },
  headers: {
    value: {
      kind: 'pairs',
      default: {},
      keys: '^(?!P-(?:Asserted|Preferred)-Identity$)(?:[XP]-[A-Za-z0-9-]{1,60}|User-to-User|Subject|Organization)$',
      pattern: lineOf(1, 200),
      max: 10,
      expected:
        'headers that begin with X- or P-, User-to-User, Subject or Organization, such as X-Account:42; at most 10',
    },
    group: 'numbers',
  },
  numberOperators: {
    value: {
      kind: 'list',
      default: [],
      pattern: lineOf(1, 200),
      max: 20,
      expected: 'names of operators as ringkey lookup shows them, at most 20',
    },
    group: 'numbers',
  },
  calledPlace: {
    value: { kind: 'choice', default: 'request-uri', choices: ['request-uri', 'to', 'p-called-party-id'] },
    group: 'numbers',
  },
  fromTrust: {
    value: {
      kind: 'choice',
      default: 'verified',
      choices: ['never', 'verified', 'unscreened', 'screened'],
    },
    group: 'callers',
  },
  remotePartyTrust: {
    value: { kind: 'choice', default: 'never', choices: ['never', 'screened', 'always'] },
    group: 'callers',
  },
  callersOperator: {
    value: {
      kind: 'text',
      default: null,
      pattern: lineOf(1, 200),
      expected: 'the name of an operator as ringkey lookup shows it, or none',
    },
    group: 'callers',
  },
  callersRegion: {
    value: {
      kind: 'text',
      default: null,
      pattern: lineOf(1, 200),
      expected: 'the name of a region as ringkey lookup shows it, or none',
    },
    group: 'callers',
  },
  shortCallsPerHour: {
    value: { kind: 'number', default: 0, min: 0, max: 100_000_000, unit: 'calls' },
    group: 'calls',
  },
  reliableProgress: { value: { kind: 'yes-no', default: true }, group: 'calls' },
  codecs: {
    value: {
      kind: 'list',
      default: ['pcma', 'pcmu'],
      choices: codecs,
      min: 1,
      max: codecs.length,
      expected: `one or more of ${codecs.join(', ')}`,
    },
    group: 'calls',
  },
  srtp: { value: { kind: 'choice', default: 'no', choices: ['no', 'offered', 'yes'] }, group: 'calls' },
  earlyMediaIsRinging: {
    value: { kind: 'choice', default: 'learned', choices: ['learned', 'yes', 'no'] },
    group: 'calls',
  },
  unreachableTriesNext: { value: { kind: 'yes-no', default: false }, group: 'calls' },
  overrides: {
    value: {
      kind: 'pairs',
      default: {},
      keys: '^([3-6]\\d\\d|[qQ]\\d{1,3})$',
      choices: overrideMeanings,
      max: 100,
      expected: `status or cause and its meaning, such as 603:trunk-fault or q21:busy; meanings: ${overrideMeanings.join(', ')}`,
    },
    group: 'calls',
  },
  routing: {
    value: {
      kind: 'pairs',
      default: {},
      keys: '^(\\*|[A-Za-z]{2}(/[^\\x00-\\x1f\\x7f:]{1,100})?)$',
      pattern: lineOf(1, 100),
      max: 200,
      expected:
        'destination and pin, exclude or a weight such as 80%: *:80%, ru:pin, ru/мегафон:exclude; weights from 1% to 1000%',
    },
    group: 'routing',
  },
  costWeight: {
    value: { kind: 'number', default: 1, min: 0, max: 1_000_000, unit: 'a number', isWhole: false },
    group: 'routing',
  },
  responseTimeoutMs: {
    value: { kind: 'number', default: 5_000, min: 500, max: 30_000, unit: 'milliseconds' },
    group: 'times',
  },
  ringingTimeoutMs: {
    value: { kind: 'number', default: 20_000, min: 1_000, max: 50_000, unit: 'milliseconds' },
    group: 'times',
  },
  flashRingMs: {
    value: { kind: 'number', default: 4_000, min: 200, max: 30_000, unit: 'milliseconds' },
    group: 'times',
  },
  earlyMediaWaitMs: {
    value: { kind: 'number', default: 12_000, min: 200, max: 30_000, unit: 'milliseconds' },
    group: 'times',
  },
  voiceRingMs: {
    value: { kind: 'number', default: 25_000, min: 1_000, max: 50_000, unit: 'milliseconds' },
    group: 'times',
  },
  speechDelayMs: {
    value: { kind: 'number', default: 700, min: 0, max: 5_000, unit: 'milliseconds' },
    group: 'times',
  },
} as const satisfies Readonly<Record<string, Row>>

export const trunkFields = withWords(rows, words)
