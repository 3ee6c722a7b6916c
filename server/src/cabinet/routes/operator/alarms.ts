import { Type } from 'typebox'
import { perform } from '../../../operations/perform.ts'
import { beginWithInbound } from '../../../operations/services.ts'
import { deliveryChannels } from '../../../storage/queries/deliveries.ts'
import type { Store } from '../../../storage/store.ts'
import { canBeCalled, isStillFlash } from '../../../verifications/poor-networks.ts'
import { sendAgain, shownStates, stateFilter, webhookDetail, webhookView } from '../../answers/webhook.ts'
import { beforeQuery } from '../../fields.ts'
import { idOf } from '../../ids.ts'
import { asOperator } from '../../operation-context.ts'
import { notFound, Problem } from '../../problem.ts'
import { get, post, read } from '../../route.ts'
import { alarmsView, pastAlarmsView } from '../../views/operator/alarms.ts'

const pastPerPage = 50
const noticesPerPage = 50

const look = read('/operator/alarms', alarmsView, async ({ deps }) => {
  const { store, mail, messenger } = deps
  const now = deps.clock.now()
  const [open, receivers, silences] = await Promise.all([
    store.openAlarms({ now }),
    store.alarmReceivers(),
    store.alarmSilences({ now }),
  ])
  return {
    open,
    receivers: receivers.map(({ sealed: _, chat: __, receiver: ___, ...shown }) => shown),
    silences,
    hasMail: mail.kind !== 'none',
    hasTelegram: messenger !== undefined,
  }
})

const past = read('/operator/alarms/past', pastAlarmsView, beforeQuery, async ({ deps, query }) => {
  const items = await deps.store.pastAlarms({ before: query.before ?? null, limit: pastPerPage })
  return { items, next: items.length < pastPerPage ? null : items.at(-1)!.id }
})

const sendTest = post('/operator/alarms/receivers/:id/test', 'operator', async ({ deps, params }) => {
  const webhookId = await deps.store.enqueueAlarmTest({ id: idOf(params.id), at: deps.clock.now() })
  if (webhookId === undefined) throw notFound()
  deps.sendWebhooks()
  return { deliveryId: (await deps.store.deliveryByWebhookId(webhookId))!.id }
})

const noticesQuery = Type.Object({
  state: Type.Optional(Type.Enum(shownStates)),
  channel: Type.Optional(Type.Enum([...deliveryChannels])),
  before: Type.Optional(Type.Integer({ minimum: 1 })),
})

/** What people were told, of alarms and of their accounts. */
const notices = get('/operator/notices', 'operator', noticesQuery, async (context) => {
  const { deps, query } = context
  const { state, ...others } = query
  const filter = { ...others, ...stateFilter(state) }
  const { items, next } = await deps.store.deliveryPage({ ...filter, serviceIds: [0], limit: noticesPerPage })
  return { items: items.map(webhookView), next }
})

const notice = get('/operator/notices/:id', 'operator', async ({ deps, params }) =>
  webhookDetail(deps, await noticeOf(deps.store, idOf(params.id))),
)

const resend = post('/operator/notices/:id/resend', 'operator', async (context) => {
  const { deps, params } = context
  return sendAgain(asOperator(context), await noticeOf(deps.store, idOf(params.id)))
})

const inboundBody = Type.Object({
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  operator: Type.String({ minLength: 1, maxLength: 200 }),
})

/**
 * What an alarm about a network proposes: every service that begins with flash there, and that people there can call, begins
 * with inbound.
 */
const beginInbound = post('/operator/inbound-first', 'operator', inboundBody, async (context) => {
  const { store, reload } = context.deps
  const network = context.body
  const numbers = await store.confirmationNumbers()
  const concerned: { readonly id: number; readonly name: string }[] = []
  for (const { id, name, accountId, status, settings } of await store.services(null)) {
    if (status !== 'active' || !isStillFlash(settings.workflow, network)) continue
    const { demo } = (await store.account(accountId))!
    if (canBeCalled(numbers, demo, network.country)) concerned.push({ id, name })
  }
  if (concerned.length === 0)
    throw new Problem(409, 'no-flash-there', 'no service that people there can call begins with flash')
  const services = concerned.map(({ id }) => id)
  const { full } = await perform(asOperator(context), beginWithInbound, { ...network, services })
  await reload()
  const namesOf = (isFull: boolean) =>
    concerned.filter(({ id }) => full.includes(id) === isFull).map(({ name }) => name)
  /** `full` ones have as many rules as a workflow may have. */
  return { services: namesOf(false), full: namesOf(true) }
})

async function noticeOf(store: Store, id: number) {
  const delivery = await store.delivery(id)
  if (delivery?.serviceId !== 0) throw notFound()
  return delivery
}

export const alarmRoutes = [look, past, sendTest, notices, notice, resend, beginInbound]
