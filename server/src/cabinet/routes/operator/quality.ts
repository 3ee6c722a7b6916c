import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import type { CallRecord } from '../../../books/call.ts'
import type { Verification } from '../../../books/verification.ts'
import { type LogLine, record as recordAction } from '../../../operations/perform.ts'
import { detailOf } from '../../calls/detail.ts'
import { filterQuery, filterWithin } from '../../calls/filter.ts'
import { lineOf } from '../../calls/line.ts'
import { attemptsBeside, attemptsBesidePhone } from '../../calls/other-attempts.ts'
import type { CabinetDeps } from '../../deps.ts'
import { idOf } from '../../ids.ts'
import { asOperator } from '../../operating.ts'
import { notFound } from '../../problem.ts'
import { groupOf, innerGroupQuery, rangeQuery, stretchesOf } from '../../quality/ask.ts'
import { qualityCsv } from '../../quality/export.ts'
import { qualityReport } from '../../quality/report.ts'
import { type Ask, get, type SignedIn } from '../../route.ts'
import { anyVerification, verificationDetailOf } from '../../verifications/detail.ts'
import type { CallDetail, CallPage } from '../../views/call.ts'
import type { QualityReport } from '../../views/quality.ts'
import type { VerificationDetail } from '../../views/verification.ts'
import { knownAccount } from './accounts.ts'

const linesPerPage = 50

/** Without an account: the whole installation. */
const account = Type.Optional(Type.Integer({ minimum: 1 }))
const query = Type.Object({
  ...rangeQuery,
  ...innerGroupQuery,
  account,
  by: Type.Enum(['service', 'mode', 'country', 'operator', 'trunk', 'block']),
})

type Asking<Query> = Pick<Ask<Query, unknown>, 'deps' | 'visitor' | 'query' | 'params'> & {
  readonly who: SignedIn
}

const report = get('/operator/quality', {
  audience: 'operator',
  query,
  handle: (ask) => asked(ask),
})

const file = get('/operator/quality/export', {
  audience: 'operator',
  query: Type.Object({ ...query.properties, format: Type.Enum(['csv', 'json']) }),
  handle: async (ask) => {
    const { format, zone } = ask.query
    const answer = await asked(ask)
    ask.reply.header('Content-Disposition', `attachment; filename="quality.${format}"`)
    if (format === 'json') return { zone, ...answer }
    ask.reply.header('Content-Type', 'text/csv; charset=utf-8')
    return Readable.from(qualityCsv(answer, zone), { objectMode: false })
  },
})

/** Calls of any account, newest first. Their codes are not shown: they belong to the customer. */
const calls = get('/operator/calls', {
  audience: 'operator',
  query: Type.Object({
    ...filterQuery,
    ...innerGroupQuery,
    account,
    before: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  handle: async (ask): Promise<CallPage> => {
    const { deps, query } = ask
    const serviceIds = await servicesOf(deps, query.account)
    await noteOpened(ask)
    const page = await deps.store.callPage({
      ...filterWithin(query.service === undefined ? serviceIds : [query.service], query),
      only: groupOf(query),
      before: query.before ?? null,
      limit: linesPerPage,
    })
    return { items: page.items.map((record) => lineOf(record, ofCustomer)), next: page.next }
  },
})

const call = get('/operator/calls/:vendorId', {
  audience: 'operator',
  handle: async (ask): Promise<CallDetail> => {
    const { deps } = ask
    const { accountId, vendorId } = await openCall(ask)
    const seen = { ...ofCustomer, accountId, isOperator: true }
    return detailOf(deps.store, seen, vendorId, deps.publicUrl())
  },
})

const ofCustomer = { isMoneyShown: true, mayShowCode: false }

/** Other attempts of the same account to the phone of a call. */
const besideCall = get('/operator/calls/:vendorId/other-attempts', {
  audience: 'operator',
  handle: async (ask) => attemptsBeside(ask.deps.store, await openCall(ask), ofCustomer),
})

const besideVerification = get('/operator/verifications/:id/other-attempts', {
  audience: 'operator',
  handle: async (ask) => attemptsBesidePhone(ask.deps.store, await openVerification(ask), ofCustomer),
})

const verification = get('/operator/verifications/:id', {
  audience: 'operator',
  handle: async (ask): Promise<VerificationDetail> => {
    return verificationDetailOf(ask.deps, { role: 'owner', isOperator: true }, await openVerification(ask))
  },
})

async function asked(ask: Asking<Static<typeof query>>): Promise<QualityReport> {
  const { deps, query } = ask
  const { account, by, step, zone, test, ...more } = query
  const serviceIds = await servicesOf(deps, account)
  await noteOpened(ask)
  return qualityReport(deps.store, {
    serviceIds,
    // The sums of the installation do not contain test numbers.
    test: test === 'yes' && serviceIds !== null,
    only: groupOf(more),
    stretches: stretchesOf({ ...more, step, zone }),
    step,
    zone,
    by,
    isMoneyShown: true,
    isOperator: true,
  })
}

async function servicesOf(deps: CabinetDeps, account: number | undefined): Promise<number[] | null> {
  if (account === undefined) return null
  const { id } = await knownAccount(deps, String(account))
  return (await deps.store.services(id)).map((service) => service.id)
}

async function noteOpened(ask: Asking<{ readonly account?: number }>): Promise<void> {
  const { account } = ask.query
  if (account !== undefined) await note(ask, account, { kind: 'account-opened', facts: { account } })
}

async function openCall(ask: Asking<unknown>): Promise<CallRecord> {
  const record = await ask.deps.store.call(idOf(ask.params.vendorId))
  if (record === undefined) throw notFound()
  const { accountId: account, vendorId: call } = record
  await note(ask, call, { kind: 'call-opened', facts: { account, call } })
  return record
}

async function openVerification(ask: Asking<unknown>): Promise<Verification> {
  const record = await anyVerification(ask.deps, ask.params.id)
  const { accountId: account, id } = record
  await note(ask, id, { kind: 'verification-opened', facts: { account, verification: id } })
  return record
}

/** Something of a customer was opened. A page asks again and again: one line an hour is enough. */
async function note(ask: Asking<unknown>, id: number | string, line: LogLine): Promise<void> {
  const { deps, who } = ask
  if (deps.openings.isNew(who.person.id, line.kind, id)) await recordAction(asOperator(ask), line)
}

export const operatorQualityRoutes = [report, file, calls, call, besideCall, verification, besideVerification]
