import { renderSVG } from 'uqr'
import type { CodeChecked } from '../../books/check-code.ts'
import type { CreatedAs } from '../../books/create-verification.ts'
import type { Verification } from '../../books/verification.ts'
import type { View } from '../../books/verification-view.ts'
import { secondMs } from '../../platform/clock.ts'
import type { Asked } from '../../verifications/verifications.ts'
import { changesVerification, readsAll, readsVerification, startsCall } from '../scope-rule.ts'
import * as answers from './answers.ts'
import type { ProblemCode } from './catalogue.ts'
import { canceledExample, checkedExample, listExample, nextExample, pendingExample } from './examples.ts'
import { invalid } from './input.ts'
import { defineV2, type V2Answer } from './method.ts'
import { Problem } from './problem.ts'
import { callRefusals, refusalProblem } from './refusals.ts'
import { checkBody, checkPhoneBody, listQuery, noBody, searchBody, waitQuery } from './schemas.ts'

/** Reads, checks and controls verifications of `/v2`. */

const unknown = new Problem('verification_not_found')
const checkCodes: readonly ProblemCode[] = [
  'verification_not_found',
  'verification_ended',
  'nothing_to_check',
]
const defaultLimit = 20
const searchLimit = 100
const notANumber = {
  pointer: '/phone',
  expected: { en: 'a valid phone number', ru: 'действительный номер телефона' },
}

export const read = defineV2<{ wait?: number; version?: number; qr?: 'svg' }>({
  name: 'readVerification',
  verb: 'GET',
  path: '/v2/verifications/{id}',
  summary: 'Read a verification; with `wait` at its next change.',
  scopes: readsVerification,
  isForBrowsers: true,
  input: waitQuery,
  answer: { status: 200, schema: answers.verification, example: pendingExample },
  codes: ['verification_not_found'],
  example: { wait: 25 },
  // Not async: the frame of a function that awaits stays in memory as long as the request waits.
  run({ verifications }, { subscriber, id, input, view, onGone }) {
    const serviceId = subscriber.service.id
    const { wait, version, qr } = input
    const answer = answersWith(view)[qr ?? 'plain']
    if (wait === undefined) return verifications.read(serviceId, id).then(answer)
    const request = { id, forMs: wait * secondMs, newerThan: version }
    return verifications.wait(serviceId, request, onGone).then(answer)
  },
})

// Made once: a function of each request would stay in memory as long as it waits.
const answerWith =
  (view: View, qr?: 'svg') =>
  (found: Verification | undefined): V2Answer | Problem =>
    found === undefined ? unknown : { body: answerOf(found, qr, view) }
const answersOf = (view: View) => ({ plain: answerWith(view), svg: answerWith(view, 'svg') })
const known = new WeakMap<View, ReturnType<typeof answersOf>>()

function answersWith(view: View) {
  const answers = known.get(view) ?? answersOf(view)
  known.set(view, answers)
  return answers
}

export const check = defineV2<{ code: string }>({
  name: 'checkCode',
  verb: 'POST',
  path: '/v2/verifications/{id}/check',
  summary: 'Compare the code that the person typed.',
  scopes: changesVerification,
  isForBrowsers: true,
  input: checkBody,
  answer: { status: 200, schema: answers.checked, example: checkedExample },
  codes: checkCodes,
  example: { code: '1234' },
  async run({ verifications }, { subscriber, id, input, isByToken }) {
    return checkedAnswer(await verifications.check(subscriber.service.id, id, input.code, { isByToken }))
  },
})

export const checkPhone = defineV2<{ phone: string; code: string }>({
  name: 'checkVerificationCode',
  verb: 'POST',
  path: '/v2/checks',
  summary: 'Compare the code for the newest pending verification of a phone.',
  scopes: startsCall,
  input: checkPhoneBody,
  answer: { status: 200, schema: answers.checked, example: checkedExample },
  codes: checkCodes,
  example: { phone: '+79000000001', code: '1234' },
  async run({ verifications, numbering }, { subscriber, input }) {
    const phone = numbering.readE164(input.phone)
    if (phone === undefined) return invalid(notANumber)
    return checkedAnswer(await verifications.checkPhone(subscriber.service.id, phone, input.code))
  },
})

