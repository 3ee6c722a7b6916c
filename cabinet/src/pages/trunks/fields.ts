import type { TrunkView } from '@ringkey/server/cabinet-api'

export type Settings = TrunkView['settings']
export type Field = keyof Settings

/** What a field is typed as. A list is written with commas, a pair as `603:busy`. */
type Kind = 'text' | 'number' | 'yes-no' | 'list' | 'pairs' | readonly string[]

/** `enabled` has a button of its own. */
export const kinds: Readonly<Record<Exclude<Field, 'enabled'>, Kind>> = {
  host: 'text',
  port: 'number',
  transport: ['udp', 'tcp', 'tls'],
  authUser: 'text',
  registerUser: 'text',
  register: 'yes-no',
  prefixes: 'list',
  callsAtOnce: 'number',
  callsPerSecond: 'number',
  prices: 'pairs',
  costWeight: 'number',
  routing: 'pairs',
  tcpForLarge: 'yes-no',
  caFile: 'text',
  proxy: 'text',
  fromUser: 'text',
  fromDomain: 'text',
  registerSeconds: 'number',
  incomingCalls: 'yes-no',
  trustedSources: 'list',
  calledFormat: 'text',
  callerFormat: 'text',
  incomingFormat: 'text',
  callerPlaces: 'list',
  trustDomain: 'yes-no',
  anonymousFrom: 'yes-no',
  privacy: ['unset', 'none', 'id'],
  calledPlace: ['request-uri', 'to', 'p-called-party-id'],
  fromTrust: ['never', 'verified', 'unscreened', 'screened'],
  remotePartyTrust: ['never', 'screened', 'always'],
  callersOperator: 'text',
  callersRegion: 'text',
  numberOperators: 'list',
  shortCallsPerHour: 'number',
  reliableProgress: 'yes-no',
  srtp: 'yes-no',
  optionsSeconds: 'number',
  earlyMediaIsRinging: ['learned', 'yes', 'no'],
  unreachableTriesNext: 'yes-no',
  overrides: 'pairs',
  responseTimeoutMs: 'number',
  ringingTimeoutMs: 'number',
  flashRingMs: 'number',
  earlyMediaWaitMs: 'number',
  voiceRingMs: 'number',
  speechDelayMs: 'number',
}

export type FormField = keyof typeof kinds

/** What most trunks need; the rest is folded. */
export const basicFields: readonly FormField[] = [
  'host',
  'port',
  'transport',
  'authUser',
  'register',
  'prefixes',
  'callsAtOnce',
  'callsPerSecond',
  'prices',
]
export const foldedFields = {
  addresses: [
    'tcpForLarge',
    'caFile',
    'proxy',
    'registerUser',
    'fromUser',
    'fromDomain',
    'registerSeconds',
    'incomingCalls',
    'trustedSources',
    'optionsSeconds',
  ],
  numbers: [
    'calledFormat',
    'callerFormat',
    'incomingFormat',
    'callerPlaces',
    'trustDomain',
    'anonymousFrom',
    'privacy',
    'numberOperators',
    'calledPlace',
  ],
  callers: ['fromTrust', 'remotePartyTrust', 'callersOperator', 'callersRegion'],
  calls: [
    'shortCallsPerHour',
    'reliableProgress',
    'srtp',
    'earlyMediaIsRinging',
    'unreachableTriesNext',
    'overrides',
  ],
  routing: ['routing', 'costWeight'],
  times: [
    'responseTimeoutMs',
    'ringingTimeoutMs',
    'flashRingMs',
    'earlyMediaWaitMs',
    'voiceRingMs',
    'speechDelayMs',
  ],
} satisfies Record<string, readonly FormField[]>

export type Written = Readonly<Record<FormField, string>>

export function writtenSettings(settings: Omit<Settings, 'host'> & { readonly host?: string }): Written {
  const entries = (Object.keys(kinds) as FormField[]).map((field) => [field, written(settings[field])])
  return Object.fromEntries(entries) as Written
}

/**
 * The form after another preset was chosen. A field that the person changed, so that it differs from the value of the
 * previous preset, is kept.
 */
export function withPreset(now: Written, from: Written, to: Written): Written {
  const entries = (Object.keys(kinds) as FormField[]).map((field) => [
    field,
    now[field] === from[field] ? to[field] : now[field],
  ])
  return Object.fromEntries(entries) as Written
}

function written(value: Settings[Field] | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([code, meaning]) => `${code}:${meaning}`)
    .join(', ')
}

/** A value that cannot be parsed is sent as text: the server refuses it and names the field. */
export function settingOf(field: FormField, text: string): unknown {
  const kind = kinds[field]
  const trimmed = text.trim()
  if (kind === 'yes-no') return trimmed === 'yes'
  if (kind === 'list') return parts(trimmed)
  if (kind === 'pairs') return Object.fromEntries(parts(trimmed).map(pair))
  if (trimmed === '' && field !== 'host') return null
  return kind === 'number' && /^\d+([.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : trimmed
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function pair(text: string): [string, string] {
  const [code = '', ...meaning] = text.split(':')
  return [code.trim().toLowerCase(), meaning.join(':').trim()]
}
