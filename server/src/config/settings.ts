import { readFileSync } from 'node:fs'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type InstallationField, installationFields } from '../fields/installation-fields.ts'
import { writtenName } from '../fields/written.ts'
import { isAddressOrRange } from '../platform/address-list.ts'
import { SettingError } from './setting-error.ts'

const port = Type.Integer({ minimum: 0, maximum: 65535 })
const text = Type.String({ minLength: 1 })
const optionalText = Type.Optional(text)
const hostAndPort = '([A-Za-z0-9.-]+|\\[[0-9a-fA-F:.]+\\])(:\\d{1,5})?'

const databaseUrl = Type.Optional(Type.String({ pattern: '^postgres(ql)?://[^ ]+$' }))

/** A setting: its allowed values, as a schema for the program and in words for the operator. */
interface Setting<S extends TSchema = TSchema> {
  readonly schema: S
  readonly expected: string
  readonly fallback?: unknown
  readonly numbers?: Numbers
  /** The value is never shown. */
  readonly secret?: true
}

const setting = <S extends TSchema>(schema: S, expected: string, fallback?: Static<S>): Setting<S> => ({
  schema,
  expected,
  ...(fallback === undefined ? {} : { fallback }),
})
const secretSetting = <S extends TSchema>(schema: S, expected: string): Setting<S> => ({
  schema,
  expected,
  secret: true,
})

/** A number of a setting that has several: how it is written, with # for the number, and its bounds. */
interface PartOfSetting {
  readonly text: string
  readonly fallback: number
  readonly minimum?: number
  readonly maximum: number
}
type Numbers = Readonly<Record<string, PartOfSetting>>

/** A setting such as `15s,4/min,30/day`. Parts that are left out keep their defaults. */
function severalNumbers<N extends Numbers>(numbers: N, what: string) {
  const bounds = Object.entries(numbers).map(([name, { minimum = 0, maximum }]) => [
    name,
    Type.Integer({ minimum, maximum }),
  ])
  const schema = Type.Unsafe<{ readonly [P in keyof N]: number }>(Type.Object(Object.fromEntries(bounds)))
  const parts = Object.values(numbers)
  const fallback = Object.fromEntries(Object.entries(numbers).map(([name, part]) => [name, part.fallback]))
  const example = parts.map(({ text, fallback }) => text.replace('#', String(fallback))).join(',')
  const ranges = parts.map(({ text, minimum = 0, maximum }) => text.replace('#', `${minimum}-${maximum}`))
  return { schema, expected: `${what}, such as ${example} (${ranges.join(', ')})`, fallback, numbers }
}

const list = Type.Array(text)
/** A proxy is one machine or a few: with `/0` everybody could pretend any address. */
const proxies = Type.Array(Type.String({ pattern: '^[^/]+(/0*[1-9]\\d*)?$' }))
const addresses = 'addresses or ranges such as 10.0.0.1 or 10.0.0.0/8, separated by commas'