export const next = defineV2({
  name: 'startNextStep',
  startsWork: true,
  verb: 'POST',
  path: '/v2/verifications/{id}/next',
  summary: 'Start the next step now.',
  scopes: changesVerification,
  isForBrowsers: true,
  input: noBody,
  answer: { status: 200, schema: answers.verification, example: nextExample },
  codes: [
    'verification_not_found',
    'verification_ended',
    'step_in_progress',
    'no_step_left',
    ...callRefusals,
  ],
  example: {},
  async run({ verifications }, { subscriber, id, view }) {
    return askedAnswer(await verifications.next(subscriber.service.id, id), view)
  },
})

export const cancel = defineV2({
  name: 'cancelVerification',
  verb: 'POST',
  path: '/v2/verifications/{id}/cancel',
  summary: 'End a verification; a ringing call is hung up.',
  scopes: changesVerification,
  isForBrowsers: true,
  input: noBody,
  answer: { status: 200, schema: answers.verification, example: canceledExample },
  codes: ['verification_not_found', 'verification_ended'],
  example: {},
  async run({ verifications }, { subscriber, id, view }) {
    return askedAnswer(await verifications.cancel(subscriber.service.id, id), view)
  },
})

export const list = defineV2<{ status?: string; client?: string; cursor?: string; limit?: number }>({
  name: 'listVerifications',
  verb: 'GET',
  path: '/v2/verifications',
  summary: 'List verifications, newest first.',
  scopes: readsAll,
  input: listQuery,
  answer: { status: 200, schema: answers.verifications, example: listExample },
  codes: [],
  example: { limit: 20 },
  async run({ verifications }, { subscriber, input, view }) {
    const limit = input.limit ?? defaultLimit
    const page = await verifications.page({
      serviceId: subscriber.service.id,
      status: input.status ?? null,
      client: input.client ?? null,
      before: input.cursor ?? null,
      limit: limit + 1,
    })
    return pageAnswer(page, limit, view)
  },
})

export const search = defineV2<{ phone: string }>({
  name: 'searchVerifications',
  verb: 'POST',
  path: '/v2/verifications/search',
  summary: 'List the verifications of a phone, newest first.',
  scopes: readsAll,
  input: searchBody,
  answer: { status: 200, schema: answers.verifications, example: listExample },
  codes: [],
  example: { phone: '+79000000001' },
  async run({ verifications, numbering }, { subscriber, input, view }) {
    const phone = numbering.readE164(input.phone)
    if (phone === undefined) return invalid(notANumber)
    const serviceId = subscriber.service.id
    const page = await verifications.page({
      serviceId,
      status: null,
      client: null,
      before: null,
      limit: searchLimit,
      phone,
    })
    return pageAnswer(page, searchLimit, view)
  },
})

function pageAnswer(page: readonly Verification[], limit: number, view: View): V2Answer {
  const shown = page.slice(0, limit)
  return {
    body: {
      verifications: shown.map(view),
      next_cursor: page.length > limit ? shown.at(-1)!.id : null,
    },
  }
}

function checkedAnswer(checked: CodeChecked | undefined): V2Answer | Problem {
  if (checked === undefined) return unknown
  if (checked.kind === 'ended') return hasEnded(checked.verification)
  if (checked.kind === 'nothing-to-check') return new Problem('nothing_to_check')
  const { status, test, attemptsLeft, version } = checked.verification
  return { body: { valid: checked.isRight, status, test, attempts_left: attemptsLeft, version } }
}

function askedAnswer(asked: Asked, view: View): V2Answer | Problem {
  switch (asked.kind) {
    case 'done':
      return { body: view(asked.verification) }
    case 'ended':
      return hasEnded(asked.verification)
    case 'unknown':
      return unknown
    case 'step-in-progress':
      return new Problem('step_in_progress')
    case 'no-step-left':
      return new Problem('no_step_left')
    case 'refused':
      return refusalProblem(asked)
  }
}

function hasEnded({ status, reason, test }: Verification): Problem {
  return new Problem('verification_ended', {
    more: { verification_status: status, verification_reason: reason, test },
  })
}

/** A verification as it is answered; on request with the link of an open inbound step as a QR code, drawn as SVG. */
export function answerOf(verification: CreatedAs, qr: 'svg' | undefined, shown: View): object {
  const view = shown(verification) as { readonly inbound: { readonly uri: string } | null }
  if (qr === undefined || view.inbound === null) return view
  return { ...view, inbound: { ...view.inbound, qr: renderSVG(view.inbound.uri, { ecc: 'M', border: 2 }) } }
}
