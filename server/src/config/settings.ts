import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

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
  /** The value is never shown. */
  readonly secret?: true
}

const setting = <S extends TSchema>(
  schema: S,
  expected: string,
  fallback?: Static<S>,
  secret?: true,
): Setting<S> => ({
  schema,
  expected,
  ...(fallback === undefined ? {} : { fallback }),
  ...(secret ? { secret } : {}),
})

const list = Type.Array(text)
const countries = Type.Array(Type.String({ pattern: '^([A-Z]{2}|any)$' }))
const addresses = 'addresses or ranges such as 10.0.0.1 or 10.0.0.0/8, separated by commas'

export const settingTable = {
  RINGKEY_HOST: setting(text, 'an address to listen on', '127.0.0.1'),
  RINGKEY_PORT: setting(port, 'a port from 0 to 65535 (0 takes a free one)', 8080),
  RINGKEY_TLS_CERT: setting(optionalText, 'a file with the certificate chain (PEM)'),
  RINGKEY_TLS_KEY: setting(optionalText, 'a file with the private key (PEM)'),
  RINGKEY_ALT_PORT: setting(port, 'a port from 0 to 65535 (0 switches the secondary address off)', 8081),
  RINGKEY_DATA: setting(text, 'a folder', './data'),
  RINGKEY_DATABASE_URL: setting(
    databaseUrl,
    'an address such as postgres://user:password@host:5432/database (none: SQLite in the data folder)',
    undefined,
    true,
  ),
  RINGKEY_DATABASE_DIRECT_URL: setting(
    databaseUrl,
    'the same database past a connection pooler, for migrations',
    undefined,
    true,
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
    'the address that peers are told, such as 203.0.113.7 or 203.0.113.7:5060; one for each of RINGKEY_SIP_HOST',
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
  RINGKEY_ROUTING_QUALITY_PERCENT: setting(
    Type.Integer({ minimum: 1, maximum: 100 }),
    'how good a cheaper trunk has to be, in percent of the best one, from 1 to 100',
    95,
  ),
  RINGKEY_DEMO: setting(Type.Enum(['auto', 'on', 'off']), 'auto, on or off', 'auto'),
  RINGKEY_QUIET: setting(
    Type.Enum(['on', 'off']),
    'on (no SIP, no web-hooks, no mail, no messenger, no paid look-ups: to rehearse a restore) or off',
    'off',
  ),
  RINGKEY_METRICS_PORT: setting(port, 'a port from 0 to 65535 (0 switches metrics off)', 9464),
  RINGKEY_METRICS_HOST: setting(text, 'an address to listen on', '127.0.0.1'),
  RINGKEY_OTLP_URL: setting(
    Type.Optional(Type.String({ pattern: '^https?://[^ ]+$' })),
    'the address of an OpenTelemetry collector, such as http://127.0.0.1:4318 (none: no traces are made)',
  ),
  RINGKEY_OTLP_HEADERS: setting(
    Type.Optional(Type.String({ pattern: '^[^=,\\s]+=[^,]+(,[^=,\\s]+=[^,]+)*$' })),
    'headers for the collector, such as Authorization=Bearer abc',
    undefined,
    true,
  ),
  RINGKEY_OTLP_PERCENT: setting(
    Type.Integer({ minimum: 1, maximum: 100 }),
    'the share of calls that are traced, 1 to 100',
    5,
  ),
  RINGKEY_PUBLIC_URL: setting(
    Type.Optional(Type.String({ pattern: '^https?://[^ ]+$' })),
    'an address such as https://verify.example.com',
  ),
  RINGKEY_SECRET: setting(
    Type.Optional(Type.String({ minLength: 32 })),
    'at least 32 characters',
    undefined,
    true,
  ),
  RINGKEY_SECRET_FILE: setting(optionalText, 'a file that holds the root secret'),
  RINGKEY_SIGN_UP: setting(
    Type.Enum(['auto', 'open', 'invite', 'closed']),
    'open, invite, closed or auto (open in demo, else invite)',
    'auto',
  ),
  RINGKEY_OPERATOR_SECOND_FACTOR: setting(
    Type.Enum(['auto', 'on', 'off']),
    'on (operators need a second factor), off or auto (on where the demo is off and the public address is not loopback)',
    'auto',
  ),
  RINGKEY_CONFIRM_PHONE: setting(
    Type.Enum(['on', 'off']),
    'on (an account works once its owner confirmed a phone) or off',
    'off',
  ),
  RINGKEY_SMTP_URL: setting(
    Type.Optional(Type.String({ pattern: '^smtps?://[^ ]+$' })),
    'a mail server such as smtp://user:password@mail.example.com:587 or smtps://…',
    undefined,
    true,
  ),
  RINGKEY_SMTP_TLS: setting(
    Type.Enum(['required', 'optional']),
    'required or optional (mail may go out unencrypted where the server offers no STARTTLS)',
    'required',
  ),
  RINGKEY_MAIL_FROM: setting(
    Type.Optional(Type.String({ pattern: '^[^\\r\\n]*[^\\s@<]+@[^\\s@>]+>?$' })),
    'the sender of mails, such as Ringkey <noreply@example.com>',
  ),
  RINGKEY_TELEGRAM_TOKEN: setting(
    Type.Optional(Type.String({ pattern: '^\\d+:[A-Za-z0-9_-]+$' })),
    'the token of a Telegram bot, as BotFather gives it',
    undefined,
    true,
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
  RINGKEY_CONNECTIONS_PER_ADDRESS: setting(
    Type.Integer({ minimum: 0, maximum: 20_000 }),
    'open connections from 1 to 20000 (0 is no limit)',
    1_000,
  ),
  RINGKEY_RATE_PER_ADDRESS: setting(
    Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    'requests a second from 1 to 1000000 (0 is no limit)',
    30,
  ),
  RINGKEY_CABINET_RATE_PER_ADDRESS: setting(
    Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    'requests a second from 1 to 1000000 (0 is no limit)',
    100,
  ),
  RINGKEY_TRUST_PROXY: setting(list, addresses, []),
  RINGKEY_CALLBACK_ALLOW: setting(list, addresses, []),
  RINGKEY_NUMBER_GAP_SECONDS: setting(
    Type.Integer({ minimum: 0, maximum: 3600 }),
    'seconds between two calls to one number, 0 to 3600',
    15,
  ),
  RINGKEY_NUMBER_PER_MINUTE: setting(
    Type.Integer({ minimum: 1, maximum: 60 }),
    'calls to one number in a minute, 1 to 60',
    4,
  ),
  RINGKEY_NUMBER_PER_DAY: setting(
    Type.Integer({ minimum: 1, maximum: 1000 }),
    'calls to one number in 24 hours, 1 to 1000',
    30,
  ),
  RINGKEY_NUMBER_BLOCK_HOURS: setting(
    Type.Integer({ minimum: 0, maximum: 168 }),
    'hours a number rests after its daily limit, 0 to 168 (0: until a call is a day old)',
    10,
  ),
  RINGKEY_NUMBER_TOTAL_GAP_SECONDS: setting(
    Type.Integer({ minimum: 0, maximum: 3600 }),
    'seconds between two calls to one number over all services, 0 to 3600',
    5,
  ),
  RINGKEY_NUMBER_TOTAL_PER_MINUTE: setting(
    Type.Integer({ minimum: 1, maximum: 1000 }),
    'calls to one number in a minute over all services, 1 to 1000',
    8,
  ),
  RINGKEY_NUMBER_TOTAL_PER_DAY: setting(
    Type.Integer({ minimum: 1, maximum: 1000 }),
    'calls to one number in 24 hours over all services, 1 to 1000',
    60,
  ),
  RINGKEY_VELOCITY: setting(
    Type.Enum(['off', 'alarm', 'pause']),
    'off, alarm (unusual traffic raises an alarm) or pause (very unusual traffic is paused too)',
    'pause',
  ),
  RINGKEY_VELOCITY_ALARM_CALLS: setting(
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    'calls an hour to one destination below which nothing is unusual, 1 to 1000000',
    30,
  ),
  RINGKEY_VELOCITY_PAUSE_CALLS: setting(
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    'calls an hour to one destination below which nothing is paused, 1 to 1000000',
    150,
  ),
  RINGKEY_NUMBER_REST: setting(
    Type.Enum(['off', 'on']),
    'on (calling numbers that are refused rest by themselves) or off',
    'on',
  ),
  RINGKEY_DEFAULT_COUNTRIES: setting(countries, 'ISO country codes such as RU,KZ, or any', ['RU', 'KZ']),
  RINGKEY_RETENTION_DAYS: setting(
    Type.Integer({ minimum: 1, maximum: 3650 }),
    'days that calls are kept, 1 to 3650',
    180,
  ),
  RINGKEY_LEDGER_MONTHS: setting(
    Type.Integer({ minimum: 0, maximum: 1200 }),
    'whole months whose ledger entries are kept one by one, 0 to 1200; 0 keeps all of them',
    13,
  ),
  RINGKEY_REQUEST_LOG_DAYS: setting(
    Type.Integer({ minimum: 0, maximum: 90 }),
    'a number of days up to 90 (0 switches the request log off)',
    7,
  ),
  RINGKEY_REQUEST_LOG_ROWS: setting(
    Type.Integer({ minimum: 100, maximum: 10_000_000 }),
    'the most requests of a service that are kept one by one on a day, 100 to 10000000',
    100_000,
  ),
  RINGKEY_OPERATOR_LOG_DAYS: setting(
    Type.Integer({ minimum: 30, maximum: 3650 }),
    "days that lines of the operators' log are kept, 30 to 3650",
    365,
  ),
  RINGKEY_LOOKUP_URL: setting(
    Type.Optional(Type.String({ pattern: '^https?://[^ ]*[{]phone[}][^ ]*$' })),
    'an address with {phone} in it, such as https://lookup.example.com/v1?msisdn={phone}',
  ),
  RINGKEY_LOOKUP_AUTHORIZATION: setting(
    optionalText,
    'the Authorization header of the look-up service',
    undefined,
    true,
  ),
  RINGKEY_LOOKUP_OPERATOR: setting(
    text,
    'where the answer names the operator, such as result.operator',
    'operator',
  ),
  RINGKEY_LOOKUP_MNC: setting(optionalText, 'where the answer gives the network code, such as result.mnc'),
  RINGKEY_LOOKUP_PORTED: setting(optionalText, 'where the answer says whether the number was ported'),
  RINGKEY_LOOKUP_TIMEOUT_MS: setting(
    Type.Integer({ minimum: 50, maximum: 10_000 }),
    'milliseconds from 50 to 10000',
    1_000,
  ),
  RINGKEY_LOG_LEVEL: setting(
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    'fatal, error, warn, info, debug (a line for each request) or trace',
    'info',
  ),
} as const

export type SettingName = keyof typeof settingTable
export type Settings = { readonly [N in SettingName]: Static<(typeof settingTable)[N]['schema']> }

/** The service does not start; the message is one line. */
export class SettingError extends Error {}

/** Reads and checks every setting; throws a SettingError that names the first wrong one. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const settings: Record<string, unknown> = {}
  for (const [name, { schema, expected, fallback, secret }] of Object.entries(settingTable) as [
    string,
    Setting,
  ][]) {
    const given = secret && name !== rootSecret ? secretFrom(environment, name) : environment[name]
    if (given === undefined || given === '') {
      settings[name] = fallback
      continue
    }
    const value = fromText(given, schema)
    const isUsable =
      Value.Check(schema, value) && (schema !== list || (value as string[]).every(isAddressOrRange))
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
  return given
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits = '0', ...rest] = entry.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest
}

function requirePair(settings: Record<string, unknown>, one: SettingName, other: SettingName): void {
  const [present, absent] = settings[one] === undefined ? [other, one] : [one, other]
  if (settings[present] !== undefined && settings[absent] === undefined) {
    throw new SettingError(
      `${absent} is not set: expected ${settingTable[absent].expected}, because ${present} is set`,
    )
  }
}
