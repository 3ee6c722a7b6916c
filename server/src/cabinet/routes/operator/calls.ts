import { PassThrough } from 'node:stream'
import { Type } from 'typebox'
import { maskPhone } from '../../../calls/phone-privacy.ts'
import { record as recordAction } from '../../../operations/perform.ts'
import { networkName } from '../../../quality/network-name.ts'
import type { TestCallResult } from '../../../telephony/test-call.ts'
import { asOperator } from '../../operating.ts'
import { phoneField, readPhone } from '../../operator/typed-phone.ts'
import { notFound, Problem, tooManyAttempts } from '../../problem.ts'
import { post } from '../../route.ts'
import type { RoutesView, TestCallLine } from '../../views/operator/trunks.ts'

const mode = Type.Enum(['flash', 'voice', 'mix'])
/** Each test call opens its own sockets. */
const maxTestCalls = 2
const retrySeconds = 10
let testCalls = 0

/** Which trunk a call to a number would take, and why. The number is not stored. */
const explain = post('/operator/routes', {
  audience: 'operator',
  body: Type.Object({ phone: phoneField, mode, demo: Type.Boolean() }),
  handle: async ({ deps, body }): Promise<RoutesView> => {
    const phone = readPhone(deps, body.phone)
    if (deps.sip === undefined) throw noSip()
    const { provider } = deps.numbering.describe(phone)
    const operator = networkName(phone.countryIso, provider)
    const { kind, why, trunks } = deps.sip.telephony.explain({
      e164: phone.e164,
      country: phone.countryIso,
      operator,
      mode: body.mode,
      code: undefined,
      demo: body.demo,
    })
    return { kind, why, phoneMask: maskPhone(phone.e164), country: phone.countryIso, operator, trunks }
  },
})

/** One real call; the answer is a stream of JSON lines, a message of the dialogue each, as they pass. */
const test = post('/operator/trunks/:name/test', {
  audience: 'operator',
  body: Type.Object({ phone: phoneField, mode }),
  handle: async (ask) => {
    const { deps, body, params, reply } = ask
    const record = (await deps.store.trunks()).find(({ name }) => name === params.name)
    if (record === undefined) throw notFound()
    const phone = readPhone(deps, body.phone)
    if (deps.sip === undefined) throw noSip()
    if (testCalls >= maxTestCalls) throw tooManyAttempts(retrySeconds)
    const [ranges, earlyMedia] = await Promise.all([deps.store.callerRanges(), deps.store.earlyMedia()])
    await recordAction(asOperator(ask), {
      kind: 'test-call',
      facts: {
        trunk: record.name,
        phoneMask: maskPhone(phone.e164),
        mode: body.mode,
      },
    })

    testCalls += 1
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const lines = new PassThrough()
    const say = (line: TestCallLine) => lines.write(`${JSON.stringify(line)}\n`)
    const call = { record, ranges, earlyMedia, phone, mode: body.mode, signal: left.signal }
    void deps.sip
      .testCall(call, (step) => say({ kind: 'step', ...step }))
      .then((result) =>
        say(result === undefined ? { kind: 'failed', code: 'no-number' } : resultLine(result)),
      )
      .catch((error: Error) => {
        deps.log.error({ event: 'test-call-failed', err: error, trunk: record.name }, 'a test call failed')
        say({ kind: 'failed', code: 'broken' })
      })
      .finally(() => {
        testCalls -= 1
        lines.end()
      })
    await reply.header('Content-Type', 'application/x-ndjson').send(lines)
  },
})

function resultLine({ code, result }: TestCallResult): TestCallLine {
  const { verdict, pddMs, ringMs, answered } = result
  const { completed, reason, fault, suspect, nextTrunk } = verdict
  return {
    kind: 'result',
    completed,
    reason,
    fault,
    suspect,
    nextTrunk,
    pddMs: pddMs ?? null,
    ringMs,
    answered,
    code,
  }
}

function noSip(): Problem {
  return new Problem(409, 'no-line', 'this service has no SIP of its own')
}

export const callRoutes = [explain, test]
