import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import { roubles, roublesText, unitsOf, unitsPerRouble } from '../../books/money.ts'
import type { TariffRecord } from '../../books/tariff.ts'
import { countriesOfPrefix } from '../../numbering/calling-codes.ts'
import { maxTopUpUnits } from '../../operations/accounts.ts'
import { newOperationId } from '../../operations/operation.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { dayBorders } from '../../platform/time-zone.ts'
import type { BalanceNotice } from '../../storage/queries/balance-notices.ts'
import { topUpSecretMeta } from '../../storage/queries/installation.ts'
import { noteAction } from '../action-log.ts'
import { monthsOf } from '../answers/statement.ts'
import type { CabinetDeps } from '../deps.ts'
import { Problem, wrongField } from '../problem.ts'
import { get, type Member, post } from '../route.ts'
import { spentUnits } from '../statistics/attention.ts'

/** A week, so that the average covers working days and a week-end. */
const paceDays = 7
const maxThresholdRoubles = 10_000_000

/** Sums are roubles. */
const show = get('/money', 'read-money', async ({ deps, user }) => {
  const { account } = user
  const now = deps.clock.now()
  const [tariffs, notice, pace, [month], secret] = await Promise.all([
    deps.store.tariffs(),
    deps.store.balanceNotice(account.id),
    paceOf(deps, user),
    monthsOf(deps.store, account, now),
    deps.store.meta(topUpSecretMeta),
  ])
  const { monthOf, startOfMonth } = dayBorders(account.timeZone)
  const monthEnd = startOfMonth(monthOf(now) + 1)
  const spent = month !== undefined && monthOf(month.at) === monthOf(now) ? month.spent : 0
  return {
    balance: roubles(account.balanceUnits),
    /** Held for calls in progress; already subtracted from the balance. */
    held: roubles(account.heldUnits),
    tariff: tariffView(tariffs.find(({ code }) => code === account.tariff)!),
    pace,
    /** This calendar month of the account's time zone: spent so far, and by its end at that pace. */
    month: { spent, forecast: spent + (pace.perDay * (monthEnd - now)) / dayMs },
    notice: notice === undefined ? null : noticeView(notice),
    /** Owners pay by themselves. */
    hasTopUp: deps.installation.settings.topUpUrl !== null && secret !== undefined && !account.demo,
  }
})

const linkLifeMs = hourMs
const topUpBody = Type.Object({
  amount: Type.String({ pattern: '^[0-9]{1,7}(\\.[0-9]{1,2})?$', expected: 'a sum such as 500 or 12.50' }),
})

/** A link to where the operator takes money. Whoever sells proves by its id that the account is topped up once. */
const topUp = post('/money/top-up', 'change-money-notices', topUpBody, async ({ deps, user, body }) => {
  const { store, sealer, random, clock, installation } = deps
  const { topUpUrl } = installation.settings
  const sealed = await store.meta(topUpSecretMeta)
  if (topUpUrl === null || sealed === undefined || user.account.demo)
    throw new Problem(409, 'no-top-up-address', 'this account is topped up by the operator')
  const units = unitsOf(body.amount)!
  if (units <= 0 || units > maxTopUpUnits)
    throw wrongField('amount', `above 0, at most ${roubles(maxTopUpUnits)}`)
  const url = new URL(topUpUrl)
  const order = {
    account: String(user.account.id),
    amount: roublesText(units),
    currency: installation.currency,
    return: `${deps.publicUrl()}/cabinet/money`,
    id: newOperationId(random),
    expires: String(Math.floor((clock.now() + linkLifeMs) / 1000)),
  }
  for (const [name, value] of Object.entries(order)) url.searchParams.set(name, value)
  url.searchParams.delete('signature')
  url.searchParams.sort()
  const secret = sealer.open(Buffer.from(sealed, 'base64url'), topUpSecretMeta)
  const signature = createHmac('sha256', secret).update(url.searchParams.toString()).digest('hex')
  url.searchParams.set('signature', signature)
  return { url: url.href }
})

const saveNoticeBody = Type.Object({
  /** Roubles; null switches the notice off. */
  threshold: Type.Union([Type.Number({ minimum: 0, maximum: maxThresholdRoubles }), Type.Null()]),
  byEmail: Type.Boolean(),
  byMessenger: Type.Boolean(),
})

const saveNotice = post('/money/notice', 'change-money-notices', saveNoticeBody, async (context) => {
  const { deps, user, body, visitor } = context
  const { store } = deps
  const { threshold, byEmail, byMessenger } = body
  const accountId = user.account.id
  if (threshold === null) {
    await store.removeBalanceNotice(accountId)
    await noteAction(deps, accountId, visitor, 'balance-notice', { on: false })
    return { removed: true }
  }
  const thresholdUnits = Math.round(threshold * unitsPerRouble)
  if (thresholdUnits === 0) throw wrongField('threshold', 'an amount above 0')
  if (!byEmail && !byMessenger) throw wrongField('byEmail', 'at least one way to be told')
  await store.saveBalanceNotice({ accountId, thresholdUnits, byEmail, byMessenger })
  await noteAction(deps, accountId, visitor, 'balance-notice', { on: true })
  return noticeView((await store.balanceNotice(accountId))!)
})

/** Spending on calls, from the counted facts. For an account younger than a week only its own days count. */
async function paceOf({ store, clock }: CabinetDeps, { account }: Member) {
  const now = clock.now()
  const to = Math.ceil(now / hourMs) * hourMs
  const from = Math.max(to - paceDays * dayMs, Math.floor(account.createdAt / hourMs) * hourMs)
  const serviceIds = (await store.services(account.id)).map(({ id }) => id)
  const units = await spentUnits(store, { serviceIds, from, to })
  const days = Math.max(1, Math.round((to - from) / dayMs))
  const perDayUnits = units / days
  return {
    /** On average over `days`. */
    perDay: roubles(Math.round(perDayUnits)),
    days,
    /** null when nothing is spent. */
    lastsDays: perDayUnits === 0 ? null : Math.max(0, Math.floor(account.balanceUnits / perDayUnits)),
    endsAt:
      perDayUnits === 0 ? null : Math.round(now + Math.max(0, account.balanceUnits / perDayUnits) * dayMs),
  }
}

function tariffView({ prices, ...tariff }: TariffRecord) {
  return {
    ...tariff,
    prices: prices.map(({ mode, prefix, priceUnits }) => ({
      mode,
      prefix,
      /** ISO codes of the countries that the prefix is the calling code of. */
      countries: prefix === '' ? [] : countriesOfPrefix(prefix),
      price: roubles(priceUnits),
    })),
  }
}

function noticeView({ thresholdUnits, byEmail, byMessenger, notifiedAt }: BalanceNotice) {
  return {
    threshold: roubles(thresholdUnits),
    byEmail,
    byMessenger,
    /** When the notice was sent; null while the balance is above the threshold. */
    notifiedAt: notifiedAt === 0 ? null : notifiedAt,
  }
}

export const moneyRoutes = [show, topUp, saveNotice]
