import { Type } from 'typebox'
import { alarmKinds } from '../../../alarms/alarm-table.ts'
import { testReceiver } from '../../../alarms/notify-receivers.ts'
import {
  addAlarmReceiver,
  changeAlarmReceiver,
  endSilence,
  removeAlarmReceiver,
  silenceAlarms,
} from '../../../operations/alarms.ts'
import { hourMs } from '../../../platform/clock.ts'
import { type AlarmReceiver, alarmChannels } from '../../../storage/alarm-records.ts'
import { language, readEmail } from '../../fields.ts'
import { idOf } from '../../ids.ts'
import { asOperator } from '../../operating.ts'
import { notFound, wrongField } from '../../problem.ts'
import { get, post } from '../../route.ts'
import type {
  AlarmReceiverView,
  AlarmsView,
  NewReceiverAnswer,
  PastAlarmsView,
  ReceiverTestAnswer,
} from '../../views/operator/alarms.ts'

const pastPerPage = 50
const maxSilenceHours = 90 * 24

const kinds = Type.Array(Type.Enum([...alarmKinds]), { maxItems: alarmKinds.length, uniqueItems: true })
const choice = { kinds, language }

const look = get('/operator/alarms', {
  audience: 'operator',
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
      receivers: receivers.map(receiverView),
      silences,
      hasMail: mail.kind !== 'none',
      hasTelegram: messenger !== undefined,
    }
  },
})

const past = get('/operator/alarms/past', {
  audience: 'operator',
  query: Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) }),
  handle: async ({ deps, query }): Promise<PastAlarmsView> => {
    const items = await deps.store.pastAlarms({ before: query.before ?? null, limit: pastPerPage })
    return { items, next: items.length < pastPerPage ? null : items.at(-1)!.id }
  },
})

/** Alarms go to another address from now on, and the address may be inside the network: a fresh proof is needed. */
const addReceiver = post('/operator/alarms/receivers', {
  audience: 'operator',
  needsRecentProof: true,
  body: Type.Object({
    channel: Type.Enum([...alarmChannels]),
    target: Type.String({ minLength: 1, maxLength: 500 }),
    ...choice,
  }),
  handle: async (ask): Promise<NewReceiverAnswer> => {
    const { channel, target, kinds, language } = ask.body
    const { random, sealer } = ask.deps
    const { receiver, secret } = await addAlarmReceiver(
      { ...asOperator(ask), random, sealer },
      { channel, target: readTarget(channel, target), kinds, language },
    )
    return { id: receiver.id, secret }
  },
})

const changeReceiver = post('/operator/alarms/receivers/:id', {
  audience: 'operator',
  body: Type.Object(choice),
  handle: async (ask) => {
    const id = idOf(ask.params.id)
    if (!(await changeAlarmReceiver(asOperator(ask), { id, ...ask.body }))) throw notFound()
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

const removeReceiver = post('/operator/alarms/receivers/:id/remove', {
  audience: 'operator',
  handle: async (ask) => {
    if (!(await removeAlarmReceiver(asOperator(ask), idOf(ask.params.id)))) throw notFound()
  },
})

const silence = post('/operator/alarms/silences', {
  audience: 'operator',
  body: Type.Object({
    kind: Type.Enum(['', ...alarmKinds]),
    subject: Type.String({ maxLength: 300 }),
    reason: Type.String({ maxLength: 200 }),
    hours: Type.Integer({ minimum: 1, maximum: maxSilenceHours }),
  }),
  handle: async (ask): Promise<{ readonly id: number }> => {
    const { hours, ...what } = ask.body
    return { id: await silenceAlarms(asOperator(ask), { ...what, forMs: hours * hourMs }) }
  },
})

const unsilence = post('/operator/alarms/silences/:id/end', {
  audience: 'operator',
  handle: async (ask) => {
    if (!(await endSilence(asOperator(ask), idOf(ask.params.id)))) throw notFound()
  },
})

export const alarmRoutes = [
  look,
  past,
  addReceiver,
  changeReceiver,
  sendTest,
  removeReceiver,
  silence,
  unsilence,
]

function readTarget(channel: AlarmReceiver['channel'], typed: string): string {
  if (channel === 'mail' || channel === 'telegram') return readEmail(typed, 'target')
  const target = typed.trim()
  if (!/^https?:$/.test(URL.parse(target)?.protocol ?? ''))
    throw wrongField('target', 'an address such as https://ops.example.com/ringkey')
  return target
}

function receiverView({ sealed: _, ...receiver }: AlarmReceiver): AlarmReceiverView {
  return receiver
}
