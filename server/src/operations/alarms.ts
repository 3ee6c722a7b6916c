import { Type } from 'typebox'
import { alarmKinds } from '../alarms/alarm-table.ts'
import { hourMs } from '../platform/clock.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import * as alarms from '../storage/queries/alarms.ts'
import { type DeliveryChannel, deliveryChannels } from '../storage/queries/deliveries.ts'
import { receiverOf } from '../webhooks/receiver.ts'
import { newWebhookSecret } from '../webhooks/signature.ts'
import { type Changes, changesOf } from './changes.ts'
import { id } from './fields.ts'
import { type FullContext, type OperationContext, operation } from './operation.ts'
import { changed, listed } from './wording.ts'

const maxSilenceHours = 90 * 24

/** The secret of a receiver of alarms is bound to its address. */
export function sealedFor(url: string): string {
  return `alarm receiver ${url}`
}

export interface Receiver extends Pick<alarms.AlarmReceiver, 'id' | 'channel' | 'target'> {
  /** Undefined for a new one. */
  readonly changes?: Changes
}

export const addAlarmReceiver = operation({
  name: 'alarm.add-receiver',
  about: 'Notify somebody of alarms, or change of which ones; the secret of a new webhook is shown once',
  log: ({ id, channel, target, changes }: Receiver) =>
    changes === undefined
      ? [`alarms are sent to ${target} (${channel})`, `оповещения отправляются на ${target} (${channel})`]
      : [
          `receiver ${id} of alarms changed: ${changed(changes)}`,
          `изменён получатель оповещений ${id}: ${changed(changes)}`,
        ],
  api: { scope: 'dangerous', path: '/alarms/receivers' },
  id: 'may',
  isIndependent: true,
  needsProof: true,
  input: Type.Object({
    channel: Type.Enum([...deliveryChannels]),
    target: Type.String({ minLength: 1, maxLength: 500, description: 'an e-mail address, or a web address' }),
    kinds: Type.Array(Type.Enum([...alarmKinds]), {
      maxItems: alarmKinds.length,
      uniqueItems: true,
      description: 'which alarms; all when empty',
    }),
    language: Type.Enum(['en', 'ru']),
  }),
  prepare({ random, sealer }: OperationContext & Pick<FullContext, 'random' | 'sealer'>, input) {
    const target = readTarget(input.channel, input.target)
    if (input.channel !== 'webhook')
      return { ...input, target, receiver: input.channel, secret: '', sealed: null }
    const secret = newWebhookSecret(random.bytes)
    const receiver = receiverOf(new URL(target))
    return { ...input, target, receiver, secret, sealed: sealer.seal(secret, sealedFor(target)) }
  },
  async run({ sql, at, log }, { secret: _, ...wanted }) {
    const { channel, target } = wanted
    const known = await alarms.alarmReceivers(sql)
    const before = known.find((one) => one.channel === channel && one.target === target)
    const after = await alarms.putAlarmReceiver(sql, { ...wanted, createdAt: at })
    const { id } = after
    const changes = before && changesOf(before, { ...before, ...after }, ['kinds', 'language'])
    log({ id, channel, target, ...(changes === undefined ? {} : { changes }) })
    return { id, isNew: before === undefined }
  },
  shown: (_, { secret }) => ({ secret }),
  // A known receiver keeps the secret that it has.
  answer: (_, { id, isNew }) => ({ id, ...(isNew ? {} : { secret: '' }) }),
})

function readTarget(channel: DeliveryChannel, typed: string): string {
  const target = typed.trim()
  if (channel === 'mail' || channel === 'telegram') {
    if (!/^[^\s@<>,;"]+@[^\s@.<>,;"]+(\.[^\s@.<>,;"]+)+$/.test(target))
      throw wrongField('target', 'an e-mail address')
    return target.toLowerCase()
  }
  if (!/^https?:$/.test(URL.parse(target)?.protocol ?? ''))
    throw wrongField('target', 'an address such as https://ops.example.com/ringkey')
  return target
}

export const removeAlarmReceiver = operation({
  name: 'alarm.remove-receiver',
  about: 'Delete an alarm receiver',
  log: ({ id }: { id: number }) => [
    `receiver ${id} is notified of no alarms any more`,
    `получатель оповещений ${id} удалён`,
  ],
  api: { scope: 'dangerous', path: '/alarms/receivers/:receiver/remove' },
  isIndependent: true,
  input: Type.Object({ receiver: id }),
  async run({ sql, log }, { receiver }) {
    if (!(await alarms.removeAlarmReceiver(sql, receiver)))
      throw new OperationRefused('no-receiver', `There is no receiver ${receiver}`)
    return log({ id: receiver })
  },
})

export const silenceAlarms = operation({
  name: 'alarm.add-silence',
  about: 'Stop notifications of some alarms for a while',
  log: ({ kind, subject, reason }: Record<'kind' | 'subject' | 'reason', string> & { until: number }) => [
    `alarms silenced: ${listed(kind || 'all', subject, reason)}`,
    `пауза оповещений: ${listed(kind || 'все', subject, reason)}`,
  ],
  api: { scope: 'accounts', path: '/alarms/silences' },
  id: 'may',
  isIndependent: true,
  input: Type.Object({
    kind: Type.Enum(['', ...alarmKinds], { description: 'all when empty' }),
    subject: Type.String({ maxLength: 300, description: 'all when empty' }),
    reason: Type.String({ maxLength: 200 }),
    hours: Type.Number({ exclusiveMinimum: 0, maximum: maxSilenceHours }),
  }),
  async run({ sql, at, log }, { hours, ...what }) {
    const until = at + Math.round(hours * hourMs)
    const silence = await alarms.addAlarmSilence(sql, { ...what, until, createdAt: at })
    log({ ...what, until })
    return { id: silence, until }
  },
})

export const endSilence = operation({
  name: 'alarm.remove-silence',
  about: 'Remove an alarm silence',
  log: ({ id }: { id: number }) => [`silence ${id} ended`, `пауза оповещений ${id} снята`],
  api: { scope: 'accounts', path: '/alarms/silences/:silence/end' },
  isIndependent: true,
  input: Type.Object({ silence: id }),
  async run({ sql, log }, { silence }) {
    if (!(await alarms.removeAlarmSilence(sql, silence)))
      throw new OperationRefused('no-silence', `There is no silence ${silence}`)
    return log({ id: silence })
  },
})
