import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, freemem, release, totalmem } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { readLookupFile } from '../../config/lookup-file.ts'
import { secretFile } from '../../config/root-secret.ts'
import { readSettings, type Settings, settingTable, settingText } from '../../config/settings.ts'
import { namesOf } from '../../fields/field.ts'
import { installationFields } from '../../fields/installation-fields.ts'
import { writtenName, writtenValue } from '../../fields/written.ts'
import { ExplainedError } from '../../platform/explained-error.ts'
import { withoutPersonalData } from '../../platform/personal-data.ts'
import { fullVersion } from '../../platform/version.ts'
import { defaultInstallationSettings } from '../../storage/queries/installation.ts'
import { askNode } from '../ask-node.ts'
import { defineCommand, one } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed } from '../failures.ts'
import { text } from '../readings.ts'
import { schemaToMake } from '../schema-of.ts'
import type { Terminal } from '../terminal.ts'
import { timeText } from '../wording.ts'
import { examine, reportOf } from './doctor.ts'

const keptLogLines = 1_000
const mebibyte = 1024 * 1024

export const supportBundle = defineCommand({
  words: 'support-bundle',
  summary: 'Write a file for a bug report: versions, settings without secrets, doctor, metrics, alarms, log',
  options: {
    out: one('FILE', 'where to write it, ringkey-support-DATE.txt if not said', text('a file name')),
    log: one('FILE', `add the last ${keptLogLines} lines of this log`, text('a file with log lines')),
  },
  async run({ options, terminal, open }) {
    const at = terminal.clock.now()
    const file = options.out ?? `ringkey-support-${timeText(at).replace(' ', '-').replaceAll(':', '')}.txt`
    if (existsSync(file)) throw new CommandFailed(`${file} is there already: choose another with --out`)
    const settings = readSettings(terminal.environment)
    const metrics = await orReason(() => askNode(settings, '/metrics'))
    const sections: readonly (readonly [string, string])[] = [
      ['Versions', versionLines(settings, at).join('\n')],
      ['Settings', settingLines(settings).join('\n')],
      ['Installation', await installationText(settings, open)],
      ['Doctor', reportOf(await examine(terminal, open)).text],
      ['Nodes', await nodesText(settings, open)],
      ['Alarms', alarmsIn(metrics)],
      [
        'Log',
        options.log === undefined ? 'not added: name it with --log' : await logTail(terminal, options.log),
      ],
      ['Metrics', metrics],
    ]
    const whole = sections.map(([title, body]) => `== ${title} ==\n${body.trimEnd()}\n`).join('\n')
    writeFileSync(file, withoutSecrets(whole, secretsOf(settings)), { mode: 0o600, flag: 'wx' })
    return {
      json: { file },
      text: `${file} is ready. Numbers, keys, mail addresses and secrets were removed; read it before you send it.`,
    }
  },
})

function versionLines({ RINGKEY_DATABASE_URL: url }: Settings, at: number): string[] {
  return [
    `made: ${timeText(at)} UTC`,
    `ringkey: ${fullVersion}`,
    `node: ${process.version}`,
    `system: ${process.platform} ${process.arch} ${release()}`,
    `processors: ${availableParallelism()}`,
    `memory: ${Math.round(totalmem() / mebibyte)} MiB, free ${Math.round(freemem() / mebibyte)} MiB`,
    `store: ${url === undefined ? 'SQLite' : 'PostgreSQL'}`,
  ]
}

async function nodesText(settings: Settings, open: () => Promise<CommandContext>): Promise<string> {
  return orReason(async () => {
    const toMake = await schemaToMake(settings)
    if (toMake !== undefined) return toMake
    const { store, now } = await open()
    const nodes = await store.nodes(now())
    return nodes.map(({ id, state, version, calls }) => `${id} ${state} ${version} ${calls} calls`).join('\n')
  })
}

/** Active alarms by kind, as the metrics count them. */
function alarmsIn(metrics: string): string {
  const lines = metrics.split('\n').filter((line) => line.startsWith('ringkey_alarms{'))
  return lines.length === 0 ? 'none' : lines.join('\n')
}

async function logTail(terminal: Terminal, file: string): Promise<string> {
  const lines: string[] = []
  return orReason(async () => {
    for await (const line of terminal.lines(file)) {
      lines.push(line)
      if (lines.length > keptLogLines) lines.shift()
    }
    return lines.join('\n')
  })
}

/** What cannot be had is told in its place: a report is most wanted where something does not work. */
async function orReason(read: () => Promise<string>): Promise<string> {
  try {
    return await read()
  } catch (error) {
    const isExpected = error instanceof ExplainedError || (error instanceof Error && 'code' in error)
    if (!isExpected) throw error
    return `not available: ${error.message}`
  }
}

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
function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, '[secret]')
  for (const [pattern, instead] of hidden) clean = clean.replace(pattern, instead)
  return withoutPersonalData(clean)
}

/** Each setting with its value; a secret is only said to be set. */
function settingLines(settings: Settings): string[] {
  return Object.entries(settings).map(([name, value]) => {
    const { secret, fallback } = settingTable[name as keyof Settings] as { secret?: true; fallback?: unknown }
    if (value === undefined) return `${name}: not set`
    const shown = secret ? 'set' : settingText(name as keyof Settings, value)
    return `${name}: ${shown}${JSON.stringify(value) === JSON.stringify(fallback) ? ' (default)' : ''}`
  })
}

async function installationText(settings: Settings, open: () => Promise<CommandContext>): Promise<string> {
  return orReason(async () => {
    const toMake = await schemaToMake(settings)
    if (toMake !== undefined) return toMake
    const stored = await (await open()).store.installationSettings()
    return namesOf(installationFields)
      .map((name) => {
        const isDefault = isDeepStrictEqual(stored[name], defaultInstallationSettings[name])
        const value = writtenValue(installationFields[name], stored[name])
        return `${writtenName(name)}: ${value}${isDefault ? ' (default)' : ''}`
      })
      .join('\n')
  })
}

function secretsOf(settings: Settings): string[] {
  const named = Object.entries(settings)
    .filter(([name]) => (settingTable[name as keyof Settings] as { secret?: true }).secret)
    .flatMap(([, value]) => (typeof value === 'string' ? [value, ...passwordOf(value)] : []))
  const headers = [...headersIn(settings.OTEL_EXPORTER_OTLP_HEADERS), ...lookupHeaders(settings)]
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
  try {
    return file === undefined ? [] : [readFileSync(file, 'utf8').trim()]
  } catch {
    // Then nothing of the bundle can hold it; the doctor in it says why.
    return []
  }
}

function passwordOf(value: string): string[] {
  const password = URL.parse(value)?.password ?? ''
  return password === '' ? [] : [password, decodeURIComponent(password)]
}
