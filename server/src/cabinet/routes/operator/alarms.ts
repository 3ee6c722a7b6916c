import { testReceiver } from '../../../alarms/notify-receivers.ts'
import { beforeQuery } from '../../fields.ts'
import { idOf } from '../../ids.ts'
import { notFound } from '../../problem.ts'
import { post, read } from '../../route.ts'
import { alarmsView, pastAlarmsView } from '../../views/operator/alarms.ts'

const pastPerPage = 50

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
    receivers: receivers.map(({ sealed: _, chat: __, ...receiver }) => receiver),
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
  const { store, clock, alarmChannels: channels, publicUrl } = deps
  const id = idOf(params.id)
  const receiver = (await store.alarmReceivers()).find((each) => each.id === id)
  if (receiver === undefined) throw notFound()
  // "" when the message has gone out.
  return { fault: await testReceiver({ store, clock, channels, publicUrl }, receiver) }
})

export const alarmRoutes = [look, past, sendTest]
