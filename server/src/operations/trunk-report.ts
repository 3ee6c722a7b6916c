import { maskPhone } from '../calls/phone-privacy.ts'
import type { TrunkRecord } from '../storage/queries/trunks.ts'
import type { Finding, TrunkCheck, TrunkCheckResult } from '../telephony/all-ways/trunk-check.ts'
import { ladderLine } from '../telephony/trunks/ladder-step.ts'

export interface TrunkReportFacts {
  readonly record: TrunkRecord
  /** E.164 digits of the phone that was called. */
  readonly phone: string | undefined
  readonly at: number
  readonly checked: readonly TrunkCheckResult[]
}

export const checkNames: Readonly<Record<TrunkCheck, string>> = {
  registration: 'registration',
  options: 'OPTIONS',
  ringing: 'ringing call',
  declined: 'declined call',
  voice: 'voice call',
  inbound: 'incoming call',
}

const findings: Readonly<Record<Finding, string>> = {
  registered: 'The registrar accepts our credentials and knows a contact of ours.',
  'not-registered':
    'The registrar accepts our credentials and knows no contact of ours: the service is not registered.',
  'registrar-refuses': 'The registrar does not accept us.',
  'does-not-register': 'This trunk does not register.',
  answers: 'Every server answers.',
  'some-servers-silent': 'Not every server that DNS names answers.',
  silent: 'No server answers.',
  'no-phone': 'No phone was named to be called.',
  'no-number': 'The trunk has no number to show.',
  'call-as-expected': 'The call went as it should.',
  'call-failed': 'The call failed.',
  'not-declined': 'The phone rang, and nobody declined the call.',
  'echo-heard': 'The code was spoken, and it came back as an echo: sound passes both ways.',
  'sound-heard': 'The code was spoken, and other sound came back: sound passes both ways.',
  'nothing-heard': 'The code was spoken, and no sound came back: sound may not pass.',
  'call-came': 'A call came in, with both numbers, and our refusal was acknowledged.',
  'call-not-usable': 'A call came in, and could not have confirmed a phone.',
  'no-call-came': 'Nobody called us in time.',
  'incoming-off': 'This trunk takes no incoming calls.',
  'no-service': 'The running service takes incoming calls and could not be asked.',
  'given-up': 'The test was given up before.',
}

/** In plain words: the finding, and the response of the other end. */
export function findingText({ finding, said, heardMs }: TrunkCheckResult): string {
  const heard = heardMs === undefined || heardMs === 0 ? '' : ` ${(heardMs / 1000).toFixed(1)} s were heard.`
  return `${findings[finding]}${heard}${said === '' ? '' : ` (${said})`}`
}

const resultWords = { passed: 'passed', failed: 'FAILED', 'left-out': 'left out' } as const

/** A report that an operator can send to the carrier: no full number, no password. */
export function trunkReportText({ record, phone, at, checked }: TrunkReportFacts): string {
  const { host, port, transport, proxy } = record.settings
  const count = (result: TrunkCheckResult['result']) => checked.filter((one) => one.result === result).length
  const rows = checked.map(
    (one) =>
      `${resultWords[one.result].padEnd(9)} ${checkNames[one.way].padEnd(14)} ${seconds(one.tookMs).padStart(7)}  ${findingText(one)}`,
  )
  const ladders = checked
    .filter(({ steps }) => steps.length > 0)
    .flatMap(({ way, steps }) => ['', `SIP messages, ${checkNames[way]}:`, ...steps.map(ladderLine)])
  return [
    `Test of trunk ${record.name}, ${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    `Server: ${host}${port === null ? '' : `:${port}`} ${transport}${proxy === null ? '' : `, through ${proxy}`}`,
    `Phone called: ${phone === undefined ? 'none' : maskPhone(phone)}`,
    '',
    ...rows,
    '',
    `${count('passed')} passed, ${count('failed')} failed, ${count('left-out')} left out.`,
    ...ladders,
    '',
  ].join('\n')
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