export const settingTable = {
  RINGKEY_HOST: setting(text, 'an address to listen on', '127.0.0.1'),
  RINGKEY_PORT: setting(port, 'a port from 0 to 65535 (0 takes a free one)', 8080),
  RINGKEY_TLS_CERT: setting(optionalText, 'a file with the certificate chain (PEM)'),
  RINGKEY_TLS_KEY: setting(optionalText, 'a file with the private key (PEM)'),
  RINGKEY_ALT_PORT: setting(port, 'a port from 0 to 65535 (0 switches the secondary address off)', 8081),
  RINGKEY_DATA: setting(text, 'a folder', './data'),
  RINGKEY_DATABASE_URL: secretSetting(
    databaseUrl,
    'an address such as postgres://user:password@host:5432/database (none: SQLite in the data folder)',
  ),
  RINGKEY_DATABASE_DIRECT_URL: secretSetting(
    databaseUrl,
    'the same database past a connection pooler, for migrations',
  ),
  RINGKEY_DATABASE_COMMIT: setting(
    Type.Enum(['strict', 'as-set']),
    'strict (synchronous_commit has to be on or remote_apply) or as-set (as the server has it)',
    'strict',
  ),
  RINGKEY_SIP_HOST: setting(
    text,
    'an address to listen on, or an IPv4 and an IPv6 one separated by a comma',
    '127.0.0.1',
  ),
  RINGKEY_SIP_PORT: setting(
    Type.Integer({ minimum: 0, maximum: 65534 }),
    'a port from 0 to 65534 (0 takes a free one); SIP over TLS takes the next',
    5060,
  ),
  RINGKEY_SIP_ADVERTISED: setting(
    Type.Optional(Type.String({ pattern: `^${hostAndPort}(,${hostAndPort})?$` })),
    'the address that peers are given, such as 203.0.113.7 or 203.0.113.7:5060; one for each of RINGKEY_SIP_HOST',
  ),
  RINGKEY_SIP_TLS_CERT: setting(optionalText, 'a file with the certificate chain (PEM)'),
  RINGKEY_SIP_TLS_KEY: setting(optionalText, 'a file with the private key (PEM)'),
  RINGKEY_SIP_NAME_SERVERS: setting(
    Type.Optional(Type.String({ pattern: '^[0-9a-fA-F.:\\[\\]]+(,[0-9a-fA-F.:\\[\\]]+){0,7}$' })),
    'up to 8 addresses of name servers, such as 10.0.0.53 or 10.0.0.53:5353, separated by commas',
  ),
  RINGKEY_RTP_PORTS: setting(
    Type.String({ pattern: '^\\d{4,5}-\\d{4,5}$' }),
    'a range of ports such as 20000-29999',
    '20000-29999',
  ),
  RINGKEY_DEMO: setting(Type.Enum(['auto', 'on', 'off']), 'auto, on or off', 'auto'),
  RINGKEY_QUIET: setting(
    Type.Enum(['on', 'off']),
    'on (no SIP, no webhooks, no mail, no messenger, no paid look-ups: to rehearse a restore) or off',
    'off',
  ),
  RINGKEY_METRICS_PORT: setting(port, 'a port from 0 to 65535 (0 switches metrics off)', 9464),
  RINGKEY_METRICS_HOST: setting(text, 'an address to listen on', '127.0.0.1'),
  RINGKEY_ADMIN_PORT: setting(port, 'a port from 0 to 65535 (0 switches the admin API off)', 9465),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    Type.Optional(Type.String({ pattern: '^https?://[^ ]+$' })),
    'the address of an OpenTelemetry collector, such as http://127.0.0.1:4318 (none: no traces are made)',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secretSetting(
    Type.Optional(Type.String({ pattern: '^[^=,\\s]+=[^,]+(,[^=,\\s]+=[^,]+)*$' })),
    'headers for the collector, such as Authorization=Bearer%20abc (RFC 3986: a space is %20)',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    Type.Number({ minimum: 0, maximum: 1 }),
    'the share of calls that are traced, from 0 to 1 such as 0.05',
    0.05,
  ),
  RINGKEY_HEARTBEAT_URL: secretSetting(
    Type.Optional(Type.String({ pattern: '^https?://[^ ]+$' })),
    'an address that hears every minute that calls are placed (none: nobody is told)',
  ),
  RINGKEY_PUBLIC_URL: setting(
    Type.Optional(Type.String({ pattern: '^https?://[^ ]+$' })),
    'an address such as https://verify.example.com',
  ),
  RINGKEY_LAME_DUCK_SECONDS: setting(
    Type.Integer({ minimum: 0, maximum: 60 }),
    'so many seconds a node that is stopped goes on accepting, 0 to 60',
    5,
  ),
  RINGKEY_DRAIN_SECONDS: setting(
    Type.Optional(Type.Integer({ minimum: 0, maximum: 61 })),
    'so many seconds calls in progress get at a stop, 0 to 61 (none given: 61, and 10 with a socket of systemd)',
  ),
  RINGKEY_SECRET: secretSetting(Type.Optional(Type.String({ minLength: 32 })), 'at least 32 characters'),
  RINGKEY_SECRET_FILE: setting(optionalText, 'a file that holds the root secret'),
  RINGKEY_SECRET_PREVIOUS_FILE: setting(
    optionalText,
    'a file that holds the root secret that is being replaced',
  ),
  RINGKEY_SMTP_URL: secretSetting(
    Type.Optional(Type.String({ pattern: '^smtps?://[^ ?]+([?]tls=(required|optional))?$' })),
    'a mail server such as smtp://user:password@mail.example.com:587 or smtps://… (with ?tls=optional mails may go out unencrypted)',
  ),
  RINGKEY_MAIL_FROM: setting(
    Type.Optional(Type.String({ pattern: '^[^\\r\\n]*[^\\s@<]+@[^\\s@>]+>?$' })),
    'the sender of mails, such as Ringkey <noreply@example.com>',
  ),
  RINGKEY_TELEGRAM_TOKEN: secretSetting(
    Type.Optional(Type.String({ pattern: '^\\d+:[A-Za-z0-9_-]+$' })),
    'the token of a Telegram bot, as BotFather gives it',
  ),
  RINGKEY_TELEGRAM_API: setting(
    Type.String({ pattern: '^https?://[^ ]+$' }),
    'the address of the Bot API',
    'https://api.telegram.org',
  ),
  RINGKEY_PROFILE: setting(Type.Enum(['standard', 'ucaller']), 'standard or ucaller', 'standard'),
  RINGKEY_ERROR_STATUS: setting(
    Type.Optional(Type.Enum(['mirror', '200'])),
    'mirror or 200 (none: mirror, and 200 in the profile ucaller)',
  ),
  RINGKEY_ADDRESS_LIMIT: severalNumbers(
    {
      apiPerSecond: { text: 'api:#/s', fallback: 30, maximum: 1_000_000 },
      cabinetPerSecond: { text: 'cabinet:#/s', fallback: 100, maximum: 1_000_000 },
      connections: { text: 'connections:#', fallback: 1_000, maximum: 20_000 },
    },
    'what one address may do',
  ),
  RINGKEY_SERVICE_LIMIT: severalNumbers(
    { requestsPerSecond: { text: '#/s', fallback: 300, maximum: 1_000_000 } },
    'what one service may send with its keys (0: no limit)',
  ),
  RINGKEY_TRUST_PROXY: setting(proxies, `${addresses}, and not /0, which is everybody`, []),
  RINGKEY_CALLBACK_ALLOW: setting(list, addresses, []),
  RINGKEY_NUMBER_LIMIT: severalNumbers(
    {
      gapSeconds: { text: '#s', fallback: 15, maximum: 3600 },
      perMinute: { text: '#/min', fallback: 4, minimum: 1, maximum: 60 },
      perDay: { text: '#/day', fallback: 30, minimum: 1, maximum: 1000 },
      restHours: { text: '#h', fallback: 10, maximum: 168 },
    },
    'the pause between calls of a service to one number, its calls, and its rest after the daily limit',
  ),
  RINGKEY_NUMBER_TOTAL_LIMIT: severalNumbers(
    {
      gapSeconds: { text: '#s', fallback: 5, maximum: 3600 },
      perMinute: { text: '#/min', fallback: 8, minimum: 1, maximum: 1000 },
      perDay: { text: '#/day', fallback: 60, minimum: 1, maximum: 1000 },
    },
    'the same over all services',
  ),
  RINGKEY_LOOKUP_FILE: setting(
    optionalText,
    'a JSON file that describes a look-up service (docs/number-registry.md)',
  ),
  RINGKEY_LOG_LEVEL: setting(
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    'fatal, error, warn, info, debug (a line for each request) or trace',
    'info',
  ),
} as const

