import { PassThrough } from 'node:stream'
import { Type } from 'typebox'
import { maskPhone } from '../../../calls/phone-privacy.ts'
import { perform } from '../../../operations/perform.ts'
import { testCallPlaced, trunkTested } from '../../../operations/recorded.ts'
import { trunkReportText } from '../../../operations/trunk-report.ts'
import { numbersOf } from '../../../operations/trunks.ts'
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts'
import { networkName } from '../../../quality/network-name.ts'
import type { TrunkRecord } from '../../../storage/queries/trunks.ts'
import type { TestCallResult } from '../../../telephony/test-call.ts'
import type { CabinetDeps } from '../../deps.ts'
import { phoneField, readPhone } from '../../fields.ts'
import { asOperator } from '../../operation-context.ts'
import { notFound, tooManyAttempts } from '../../problem.ts'
import { post, type RequestContext } from '../../route.ts'
import type { Streamed } from '../../typed-route.ts'
import type { AllWaysLine, TestCallLine } from '../../views/operator/trunks.ts'
import { sipOf } from './capture.ts'

const mode = Type.Enum(['flash', 'voice', 'mix'])
/** Each test call opens its own sockets. */
const testCalls = new ConcurrencyLimit<'node'>(2)
const retrySeconds = 10
/** Each test of all ways takes minutes and waits for a person with a phone. */
const wholeTests = new ConcurrencyLimit<'node'>(1)
const retryAllSeconds = 60
/** Confirmation numbers to choose from. */
const shownNumbers = 3

const explainBody = Type.Object({ phone: phoneField, mode, demo: Type.Boolean() })

/** Which trunk a call to a number would take, and why. The number is not stored. */
const explain = post('/operator/routes', 'operator', explainBody, async (context) => {
  const { deps, body } = context
  const phone = readPhone(deps, body.phone)
  const { telephony } = sipOf(deps)
  const { provider } = deps.numbering.describe(phone)
  const operator = networkName(phone.countryIso, provider)
  const { kind, why, trunks } = telephony.explain({
    e164: phone.e164,
    country: phone.countryIso,
    operator,
    mode: body.mode,
    code: undefined,
    demo: body.demo,
  })
  return { kind, why, phoneMask: maskPhone(phone.e164), country: phone.countryIso, operator, trunks }
})

/**
 * The answer is a stream of JSON lines, as the test of a trunk goes on; `signal` says that nobody reads them any more.
 * `leave` gives back the place of the test.
 */
async function streamed<Line>(
  { deps, reply }: Pick<RequestContext, 'deps' | 'reply'>,
  leave: () => void,
  broken: { readonly trunk: string; readonly words: string; readonly line: Line },
  run: (say: (line: Line) => void, signal: AbortSignal) => Promise<void>,
): Promise<Streamed<Line>> {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  const lines = new PassThrough()
  const say = (line: Line) => void lines.write(`${JSON.stringify(line)}\n`)
  void run(say, left.signal)
    .catch((error: Error) => {
      deps.log.error({ event: 'test-call-failed', err: error, trunk: broken.trunk }, broken.words)
      say(broken.line)
    })
    .finally(() => {
      leave()
      lines.end()
    })
  await reply.header('Content-Type', 'application/x-ndjson').send(lines)
  return {}
}

async function knownTrunk({ store }: CabinetDeps, name: string | undefined): Promise<TrunkRecord> {
  const record = (await store.trunks()).find((each) => each.name === name)
  if (record === undefined) throw notFound()
  return record
}

const testBody = Type.Object({ phone: phoneField, mode })

/** One real call, with each message of the dialogue. */
const test = post('/operator/trunks/:name/test', 'operator', testBody, async (context) => {
  const { deps, body, params } = context
  const { mode } = body
  const record = await knownTrunk(deps, params.name)
  const { name: trunk } = record
  const phone = readPhone(deps, body.phone)
  const sip = sipOf(deps)
  const [ranges, earlyMedia] = await Promise.all([deps.store.callerRanges(), deps.store.earlyMedia()])
  const leave = testCalls.take('node')
  if (leave === undefined) throw tooManyAttempts(retrySeconds)
  const broken = { trunk, words: 'a test call failed', line: { kind: 'failed', code: 'broken' } } as const
  return streamed<TestCallLine>(context, leave, broken, async (say, signal) => {
    await perform(asOperator(context), testCallPlaced, { trunk, phoneMask: maskPhone(phone.e164), mode })
    const call = { record, ranges, earlyMedia, phone, mode, signal }
    const result = await sip.testCall(call, (step) => say({ kind: 'step', ...step }))
    say(result === undefined ? { kind: 'failed', code: 'no-number' } : resultLine(result))
  })
})

const testAllBody = Type.Object({
  phone: Type.Optional(phoneField),
  inboundOnly: Type.Optional(
    Type.Boolean({ description: 'only a call to us, after which the header that named the caller is known' }),
  ),
})

/** Every way over a trunk. Without a phone no call is placed. */
const testAll = post('/operator/trunks/:name/test-all', 'operator', testAllBody, async (context) => {
  const { deps, body, params } = context
  const record = await knownTrunk(deps, params.name)
  const { name: trunk } = record
  const phone = body.phone === undefined ? undefined : readPhone(deps, body.phone)
  sipOf(deps)
  const ways = body.inboundOnly === true ? (['inbound'] as const) : undefined
  const [ranges, earlyMedia, numbers] = await Promise.all([
    deps.store.callerRanges(),
    deps.store.earlyMedia(),
    numbersOf(deps.store, record),
  ])
  const leave = wholeTests.take('node')
  if (leave === undefined) throw tooManyAttempts(retryAllSeconds)
  const broken = { trunk, words: 'the test of a trunk failed', line: { kind: 'failed' } } as const
  return streamed<AllWaysLine>(context, leave, broken, async (say, signal) => {
    const phoneMask = phone === undefined ? '' : maskPhone(phone.e164)
    await perform(asOperator(context), trunkTested, { trunk, phoneMask })
    const checked = await deps.checkAllWays(
      { record, ranges, earlyMedia, numbers, phone, ways, signal },
      {
        begun: (way) => say({ kind: 'begun', way }),
        step: (step) => say({ kind: 'step', ...step }),
        asks: (request, numbers) => say({ kind: 'asks', request, numbers: numbers.slice(0, shownNumbers) }),
        heard: (wav) => say({ kind: 'heard', wav: wav.toString('base64') }),
        checked: ({ steps, ...checked }) => say({ kind: 'checked', checked }),
      },
    )
    const at = deps.clock.now()
    say({ kind: 'report', text: trunkReportText({ record, phone: phone?.e164, at, checked }) })
  })
})

function resultLine({ code, result }: TestCallResult): TestCallLine {
  const { verdict, pddMs = null, ringMs, answered } = result
  return { kind: 'result', ...verdict, pddMs, ringMs, answered, code }
}

export const callRoutes = [testAll, explain, test]
