import { Type } from 'typebox'
import { makeReal } from '../../../accounts/play-money.ts'
import { roubles } from '../../../books/money.ts'
import { maxCapPrefixDigits } from '../../../books/spend-cap.ts'
import { isAmong } from '../../../books/spend-caps.ts'
import { idOf } from '../../ids.ts'
import { noteOnce, noteOperator, noteToAccount } from '../../operator/operator-log.ts'
import { boundIn, unitsIn } from '../../operator/typed-money.ts'
import type { CabinetParts } from '../../parts.ts'
import { notFound, Problem, wrongField } from '../../problem.ts'
import { post } from '../../route.ts'
import { knownAccount } from './accounts.ts'

/** A slip of a zero or two is noticed before it is money. */
const maxTopUpRoubles = 10_000_000

const topUp = post('/operator/accounts/:id/top-up', {
  audience: 'operator',
  body: Type.Object({
    amount: Type.String({ maxLength: 20 }),
    note: Type.String({ maxLength: 200 }),
    /** Made by the page when the form is opened: the same form is done once. */
    formToken: Type.String({ pattern: '^[A-Za-z0-9-]{16,64}$' }),
  }),
  handle: async (ask) => {
    const { parts, body, params } = ask
    const { id } = await knownAccount(parts, params.id)
    const amountUnits = unitsIn('amount', body.amount)
    const amount = roubles(amountUnits)
    if (amount === 0 || amount > maxTopUpRoubles)
      throw wrongField('amount', `above 0, at most ${maxTopUpRoubles}`)
    const note = body.note.trim()
    await noteOnce(ask, body.formToken, 'account-topped-up', { account: id, amount, note })
    const balanceUnits = await parts.store.topUp({
      accountId: id,
      amountUnits,
      note: note || 'by the operator',
      at: parts.clock.now(),
    })
    if (balanceUnits === undefined) throw notFound()
    await noteToAccount(parts, id, 'account topped up')
    return { balance: roubles(balanceUnits) }
  },
})

const status = post('/operator/accounts/:id/status', {
  audience: 'operator',
  body: Type.Object({ status: Type.Enum(['active', 'blocked']) }),
  handle: async (ask) => {
    const { parts, body, params } = ask
    const { id } = await knownAccount(parts, params.id)
    await parts.store.setAccountStatus({ id, status: body.status, at: parts.clock.now() })
    const isBlocked = body.status === 'blocked'
    await changed(ask, isBlocked ? 'account-blocked' : 'account-unblocked', { account: id })
    await noteToAccount(parts, id, `account ${id} ${isBlocked ? 'blocked' : 'unblocked'}`)
  },
})

const real = post('/operator/accounts/:id/make-real', {
  audience: 'operator',
  handle: async (ask) => {
    const { parts, params } = ask
    const account = await knownAccount(parts, params.id)
    const done = await makeReal(parts.store, account, parts.clock.now())
    if (done === 'no-demo') throw new Problem(409, 'no-demo-account', 'this is no demo account')
    if (done === 'calls-under-way')
      throw new Problem(409, 'calls-under-way', 'calls of the account are under way: try again in a minute')
    await changed(ask, 'account-made-real', { account: account.id })
    await noteToAccount(parts, account.id, 'account made real')
  },
})

const tariff = post('/operator/accounts/:id/tariff', {
  audience: 'operator',
  body: Type.Object({ tariff: Type.String({ maxLength: 32 }) }),
  handle: async (ask) => {
    const { parts, body, params } = ask
    const account = await knownAccount(parts, params.id)
    const done = await parts.store.setAccountTariff({
      id: account.id,
      tariff: body.tariff,
      at: parts.clock.now(),
    })
    if (done === 'no-such-tariff') throw wrongField('tariff', 'the code of a tariff')
    if (body.tariff === account.tariff) return
    await changed(ask, 'account-tariff', { account: account.id, from: account.tariff, to: body.tariff })
    await noteToAccount(parts, account.id, 'tariff changed')
  },
})

const phoneConfirmed = post('/operator/accounts/:id/phone-confirmed', {
  audience: 'operator',
  body: Type.Object({ confirmed: Type.Boolean() }),
  handle: async (ask) => {
    const { parts, body, params } = ask
    const { id } = await knownAccount(parts, params.id)
    const { confirmed } = body
    await parts.store.setPhoneConfirmed({ id, confirmed, at: parts.clock.now() })
    await changed(ask, 'account-phone', { account: id, confirmed })
    const words = `phone of account ${id} ${confirmed ? 'counts as confirmed' : 'is to be confirmed'}`
    await noteToAccount(parts, id, words)
  },
})

const legacyRepeats = post('/operator/services/:id/legacy-repeats', {
  audience: 'operator',
  body: Type.Object({ on: Type.Boolean() }),
  handle: async (ask) => {
    const { parts, body, params } = ask
    const service = await parts.store.changeService({
      id: idOf(params.id),
      settings: { legacyRepeats: body.on },
      at: parts.clock.now(),
    })
    if (service === undefined) throw notFound()
    await changed(ask, 'legacy-repeats', { service: service.id, on: body.on })
    const words = `legacy repeats of service ${service.id} ${body.on ? 'on' : 'off'}`
    await noteToAccount(parts, service.accountId, words)
  },
})

const cap = post('/operator/caps', {
  audience: 'operator',
  body: Type.Object({
    scope: Type.String({ pattern: '^(service|account|prefix):[1-9]\\d{0,14}$' }),
    /** "" is no bound. */
    perHour: Type.String({ maxLength: 20 }),
    perDay: Type.String({ maxLength: 20 }),
  }),
  handle: async (ask) => {
    const { parts, body } = ask
    const owner = await ownerOf(parts, body.scope)
    const { scope } = body
    const cap = {
      scope,
      perHourUnits: boundIn('perHour', body.perHour),
      perDayUnits: boundIn('perDay', body.perDay),
    }
    if (isAmong(await parts.store.spendCaps(), cap)) return
    await parts.store.changeSpendCap(cap)
    const perHour = roubles(cap.perHourUnits)
    const perDay = roubles(cap.perDayUnits)
    await changed(ask, 'spend-cap', { scope, perHour, perDay })
    if (owner !== undefined) await noteToAccount(parts, owner, `spend cap of ${scope} changed`)
  },
})

export const accountChangeRoutes = [topUp, status, real, tariff, phoneConfirmed, legacyRepeats, cap]

/** Undefined for a destination, which belongs to nobody. */
async function ownerOf({ store }: CabinetParts, scope: string): Promise<number | undefined> {
  const [kind, value = ''] = scope.split(':')
  if (kind === 'prefix') {
    if (value.length <= maxCapPrefixDigits) return undefined
    throw new Problem(400, 'long-prefix', `a prefix has at most ${maxCapPrefixDigits} digits`, {
      field: 'scope',
    })
  }
  const owner = kind === 'account' ? await store.account(Number(value)) : await store.service(Number(value))
  if (owner === undefined)
    throw new Problem(400, 'no-owner', 'there is none of that number', { field: 'scope' })
  return 'accountId' in owner ? owner.accountId : owner.id
}

const changed: typeof noteOperator = async (ask, kind, facts) => {
  await ask.parts.reload()
  await noteOperator(ask, kind, facts)
}