export type SettingName = keyof typeof settingTable
export type Settings = { readonly [N in SettingName]: Static<(typeof settingTable)[N]['schema']> }

/** Reads and checks every setting; throws a SettingError that names the first wrong one. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const settings: Record<string, unknown> = {}
  refuseFormerNames(environment)
  for (const [name, { schema, expected, fallback, numbers, secret }] of Object.entries(settingTable) as [
    string,
    Setting,
  ][]) {
    const given = secret && name !== rootSecret ? secretFrom(environment, name) : environment[name]
    if (given === undefined || given === '') {
      settings[name] = fallback
      continue
    }
    const value = numbers === undefined ? fromText(given, schema) : numbersFrom(given, numbers)
    const isUsable =
      Value.Check(schema, value) &&
      (!addressLists.includes(schema) || (value as string[]).every(isAddressOrRange))
    if (!isUsable) {
      throw new SettingError(
        `${name} is ${secret ? 'set but not usable' : JSON.stringify(given)}: expected ${expected}`,
      )
    }
    settings[name] = value
  }
  requirePair(settings, 'RINGKEY_TLS_CERT', 'RINGKEY_TLS_KEY')
  requirePair(settings, 'RINGKEY_SIP_TLS_CERT', 'RINGKEY_SIP_TLS_KEY')
  requirePair(settings, 'RINGKEY_SMTP_URL', 'RINGKEY_MAIL_FROM')
  return Object.freeze(settings) as Settings
}

/** This secret has a file setting of its own, because it may also be generated there. */
const rootSecret = 'RINGKEY_SECRET'

