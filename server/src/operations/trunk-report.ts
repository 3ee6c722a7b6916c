import { maskPhone } from '../calls/phone-privacy.ts'
import type { TrunkRecord } from '../storage/queries/trunks.ts'
import type { TestCall } from '../telephony/test-call.ts'
import { type LadderStep, ladderLine } from '../telephony/trunks/ladder-step.ts'
import {
  checkNames,
  findings,
  headerNames,
  type SeenIncoming,
  type TrunkCheck,
  type TrunkCheckResult,
  type TrunkTestRequest,
} from './trunk-check.ts'

export interface TrunkReportFacts {
  readonly record: TrunkRecord
  /** E.164 digits of the phone that was called. */
  readonly phone: string | undefined
  readonly at: number
  readonly checked: readonly TrunkCheckResult[]
}

export interface AllWays extends Pick<TestCall, 'record' | 'ranges' | 'earlyMedia'> {
  /** Without a phone number no call is placed. */
  readonly phone: TestCall['phone'] | undefined
  /** All of them when left out. */
  readonly ways?: readonly TrunkCheck[] | undefined
  /** Confirmation numbers of the trunk, one of which a person is asked to call. */
  readonly numbers: readonly string[]
  /** Skips the remaining checks. */
  readonly signal: AbortSignal
}

export interface AllWaysListener {
  begun(way: TrunkCheck): void
  step(step: LadderStep): void
  /** What the person with the phone has to do now. */
  asks(request: TrunkTestRequest, numbers: readonly string[]): void
  checked(way: TrunkCheckResult): void
  /** The audio received in the voice call, as a WAV file that every player supports. */
  heard(wav: Buffer): void
}

/** In plain words: the finding, and the response of the other end. */
export function findingText({ finding, said, heardMs, incoming }: TrunkCheckResult): string {
  const heard = heardMs === undefined || heardMs === 0 ? '' : ` ${(heardMs / 1000).toFixed(1)} s were heard.`
  return `${findings[finding]}${heard}${incoming === undefined ? '' : callerText(incoming)}${said === '' ? '' : ` (${said})`}`
}

function callerText({ header, caller }: SeenIncoming): string {
  if (header === 'none') return ' No header named the caller.'
  return ` ${headerNames[header]} named the caller${caller === '' ? '' : `, ${caller}`}.`
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
