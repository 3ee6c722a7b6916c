import { Type } from 'typebox'
import { verificationStatuses } from '../../books/verification.ts'
import { noteAction } from '../action-log.ts'
import { maySeeMoney, shownTo } from '../calls/line.ts'
import { attemptsBesidePhone } from '../calls/other-attempts.ts'
import { ownService } from '../ids.ts'
import { notFound, Problem } from '../problem.ts'
import { get, post } from '../route.ts'
import { ownVerification, verificationDetailOf } from '../verifications/detail.ts'
import { verificationLineOf } from '../verifications/line.ts'
import type { VerificationPage } from '../views/verification.ts'

const linesPerPage = 50
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })

const list = get('/verifications', {
  audience: 'read',
  query: Type.Object({
    service: Type.Optional(Type.Integer({ minimum: 1 })),
    status: Type.Optional(Type.Enum([...verificationStatuses])),
    test: Type.Optional(Type.Enum(['yes', 'no'])),
    from: Type.Optional(time),
    to: Type.Optional(time),
    before: Type.Optional(Type.String({ pattern: '^vf_[0-9a-f]{32}$' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  handle: async ({ deps, who, query }): Promise<VerificationPage> => {
    const { service, test } = query
    if (service !== undefined) await ownService(deps.store, who, service)
    const page = await deps.store.verificationList({
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
    return { items: page.items.map((record) => verificationLineOf(record, isMoneyShown)), next: page.next }
  },
})

const detail = get('/verifications/:id', {
  audience: 'read',
  handle: async ({ deps, who, params }) =>
    verificationDetailOf(deps, who, await ownVerification(deps, who, params.id)),
})

const attempts = get('/verifications/:id/other-attempts', {
  audience: 'read',
  handle: async ({ deps, who, params }) => {
    const record = await ownVerification(deps, who, params.id)
    return attemptsBesidePhone(deps.store, record, shownTo(who))
  },
})

const cancel = post('/verifications/:id/cancel', {
  audience: 'change-services',
  handle: async ({ deps, who, params, visitor }) => {
    const { id, serviceId } = await ownVerification(deps, who, params.id)
    const asked = await deps.verifications.cancel(serviceId, id)
    if (asked.kind === 'ended') throw new Problem(409, 'verification-ended', 'the verification has ended')
    if (asked.kind !== 'done') throw notFound()
    await noteAction(deps, who.account.id, visitor, `verification ${id} canceled from the cabinet`)
    return verificationDetailOf(deps, who, asked.verification)
  },
})

export const verificationRoutes = [list, detail, attempts, cancel]