/** A secret, or the content of the file that `…_FILE` names: container platforms provide secrets as files. */
function secretFrom(environment: Readonly<Record<string, string | undefined>>, name: string) {
  const file = environment[`${name}_FILE`]
  if (file === undefined || file === '') return environment[name]
  if (environment[name] !== undefined && environment[name] !== '')
    throw new SettingError(`${name} and ${name}_FILE are both set: expected one of them`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new SettingError(
      `${name}_FILE is ${JSON.stringify(file)}: expected a readable file (${(error as Error).message})`,
    )
  }
}

/** A value as an operator would write it. */
export function settingText(name: SettingName, value: unknown): string {
  const { numbers }: Setting = settingTable[name]
  if (numbers === undefined) return Array.isArray(value) ? value.join(', ') : String(value)
  const values = value as Readonly<Record<string, number>>
  return Object.entries(numbers)
    .map(([part, { text }]) => text.replace('#', String(values[part])))
    .join(',')
}

/** Names of earlier versions, without `RINGKEY_`, by what took their place. */
const formerNames: Partial<Readonly<Record<SettingName, string>>> = {
  RINGKEY_ADDRESS_LIMIT: 'RATE_PER_ADDRESS CABINET_RATE_PER_ADDRESS CONNECTIONS_PER_ADDRESS',
  RINGKEY_NUMBER_LIMIT: 'NUMBER_GAP_SECONDS NUMBER_PER_MINUTE NUMBER_PER_DAY NUMBER_BLOCK_HOURS',
  RINGKEY_NUMBER_TOTAL_LIMIT: 'NUMBER_TOTAL_GAP_SECONDS NUMBER_TOTAL_PER_MINUTE NUMBER_TOTAL_PER_DAY',
  RINGKEY_LOOKUP_FILE:
    'LOOKUP_URL LOOKUP_AUTHORIZATION LOOKUP_AUTHORIZATION_FILE LOOKUP_OPERATOR LOOKUP_MNC LOOKUP_PORTED LOOKUP_TIMEOUT_MS',
  RINGKEY_SMTP_URL: 'SMTP_TLS',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'OTLP_URL',
  OTEL_EXPORTER_OTLP_HEADERS: 'OTLP_HEADERS OTLP_HEADERS_FILE',
  OTEL_TRACES_SAMPLER_ARG: 'OTLP_PERCENT',
}

