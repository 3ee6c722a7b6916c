// `ringkey trunk test NAME --all-ways`: every way that calls use a trunk, and a report for the carrier. `--inbound` is the last
// way alone.
import { writeFileSync } from 'node:fs'
import { maskPhone } from '../../server/src/calls/phone-privacy.ts'
import { askNode } from '../../server/src/cli/ask-node.ts'
import type { Report } from '../../server/src/cli/command.ts'
import {
  knownOf,
  readNumber,
  realTrunk,
  type TrunkTestContext,
} from '../../server/src/cli/trunk/trunk-test.ts'
import type { Settings } from '../../server/src/config/settings.ts'
import { writtenName } from '../../server/src/fields/written.ts'
import { perform } from '../../server/src/operations/perform.ts'
import { trunkTested } from '../../server/src/operations/recorded.ts'
import {
  type Acceptance,
  checkNames,
  headerNames,
  type TrunkCheckResult,
  type TrunkTestRequest,
} from '../../server/src/operations/trunk-check.ts'
import { type AllWays, findingText, trunkReportText } from '../../server/src/operations/trunk-report.ts'
import { changeTrunk } from '../../server/src/operations/trunks.ts'
import type { Clock } from '../../server/src/platform/clock.ts'
import type { IdentitySource } from '../../server/src/storage/caller-identity.ts'
import { ladderLine } from '../../server/src/telephony/trunks/ladder-step.ts'
import { type AllWaysDeps, checkAllWays } from './check-all-ways.ts'

const requests: Readonly<Record<TrunkTestRequest, string>> = {
  'let-it-ring': 'Let the phone ring; do not answer.',
  decline: 'Decline the call on the phone.',
  answer: 'Answer the call and speak, or have an echo service answer it.',
  'call-us': 'Call a confirmation number of this trunk from any phone, within a minute.',
}
/** So many numbers are enough to choose from. */
const shownNumbers = 3

interface AllWaysContext extends TrunkTestContext, Omit<AllWaysDeps, 'nextIncoming'> {
  readonly settings: Settings
  /** Undefined when there is nobody to ask. */
  ask(question: string): Promise<string | undefined>
}

interface WantedWays extends Pick<AllWays, 'ways'> {
  readonly phone?: string | undefined
  readonly report?: string | undefined
}

/** Without a phone no call is placed. `file` gets the report too, and the received audio with `.wav` appended. */
export async function testAllWays(
  context: AllWaysContext,
  name: string,
  { phone: typed, report: file, ways }: WantedWays,
  signal: AbortSignal,
): Promise<Report> {
  const record = await realTrunk(context, name, 'it is always there')
  const phone = typed === undefined ? undefined : readNumber(context, '--phone', typed)
  const phoneMask = phone === undefined ? '' : maskPhone(phone.e164)
  await perform(context, trunkTested, { trunk: name, phoneMask })
  const nextIncoming = await incomingByMetrics(context.settings, context.clock)
  const checked = await checkAllWays(
    { ...context, nextIncoming },
    { ...(await knownOf(context, record)), phone, ways, signal },
    {
      begun: (way) => context.write(`\n${checkNames[way]}`),
      step: (step) => context.write(ladderLine(step)),
      asks: (request, numbers) => context.write(`  ${requests[request]}${numbersText(numbers)}`),
      heard: (wav) => file !== undefined && writeFileSync(`${file}.wav`, wav, { mode: 0o600 }),
      checked: (way) => context.write(`  ${way.result}: ${findingText(way)}`),
    },
  )
  const accepted = await acceptCaller(context, name, checked)
  const text = trunkReportText({ record, phone: phone?.e164, at: context.now(), checked })
  // The report contains addresses of the carrier: it is for the operator to pass on, not for all users of the
  // machine.
  if (file !== undefined) writeFileSync(file, text, { mode: 0o600 })
  const json = checked.map(({ tookMs, ...way }) => ({
    ...way,
    seconds: tookMs / 1000,
    explanation: findingText({ tookMs, ...way }),
  }))
  const hasFailed = checked.some(({ result }) => result === 'failed')
  return { json, text: `\n${text}${accepted}`, ...(hasFailed ? { failed: true as const } : {}) }
}

const numbersText = (numbers: readonly string[]) =>
  numbers.length === 0 ? '' : ` Its numbers: ${numbers.slice(0, shownNumbers).join(', ')}.`

/** Offers to read the caller from the header that named it. Returns what was done, or how to do it. */
async function acceptCaller(
  context: AllWaysContext,
  name: string,
  checked: readonly TrunkCheckResult[],
): Promise<string> {
  const seen = checked.find(({ incoming }) => incoming !== undefined)?.incoming
  if (seen === undefined || seen.accepts === null) return ''
  const [setting] = settingsOf(seen.accepts)
  const header = headerNames[seen.header]
  context.write(
    `\n${header} alone named the caller, and trunk ${name} does not believe it: nobody can be confirmed by a call.\n` +
      `Accept it only when the carrier has agreed to put numbers of the calling line there and nothing else.`,
  )
  const answer = await context.ask(
    `Was it you, and does the carrier vouch for it? Type yes to set ${setting}: `,
  )
  if (answer?.trim().toLowerCase() !== 'yes')
    return `To accept it later: ringkey trunk set ${name} ${setting}\n`
  await perform(context, changeTrunk, { name, settings: seen.accepts })
  return `Trunk ${name}: ${setting}. The service follows within 2 seconds; call once more to see it.\n`
}

const settingsOf = (accepts: Acceptance) =>
  Object.entries(accepts).map(([field, value]) => `${writtenName(field)}=${value}`)

const pollMs = 300

/**
 * The running service handles the incoming calls; this command sees them in its metrics. Undefined when no service with
 * these settings runs on this machine.
 */
async function incomingByMetrics(node: Settings, clock: Clock): Promise<AllWaysDeps['nextIncoming']> {
  if ((await fatesOf(node, '')) === undefined) return undefined
  return async (trunk, signal) => {
    const before = await fatesOf(node, trunk)
    while (!signal.aborted) {
      for (const [seen, count] of (await fatesOf(node, trunk)) ?? []) {
        const [fate = '', header] = seen.split(' ')
        if (count > (before?.get(seen) ?? 0))
          return { fate, header: header as IdentitySource, caller: undefined }
      }
      await new Promise<void>((resolve) => clock.after(pollMs, resolve))
    }
    return undefined
  }
}

async function fatesOf(node: Settings, trunk: string): Promise<Map<string, number> | undefined> {
  const text = await askNode(node, '/metrics').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.matchAll(
    /^ringkey_incoming_calls_total\{trunk="(.*)",fate="(.*)",header="(.*)"\} (\S+)/gm,
  )
  const counted = [...lines].filter(([, of]) => of === trunk)
  return new Map(counted.map(([, , fate, header, count]) => [`${fate} ${header}`, Number(count)]))
}
