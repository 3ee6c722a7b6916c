import { Type } from 'typebox'
import { phoneStatuses } from '../../books/phone-verification.ts'
import { noteAction } from '../action-log.ts'
import { ownService } from '../ids.ts'
import { ownPhoneVerification, phoneDetailOf } from '../phone-verifications/detail.ts'
import { phoneLineOf } from '../phone-verifications/line.ts'
import { notFound, Problem } from '../problem.ts'
import { get, post } from '../route.ts'
import { maySeeMoney, shownTo } from '../verifications/line.ts'
import { attemptsBesidePhone } from '../verifications/other-attempts.ts'
import type { PhoneVerificationPage } from '../views/phone-verification.ts'

const linesPerPage = 50
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })

const list = get('/phone-verifications', {
  audience: 'read',
  query: Type.Object({
    service: Type.Optional(Type.Integer({ minimum: 1 })),
    status: Type.Optional(Type.Enum([...phoneStatuses])),
    test: Type.Optional(Type.Enum(['yes', 'no'])),
    from: Type.Optional(time),
    to: Type.Optional(time),
    before: Type.Optional(Type.String({ pattern: '^vf_[0-9a-f]{32}$' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  handle: async ({ deps, who, query }): Promise<PhoneVerificationPage> => {
    const { service, test } = query
    if (service !== undefined) await ownService(deps.store, who, service)
    const page = await deps.store.phoneList({
      accountId: who.account.id,
      serviceId: service ?? null,
      status: query.status ?? null,
      test: test === undefined ? null : test === 'yes',
      from: query.from ?? null,
      to: query.to ?? null,
      before: query.before ?? null,
      limit: query.limit ?? linesPerPage,
    })
    const isMoneyShown = maySeeMoney(who)
    return { items: page.items.map((record) => phoneLineOf(record, isMoneyShown)), next: page.next }
  },
})

const detail = get('/phone-verifications/:id', {
  audience: 'read',
  handle: async ({ deps, who, params }) =>
    phoneDetailOf(deps, who, await ownPhoneVerification(deps, who, params.id)),
})

const attempts = get('/phone-verifications/:id/other-attempts', {
  audience: 'read',
  handle: async ({ deps, who, params }) => {
    const record = await ownPhoneVerification(deps, who, params.id)
    return attemptsBesidePhone(deps.store, record, shownTo(who))
  },
})

const cancel = post('/phone-verifications/:id/cancel', {
  audience: 'change-services',
  handle: async ({ deps, who, params, visitor }) => {
    const { id, serviceId } = await ownPhoneVerification(deps, who, params.id)
    const asked = await deps.phoneVerifications.cancel(serviceId, id)
    if (asked.kind === 'ended') throw new Problem(409, 'verification-ended', 'the verification has ended')
    if (asked.kind !== 'done') throw notFound()
    await noteAction(deps, who.account.id, visitor, `verification ${id} canceled from the cabinet`)
    return phoneDetailOf(deps, who, asked.verification)
  },
})

export const phoneVerificationRoutes = [list, detail, attempts, cancel]