/** The commands that store what settings of earlier versions said. */
function commandsInstead(environment: Readonly<Record<string, string | undefined>>): string[] {
  return (Object.entries(installationFields) as [string, InstallationField][]).flatMap(
    ([field, { former: [name, part = '#'] = ['RINGKEY_', ''], value }]) => {
      const given = (environment[name] ?? '').trim()
      if (given === '') return []
      const number = new RegExp(`(?:^|,)\\s*${part.replace('#', '(\\d+)')}\\s*(?:,|$)`).exec(given)?.[1]
      const words = { on: 'yes', off: 'no' } as Readonly<Record<string, string>>
      const text = part === '#' ? (value.kind === 'yes-no' ? (words[given] ?? given) : given) : number
      return text === undefined ? [] : [`ringkey installation set ${writtenName(field)} ${text}`]
    },
  )
}

const storedNames = new Set(
  Object.values<InstallationField>(installationFields).flatMap(({ former }) => former?.[0] ?? []),
)

/** A limit that silently fell back to its default would be worse than a service that does not start. */
function refuseFormerNames(environment: Readonly<Record<string, string | undefined>>): void {
  const set = (Object.entries(formerNames) as [SettingName, string][])
    .flatMap(([name, former]) => former.split(' ').map((each) => [`RINGKEY_${each}`, name] as const))
    .filter(([former]) => (environment[former] ?? '') !== '')
  const stored = [...storedNames].filter((name) => (environment[name] ?? '') !== '')
  if (stored.length > 0)
    throw new SettingError(
      `${stored.join(', ')}: stored with the installation now, expected no such name, and instead the command ${commandsInstead(environment).join('; ') || 'ringkey installation set'}`,
    )
  if (set.length === 0) return
  const instead = new Set(set.map(([, name]) => `${name} (${settingTable[name].expected})`))
  throw new SettingError(
    `${set.map(([former]) => former).join(', ')}: no setting any more, expected instead ${[...instead].join('; ')}`,
  )
}

/** Names that look like settings but are unknown: most likely typing errors. */
export function unknownSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const table: Readonly<Record<string, Setting>> = settingTable
  const isKnown = (name: string) => name in table || table[name.replace(/_FILE$/, '')]?.secret === true
  return Object.keys(environment).filter((name) => name.startsWith('RINGKEY_') && !isKnown(name))
}

function fromText(given: string, schema: TSchema): unknown {
  if (Type.IsArray(schema)) {
    return given
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  }
  if (Type.IsInteger(schema)) return /^-?\d+$/.test(given) ? Number(given) : given
  if (Type.IsNumber(schema)) return /^\d+(\.\d+)?$/.test(given) ? Number(given) : given
  return given
}

/** Undefined for a text with a part that is not known or comes twice. */
function numbersFrom(given: string, numbers: Numbers): Record<string, number> | undefined {
  const values = new Map<string, number>()
  for (const written of given.split(',').map((part) => part.trim())) {
    const digits = /(?<=^|:)\d{1,9}/.exec(written)?.[0] ?? ''
    const found = Object.keys(numbers).find((part) => numbers[part]!.text.replace('#', digits) === written)
    if (found === undefined || digits === '' || values.has(found)) return undefined
    values.set(found, Number(digits))
  }
  return Object.fromEntries(
    Object.entries(numbers).map(([part, { fallback }]) => [part, values.get(part) ?? fallback]),
  )
}

const addressLists: readonly TSchema[] = [list, proxies]

function requirePair(settings: Record<string, unknown>, one: SettingName, other: SettingName): void {
  const [present, absent] = settings[one] === undefined ? [other, one] : [one, other]
  if (settings[present] !== undefined && settings[absent] === undefined) {
    throw new SettingError(
      `${absent} is not set: expected ${settingTable[absent].expected}, because ${present} is set`,
    )
  }
}
