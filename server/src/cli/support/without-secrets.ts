import { existsSync, readFileSync } from 'node:fs'
import { readLookupFile } from '../../config/lookup-file.ts'
import { secretFile } from '../../config/root-secret.ts'
import { type Settings, settingTable, settingText } from '../../config/settings.ts'
import { withoutPersonalData } from '../../platform/log.ts'

/** Shorter values occur by chance: replacing them would make the report unreadable and hide nothing. */
const minSecretLength = 8

const hidden: readonly (readonly [RegExp, string])[] = [
  // Passwords in addresses: postgres://user:password@host.
  [/\/\/[^\s/@"']+@/g, '//[credentials]@'],
  // Keys in paths and queries of addresses, such as those of a collector or a look-up service; `/metrics` is none.
  [/(\bhttps?:\/\/[^\s/?#"']+)[/?#](?![a-z]{1,12}(?:[\s"']|$))[^\s"']+/g, '$1/[address]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[mail]'],
  [/\bwhsec_[\w+/=-]+/g, '[secret]'],
  [/\b[A-Za-z0-9]{32,}\b(?:\.\d+)?/g, '[key]'],
]

/**
 * Removes from a text that strangers will read: the secrets of this installation, whatever looks like a key, mail
 * addresses and phone numbers.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, '[secret]')
  for (const [pattern, instead] of hidden) clean = clean.replace(pattern, instead)
  return withoutPersonalData(clean)
}

/** Each setting with its value; a secret is only said to be set. */
export function settingLines(settings: Settings): string[] {
  return Object.entries(settings).map(([name, value]) => {
    const { secret, fallback } = settingTable[name as keyof Settings] as { secret?: true; fallback?: unknown }
    if (value === undefined) return `${name}: not set`
    const shown = secret ? 'set' : settingText(name as keyof Settings, value)
    return `${name}: ${shown}${JSON.stringify(value) === JSON.stringify(fallback) ? ' (default)' : ''}`
  })
}

export function secretsOf(settings: Settings): string[] {
  const named = Object.entries(settings)
    .filter(([name]) => (settingTable[name as keyof Settings] as { secret?: true }).secret)
    .flatMap(([, value]) => (typeof value === 'string' ? [value, ...passwordOf(value)] : []))
  const headers = [...headersIn(settings.RINGKEY_OTLP_HEADERS), ...lookupHeaders(settings)]
  const all = [...named, ...headers, ...rootSecretIn(settings)]
  return all.filter((secret) => secret.length >= minSecretLength)
}

/** `Authorization=Bearer abc` -> `Bearer abc`, `abc` */
const headersIn = (text = '') =>
  text.split(',').flatMap((pair) => valuesOf(pair.slice(pair.indexOf('=') + 1)))
const valuesOf = (value: string) => [value, value.split(' ').at(-1)!]

function lookupHeaders({ RINGKEY_LOOKUP_FILE: file }: Settings): string[] {
  if (file === undefined) return []
  try {
    return Object.values(readLookupFile(file).headers ?? {}).flatMap(valuesOf)
  } catch {
    // The settings of the report name the fault.
    return []
  }
}

/** The root secret may be in a file. */
function rootSecretIn(settings: Settings): string[] {
  const file = secretFile(settings)
  return file !== undefined && existsSync(file) ? [readFileSync(file, 'utf8').trim()] : []
}

function passwordOf(value: string): string[] {
  const password = URL.parse(value)?.password ?? ''
  return password === '' ? [] : [password, decodeURIComponent(password)]
}
