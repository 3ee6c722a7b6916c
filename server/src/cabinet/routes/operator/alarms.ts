import { Type } from 'typebox'
import { testReceiver } from '../../../alarms/notify-receivers.ts'
import { idOf } from '../../ids.ts'
import { notFound } from '../../problem.ts'
import { get, post } from '../../route.ts'
import {
  type AlarmsView,
  alarmsView,
  type PastAlarmsView,
  pastAlarmsView,
  type ReceiverTestAnswer,
} from '../../views/operator/alarms.ts'

const pastPerPage = 50

const look = get('/operator/alarms', {
  audience: 'operator',
  answer: alarmsView,
  handle: async ({ deps }): Promise<AlarmsView> => {
    const { store, mail, messenger } = deps
    const now = deps.clock.now()
    const [open, receivers, silences] = await Promise.all([
      store.openAlarms({ now }),
      store.alarmReceivers(),
      store.alarmSilences({ now }),
    ])
    return {
      open,
      receivers: receivers.map(({ sealed: _, ...receiver }) => receiver),
      silences,
      hasMail: mail.kind !== 'none',
      hasTelegram: messenger !== undefined,
    }
  },
})

const past = get('/operator/alarms/past', {
  audience: 'operator',
  answer: pastAlarmsView,
  query: Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) }),
  handle: async ({ deps, query }): Promise<PastAlarmsView> => {
    const items = await deps.store.pastAlarms({ before: query.before ?? null, limit: pastPerPage })
    return { items, next: items.length < pastPerPage ? null : items.at(-1)!.id }
  },
})

const sendTest = post('/operator/alarms/receivers/:id/test', {
  audience: 'operator',
  handle: async ({ deps, params }): Promise<ReceiverTestAnswer> => {
    const { store, clock, alarmChannels: channels, publicUrl } = deps
    const id = idOf(params.id)
    const receiver = (await store.alarmReceivers()).find((each) => each.id === id)
    if (receiver === undefined) throw notFound()
    return { fault: await testReceiver({ store, clock, channels, publicUrl }, receiver) }
  },
})

export const alarmRoutes = [look, past, sendTest]
