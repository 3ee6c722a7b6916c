import { isIP } from 'node:net'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  calledPlaces,
  callerPlaces,
  earlyMediaMeanings,
  fromTrusts,
  overrideMeanings,
  privacyRequests,
  remotePartyTrusts,
  sipTransports,
  type TrunkSettings,
} from '../../storage/trunk-records.ts'
import { destinationPattern, parseRule, ruleExpected } from './destination-rule.ts'
import { numberFormatExpected, parseNumberFormat } from './number-format.ts'
import { registeredUser } from './registered-user.ts'
import { parsePrice, priceExpected } from './trunk-price.ts'

/** A host name or address that is valid in a SIP URI (RFC 3261 25.1). */
const host = '(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\\[[0-9a-fA-F:.]{2,45}\\])'
const user = Type.String({ pattern: "^[A-Za-z0-9_.!~*'()&=+$,;?/-]{1,64}$" })
/** Characters that need no quoting in digest credentials; IMS has `+74951230001@ims.example`. */
const digestName = Type.String({ pattern: '^[^\\x00-\\x20\\x7f"\\\\<>]{1,128}$' })
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])
const milliseconds = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const format = Type.String({ maxLength: 32 })
const writtenPairs = (keys: string, maxProperties: number) =>
  Type.Record(Type.String({ pattern: keys }), Type.String({ maxLength: 100 }), {
    maxProperties,
    additionalProperties: false,
  })
const registryName = nullable(Type.String({ pattern: '^[^\\x00-\\x1f]{1,200}$' }))

/** Each field: its allowed values, and the same in words for error messages. */
const fields: Readonly<Record<keyof TrunkSettings, readonly [schema: TSchema, expected: string]>> = {
  enabled: [Type.Boolean(), 'yes or no'],
  host: [
    Type.String({ pattern: `^${host}$` }),
    'a host name or an address; IPv6 in brackets, such as [2001:db8::7]',
  ],
  port: [nullable(Type.Integer({ minimum: 1, maximum: 65535 })), 'a port from 1 to 65535, or none'],
  transport: [Type.Enum([...sipTransports]), sipTransports.join(', ')],
  tcpForLarge: [Type.Boolean(), 'yes or no'],
  srtp: [Type.Boolean(), 'yes or no'],
  caFile: [
    nullable(Type.String({ pattern: '^/[^\\x00-\\x1f]{1,499}$' })),
    'the path of a PEM file, such as /etc/ringkey/carrier-ca.pem, or none',
  ],
  proxy: [
    nullable(Type.String({ pattern: `^${host}(:\\d{1,5})?$` })),
    'host or host:port (IPv6 in brackets), or none',
  ],
  authUser: [nullable(digestName), 'a user name such as 1234567 or 1234567@ims.example, or none'],
  registerUser: [nullable(user), 'a user name, or none'],
  fromUser: [nullable(user), 'a user name, or none'],
  fromDomain: [nullable(Type.String({ pattern: `^${host}$` })), 'a domain, or none'],
  register: [Type.Boolean(), 'yes or no'],
  registerSeconds: [Type.Integer({ minimum: 30, maximum: 86_400 }), 'seconds from 30 to 86400'],
  incomingCalls: [Type.Boolean(), 'yes or no'],
  trustedSources: [
    Type.Array(Type.String(), { maxItems: 100 }),
    'addresses or ranges such as 203.0.113.0/24, at most 100',
  ],
  calledFormat: [format, numberFormatExpected],
  callerFormat: [format, numberFormatExpected],
  incomingFormat: [format, numberFormatExpected],
  callerPlaces: [
    Type.Array(Type.Enum([...callerPlaces]), {
      minItems: 1,
      maxItems: callerPlaces.length,
      uniqueItems: true,
    }),
    `one or more of ${callerPlaces.join(', ')}`,
  ],
  trustDomain: [Type.Boolean(), 'yes or no'],
  anonymousFrom: [Type.Boolean(), 'yes or no'],
  privacy: [Type.Enum([...privacyRequests]), privacyRequests.join(', ')],
  calledPlace: [Type.Enum([...calledPlaces]), calledPlaces.join(', ')],
  fromTrust: [Type.Enum([...fromTrusts]), fromTrusts.join(', ')],
  remotePartyTrust: [Type.Enum([...remotePartyTrusts]), remotePartyTrusts.join(', ')],
  callersOperator: [registryName, 'the name of an operator as ringkey lookup shows it, or none'],
  callersRegion: [registryName, 'the name of a region as ringkey lookup shows it, or none'],
  reliableProgress: [Type.Boolean(), 'yes or no'],
  optionsSeconds: [
    Type.Union([Type.Literal(0), Type.Integer({ minimum: 5, maximum: 3600 })]),
    'seconds from 5 to 3600, or 0 for never',
  ],
  numberOperators: [
    Type.Array(Type.String({ pattern: '^[^\\x00-\\x1f,]{1,200}$' }), { maxItems: 20, uniqueItems: true }),
    'names of operators as ringkey lookup shows them, at most 20',
  ],
  prefixes: [
    Type.Array(Type.String({ pattern: '^[1-9]\\d{0,14}$' }), { maxItems: 1000 }),
    'prefixes such as 7 or 77, at most 1000',
  ],
  callsPerSecond: [Type.Integer({ minimum: 1, maximum: 100_000 }), 'calls from 1 to 100000'],
  callsAtOnce: [Type.Integer({ minimum: 1, maximum: 100_000 }), 'calls from 1 to 100000'],
  prices: [writtenPairs('^(\\*|[1-9]\\d{0,14})$', 1000), priceExpected],
  costWeight: [Type.Number({ minimum: 0, maximum: 1_000_000 }), 'a number from 0 to 1000000'],
  routing: [writtenPairs(destinationPattern, 200), ruleExpected],
  shortCallsPerHour: [Type.Integer({ minimum: 0, maximum: 100_000_000 }), 'calls, or 0 for no bound'],
  earlyMediaIsRinging: [Type.Enum([...earlyMediaMeanings]), earlyMediaMeanings.join(', ')],
  unreachableTriesNext: [Type.Boolean(), 'yes or no'],
  overrides: [
    Type.Record(Type.String({ pattern: '^([3-6]\\d\\d|q\\d{1,3})$' }), Type.Enum([...overrideMeanings]), {
      maxProperties: 100,
      additionalProperties: false,
    }),
    `status or cause and its meaning, such as 603:trunk-fault or q21:busy; meanings: ${overrideMeanings.join(', ')}`,
  ],
  responseTimeoutMs: [milliseconds(500, 30_000), 'milliseconds from 500 to 30000'],
  ringingTimeoutMs: [milliseconds(1_000, 50_000), 'milliseconds from 1000 to 50000'],
  flashRingMs: [milliseconds(200, 30_000), 'milliseconds from 200 to 30000'],
  earlyMediaWaitMs: [milliseconds(200, 30_000), 'milliseconds from 200 to 30000'],
  voiceRingMs: [milliseconds(1_000, 50_000), 'milliseconds from 1000 to 50000'],
  speechDelayMs: [milliseconds(0, 5_000), 'milliseconds from 0 to 5000'],
}

