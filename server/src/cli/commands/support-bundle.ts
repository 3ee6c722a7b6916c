import { existsSync, writeFileSync } from 'node:fs'
import { availableParallelism, freemem, release, totalmem } from 'node:os'
import { readSettings, type Settings } from '../../config/settings.ts'
import { fullVersion } from '../../platform/version.ts'
import { defineCommand, one } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { isStoreFailure } from '../doctor/check-store.ts'
import { CommandFailed } from '../failures.ts'
import { metricsText, ownMetricsUrl } from '../metrics-text.ts'
import { text } from '../readings.ts'
import { secretsOf, settingLines, withoutSecrets } from '../support/without-secrets.ts'
import type { Terminal } from '../terminal.ts'
import { timeText } from '../wording.ts'
import { examine, reportOf } from './doctor.ts'

const keptLogLines = 1_000
const mebibyte = 1024 * 1024

const make = defineCommand({
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
    const metrics = await orReason(() => metricsText(ownMetricsUrl(settings)))
    const sections: readonly (readonly [string, string])[] = [
      ['Versions', versionLines(settings, at).join('\n')],
      ['Settings', settingLines(settings).join('\n')],
      ['Doctor', reportOf(await examine(terminal, open)).text],
      ['Nodes', await nodesText(open)],
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

async function nodesText(open: () => Promise<CommandContext>): Promise<string> {
  return orReason(async () => {
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
    const isExpected =
      error instanceof CommandFailed || isStoreFailure(error) || (error instanceof Error && 'code' in error)
    if (!isExpected) throw error
    return `not available: ${(error as Error).message}`
  }
}

export const supportBundleCommands = [make]
