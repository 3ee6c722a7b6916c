import { Type } from 'typebox'
import { roubles } from '../../../books/money.ts'
import {
  makeReal,
  setAccountStatus,
  setAccountTariff,
  setPhoneConfirmed,
  topUp,
} from '../../../operations/accounts.ts'
import { reverseTopUp } from '../../../operations/reverse-top-up.ts'
import { setLegacyRepeats } from '../../../operations/services.ts'
import { changeSpendCap } from '../../../operations/spend-caps.ts'
import { idOf } from '../../ids.ts'
import { asOperator, operationId, operationIdOf } from '../../operating.ts'
import { boundIn, unitsIn } from '../../operator/typed-money.ts'
import { post } from '../../route.ts'
import { knownAccount } from './accounts.ts'

const addMoney = post('/operator/accounts/:id/top-up', {
  audience: 'operator',
  needsRecentProof: true,
  body: Type.Object({
    amount: Type.String({ maxLength: 20 }),
    note: Type.String({ maxLength: 200 }),
    operationId,
  }),
  handle: async (ask) => {
    const { deps, body, params } = ask
    const { id: accountId } = await knownAccount(deps, params.id)
    const amountUnits = unitsIn('amount', body.amount)
    const change = { accountId, amountUnits, note: body.note }
    return { balance: roubles(await topUp(asOperator(ask), change, body.operationId)) }
  },
})

/** Takes a mistaken top-up back. */
const takeBack = post('/operator/accounts/:id/ledger/:entry/reverse', {
  audience: 'operator',
  needsRecentProof: true,
  body: Type.Object({ reason: Type.String({ maxLength: 400 }), allowsDebt: Type.Boolean(), operationId }),
  handle: async (ask) => {
    const { deps, body, params } = ask
    const { id: accountId } = await knownAccount(deps, params.id)
    const reversal = { accountId, entry: idOf(params.entry), ...body }
    return { balance: roubles(await reverseTopUp(asOperator(ask), reversal, body.operationId)) }
  },
})

const status = post('/operator/accounts/:id/status', {
  audience: 'operator',
  body: Type.Object({ status: Type.Enum(['active', 'blocked']) }),
  handle: async (ask) => {
    const { id: accountId } = await knownAccount(ask.deps, ask.params.id)
    await setAccountStatus(asOperator(ask), { accountId, status: ask.body.status })
    await ask.deps.reload()
  },
})

const real = post('/operator/accounts/:id/make-real', {
  audience: 'operator',
  handle: async (ask) => {
    const { id: accountId } = await knownAccount(ask.deps, ask.params.id)
    await makeReal(asOperator(ask), accountId)
    await ask.deps.reload()
  },
})

const tariff = post('/operator/accounts/:id/tariff', {
  audience: 'operator',
  needsRecentProof: true,
  body: Type.Object({ tariff: Type.String({ maxLength: 32 }) }),
  handle: async (ask) => {
    const { id: accountId } = await knownAccount(ask.deps, ask.params.id)
    await setAccountTariff(asOperator(ask), { accountId, tariff: ask.body.tariff })
    await ask.deps.reload()
  },
})

const phoneConfirmed = post('/operator/accounts/:id/phone-confirmed', {
  audience: 'operator',
  body: Type.Object({ confirmed: Type.Boolean() }),
  handle: async (ask) => {
    const { id: accountId } = await knownAccount(ask.deps, ask.params.id)
    await setPhoneConfirmed(asOperator(ask), { accountId, confirmed: ask.body.confirmed })
    await ask.deps.reload()
  },
})

const legacyRepeats = post('/operator/services/:id/legacy-repeats', {
  audience: 'operator',
  body: Type.Object({ on: Type.Boolean() }),
  handle: async (ask) => {
    await setLegacyRepeats(asOperator(ask), { serviceId: idOf(ask.params.id), on: ask.body.on })
    await ask.deps.reload()
  },
})

const cap = post('/operator/caps', {
  audience: 'operator',
  body: Type.Object({
    scope: Type.String({ pattern: '^(service|account|prefix):[1-9]\\d{0,14}$' }),
    /** "" is no bound. */
    perHour: Type.String({ maxLength: 20 }),
    perDay: Type.String({ maxLength: 20 }),
    operationId: Type.Optional(operationId),
  }),
  handle: async (ask) => {
    const { deps, body } = ask
    const change = {
      scope: body.scope,
      perHourUnits: boundIn('perHour', body.perHour),
      perDayUnits: boundIn('perDay', body.perDay),
    }
    await changeSpendCap(asOperator(ask), change, operationIdOf(deps, body))
    await deps.reload()
  },
})

export const accountChangeRoutes = [
  addMoney,
  takeBack,
  status,
  real,
  tariff,
  phoneConfirmed,
  legacyRepeats,
  cap,
]
