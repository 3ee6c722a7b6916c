import { PassThrough } from 'node:stream'
import { Type } from 'typebox'
import { maskPhone } from '../../../calls/phone-privacy.ts'
import { record as recordAction } from '../../../operations/perform.ts'
import { trunkReportText } from '../../../operations/trunk-report.ts'
import { asOperator } from '../../operating.ts'
import { phoneField, readPhone } from '../../operator/typed-phone.ts'
import { notFound, Problem, tooManyAttempts } from '../../problem.ts'
import { post } from '../../route.ts'
import type { AllWaysLine } from '../../views/operator/trunks.ts'

const retrySeconds = 60
/** Each test takes minutes and waits for a person with a phone. */
let isRunning = false

/** Every way over a trunk; the answer is a stream of JSON lines while they are tried. Without a phone no call is placed. */
const test = post('/operator/trunks/:name/test-all', {
  audience: 'operator',
  body: Type.Object({ phone: Type.Optional(phoneField) }),
  handle: async (ask) => {
    const { deps, body, params, reply } = ask
    const { sip, store, clock, log } = deps
    const record = (await store.trunks()).find(({ name }) => name === params.name)
    if (record === undefined) throw notFound()
    const phone = body.phone === undefined ? undefined : readPhone(deps, body.phone)
    if (sip === undefined) throw new Problem(409, 'no-line', 'this service has no SIP of its own')
    const [ranges, earlyMedia] = await Promise.all([store.callerRanges(), store.earlyMedia()])
    if (isRunning) throw tooManyAttempts(retrySeconds)
    isRunning = true
    const phoneMask = phone === undefined ? '' : maskPhone(phone.e164)
    const action = { kind: 'trunk-tested', facts: { trunk: record.name, phoneMask } } as const
    await recordAction(asOperator(ask), action).catch((error: Error) => {
      isRunning = false
      throw error
    })
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const lines = new PassThrough()
    const say = (said: AllWaysLine) => lines.write(`${JSON.stringify(said)}\n`)
    void sip
      .checkAllWays(
        { record, ranges, earlyMedia, phone, signal: left.signal },
        {
          begun: (way) => say({ kind: 'begun', way }),
          step: (step) => say({ kind: 'step', ...step }),
          asks: (request) => say({ kind: 'asks', request }),
          heard: (wav) => say({ kind: 'heard', wav: wav.toString('base64') }),
          checked: ({ steps, ...checked }) => say({ kind: 'checked', checked }),
        },
      )
      .then((checked) => {
        const text = trunkReportText({ record, phone: phone?.e164, at: clock.now(), checked })
        say({ kind: 'report', text })
      })
      .catch((error: Error) => {
        log.error({ event: 'test-call-failed', err: error, trunk: record.name }, 'the test of a trunk failed')
        say({ kind: 'failed' })
      })
      .finally(() => {
        isRunning = false
        lines.end()
      })
    await reply.header('Content-Type', 'application/x-ndjson').send(lines)
  },
})

export const allWaysRoutes = [test]