export const trunkFields = Object.keys(fields) as (keyof TrunkSettings)[]

const trunkName = /^[a-z0-9][a-z0-9-]{0,31}$/

export function faultInName(name: string): string | undefined {
  return trunkName.test(name) ? undefined : 'name: expected 1 to 32 of a-z, 0-9 and -'
}

/** The fault, with the field and the expected value; undefined when the settings are valid. */
export function faultInTrunk(settings: TrunkSettings): string | undefined {
  for (const name of trunkFields) {
    const [schema, expected] = fields[name]
    if (!Value.Check(schema, settings[name])) return `${name}: expected ${expected}`
  }
  for (const name of ['calledFormat', 'callerFormat', 'incomingFormat'] as const) {
    if (parseNumberFormat(settings[name]) === undefined) return `${name}: expected ${numberFormatExpected}`
  }
  if (Object.values(settings.prices).some((text) => parsePrice(text) === undefined))
    return `prices: expected ${priceExpected}`
  if (Object.values(settings.routing).some((text) => parseRule(text) === undefined))
    return `routing: expected ${ruleExpected}`
  const source = settings.trustedSources.find((text) => !isAddressOrRange(text))
  if (source !== undefined) return `trustedSources: "${source}": expected ${fields.trustedSources[1]}`
  // RFC 4568 8: the keys are in the SDP, readable for everyone who can read the signalling.
  if (settings.srtp && settings.transport !== 'tls') return 'srtp: expected no, because transport is not tls'
  if (settings.caFile !== null && settings.transport !== 'tls')
    return `caFile: expected none, because transport is ${settings.transport}`
  if (settings.register && registeredUser(settings) === null) {
    return 'authUser: expected a user name, because register is on'
  }
  // RFC 3325 9.1: outside the carrier's trust domain the header is removed at best, and the call is refused at worst.
  if (settings.callerPlaces.includes('pai') && !settings.trustDomain) {
    return 'callerPlaces: expected ppi instead of pai, because trust-domain is no'
  }
  if (settings.anonymousFrom && settings.callerPlaces.includes('from')) {
    return 'anonymousFrom: expected no, because caller-places has from'
  }
  return undefined
}

function isAddressOrRange(text: string): boolean {
  const [address, bits, ...rest] = text.split('/')
  const family = isIP(address ?? '')
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
