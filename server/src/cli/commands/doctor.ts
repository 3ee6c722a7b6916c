import { join } from 'node:path'
import { sipSettingsOf } from '../../app/sip-settings.ts'
import { SettingError } from '../../config/setting-error.ts'
import { readSettings, type Settings } from '../../config/settings.ts'
import { ExplainedError } from '../../platform/explained-error.ts'
import { isMissing } from '../../platform/is-missing.ts'
import { columns } from '../columns.ts'
import { defineCommand, type Report } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { checkNotices } from '../doctor/check-notices.ts'
import { checkPorts } from '../doctor/check-ports.ts'
import { type CheckResult, fail } from '../doctor/check-result.ts'
import { checkCertificate, checkDisk, checkSecret, checkSettings } from '../doctor/check-settings.ts'
import { checkNumbering, checkStore } from '../doctor/check-store.ts'
import { checkTelephony } from '../doctor/check-telephony.ts'
import { schemaToMake } from '../schema-of.ts'
import type { Terminal } from '../terminal.ts'
import { counted } from '../wording.ts'

export const doctor = defineCommand({
  words: 'doctor',
  summary: 'Check the installation: settings, secret, store, trunks, pool, mail and more, and say what to do',
  async run({ terminal, open }) {
    return reportOf(await examine(terminal, open))
  },
})

/** Everything that the doctor looks at; only the settings when those are wrong. */
export async function examine(
  terminal: Terminal,
  open: () => Promise<CommandContext>,
): Promise<readonly CheckResult[]> {
  let settings: Settings
  try {
    settings = readSettings(terminal.environment)
    sipSettingsOf(settings)
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return [fail('settings', error.message, 'Correct it; the rest was not checked.')]
  }
  // In this order: opening the store closes its folder and its secret to others.
  const machine = [
    await terminal.checkNode(),
    ...checkSettings(settings, terminal),
    ...checkCertificate(settings, terminal.clock.now()),
    ...checkDisk(settings.RINGKEY_DATA),
    checkSecret(settings),
  ]
  const store = await checkStore(settings, terminal, open)
  const content = await checkContent(settings, open)
  return [
    ...machine,
    ...store,
    ...content,
    ...(await checkNotices(settings)),
    ...(await checkPorts(settings, content.some(isForCalls))),
  ]
}

/** A warning that says why no call can be placed. */
const isForCalls = ({ about, level }: CheckResult) =>
  level === 'warn' && (about === 'trunks' || about === 'pool')

/** What is in the store; nothing when it cannot be opened, which `checkStore` tells. */
async function checkContent(settings: Settings, open: () => Promise<CommandContext>): Promise<CheckResult[]> {
  const isMade =
    settings.RINGKEY_DATABASE_URL !== undefined || !isMissing(join(settings.RINGKEY_DATA, 'ringkey.db'))
  if (!isMade) return checkNumbering(settings, undefined)
  try {
    if ((await schemaToMake(settings)) !== undefined) return checkNumbering(settings, undefined)
    const { store } = await open()
    return [...(await checkTelephony(store, settings)), ...(await checkNumbering(settings, store))]
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error
    return []
  }
}

export function reportOf(findings: readonly CheckResult[]): Report {
  const failures = findings.filter(({ level }) => level === 'fail').length
  const warnings = findings.filter(({ level }) => level === 'warn').length
  const lines = columns(findings.map(({ level, about, says }) => [level, about, says]))
  const advised = findings.flatMap(({ advice }, index) => [
    lines[index]!,
    ...(advice === undefined ? [] : [`      -> ${advice}`]),
  ])
  const summary =
    failures + warnings === 0
      ? 'All is well.'
      : `${counted(failures, 'failure')}, ${counted(warnings, 'warning')}.`
  return {
    json: { ok: failures === 0, findings },
    text: [...advised, summary].join('\n'),
    failed: failures > 0,
  }
}
