import { sipSettingsOf } from '../../app/sip-settings.ts'
import { readSettings, SettingError, type Settings } from '../../config/settings.ts'
import { columns } from '../columns.ts'
import { defineCommand, type Report } from '../command.ts'
import { checkCertificate } from '../doctor/check-certificate.ts'
import { checkDisk } from '../doctor/check-disk.ts'
import { checkNode } from '../doctor/check-node.ts'
import { checkNumbering } from '../doctor/check-numbering.ts'
import { checkPorts } from '../doctor/check-ports.ts'
import { type CheckResult, fail } from '../doctor/check-result.ts'
import { checkSecret } from '../doctor/check-secret.ts'
import { checkSettings } from '../doctor/check-settings.ts'
import { checkStore } from '../doctor/check-store.ts'
import { counted } from '../wording.ts'

const doctor = defineCommand({
  words: 'doctor',
  summary: 'Check the Node binary, settings, secret, store, clock, ports and disk, and say what to do',
  operands: {},
  options: {},
  async run({ terminal, open }) {
    let settings: Settings
    try {
      settings = readSettings(terminal.environment)
      sipSettingsOf(settings)
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      return reportOf([fail('settings', error.message, 'Correct it; the rest was not checked.')])
    }
    return reportOf([
      await checkNode(process.execPath, process.version),
      ...checkSettings(settings, terminal),
      ...checkCertificate(settings, terminal.clock.now()),
      ...checkDisk(settings.RINGKEY_DATA),
      checkSecret(settings),
      ...(await checkStore(settings, terminal, open)),
      ...(await checkNumbering(settings)),
      ...(await checkPorts(settings)),
    ])
  },
})

export const doctorCommands = [doctor]

function reportOf(findings: readonly CheckResult[]): Report {
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
