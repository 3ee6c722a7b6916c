import { Type } from 'typebox'
import type { AlarmRecord } from '../../../storage/queries/alarms.ts'
import { type DeliveryChannel, deliveryChannels } from '../../../storage/queries/deliveries.ts'
import { list, orNull, text, time, yes } from '../answer.ts'

export type { AlarmRecord, DeliveryChannel }

const alarm = Type.Object({
  id: Type.Integer(),
  kind: text,
  subject: text,
  facts: Type.Unsafe<AlarmRecord['facts']>(Type.Object({})),
  since: time,
  seenAt: time,
  endedAt: orNull(time),
  nodes: list(text),
  isSilenced: yes,
})

/** A receiver without its secret. */
const receiver = Type.Object({
  id: Type.Integer(),
  channel: Type.Enum(deliveryChannels),
  target: text,
  kinds: list(text),
  language: Type.Enum(['en', 'ru']),
  createdAt: time,
  notifiedAt: orNull(time),
  fault: Type.String({ description: 'what the last attempt failed with; "" when it succeeded' }),
})

export const alarmsView = Type.Object({
  open: list(alarm),
  receivers: list(receiver),
  silences: list(
    Type.Object({
      id: Type.Integer(),
      kind: text,
      subject: text,
      until: time,
      reason: text,
      createdAt: time,
    }),
  ),
  /** What the installation is set up for. */
  hasMail: yes,
  hasTelegram: yes,
})

export const pastAlarmsView = Type.Object({ items: list(alarm), next: orNull(Type.Integer()) })
