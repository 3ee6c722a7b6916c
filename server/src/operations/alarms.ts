import { Type } from 'typebox'
import { alarmKinds } from '../alarms/alarm-table.ts'
import { hourMs } from '../platform/clock.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import * as alarms from '../storage/queries/alarms.ts'
import { alarmChannels } from '../storage/queries/alarms.ts'
import { newWebhookSecret } from '../webhooks/signature.ts'
import { id } from './fields.ts'
import { type Equipped, type Operating, operation } from './operation.ts'

const maxSilenceHours = 90 * 24

/** The secret of a receiver of alarms is bound to its address. */
export function sealedFor(url: string): string {
  return `alarm receiver ${url}`
}

const reported = {
  kinds: Type.Array(Type.Enum([...alarmKinds]), {
    maxItems: alarmKinds.length,
    uniqueItems: true,
    description: 'which alarms; all when empty',
  }),
  language: Type.Enum(['en', 'ru']),
}

export const addAlarmReceiver = operation({
  name: 'alarm.add-receiver',
  about: 'Notify somebody of alarms; the secret of a webhook is shown once',
  by: 'operator',
  scope: 'dangerous',
  path: '/alarms/receivers',
  isIndependent: true,
  needsProof: true,
  input: Type.Object({
    channel: Type.Enum([...alarmChannels]),
    target: Type.String({ minLength: 1, maxLength: 500, description: 'an e-mail address, or a web address' }),
    ...reported,
  }),
  prepare({ random, sealer }: Operating & Pick<Equipped, 'random' | 'sealer'>, input) {
    const target = readTarget(input.channel, input.target)
    const secret = input.channel === 'webhook' ? newWebhookSecret(random.bytes) : ''
    return { ...input, target, secret, sealed: secret === '' ? null : sealer.seal(secret, sealedFor(target)) }
  },
  async run({ sql, at, log }, { secret: _, ...wanted }) {
    const receiver = await alarms.addAlarmReceiver(sql, { ...wanted, createdAt: at })
    log('alarm-receiver-added', { channel: wanted.channel, target: wanted.target })
    return { id: receiver.id }
  },
  answer: (_, made, { secret }) => ({ ...made, secret }),
})

function readTarget(channel: (typeof alarmChannels)[number], typed: string): string {
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

export const changeAlarmReceiver = operation({
  name: 'alarm.change-receiver',
  about: 'Change which alarms a receiver is notified of, and in which language',
  by: 'operator',
  scope: 'accounts',
  path: '/alarms/receivers/:receiver',
  isIndependent: true,
  input: Type.Object({ receiver: id, ...reported }),
  async run({ sql, log }, { receiver, ...change }) {
    if (!(await alarms.changeAlarmReceiver(sql, { id: receiver, ...change }))) throw noReceiver(receiver)
    log('alarm-receiver-changed', { id: receiver })
  },
})

export const removeAlarmReceiver = operation({
  name: 'alarm.remove-receiver',
  about: 'Notify a receiver of alarms no more',
  by: 'operator',
  scope: 'accounts',
  path: '/alarms/receivers/:receiver/remove',
  isIndependent: true,
  input: Type.Object({ receiver: id }),
  async run({ sql, log }, { receiver }) {
    if (!(await alarms.removeAlarmReceiver(sql, receiver))) throw noReceiver(receiver)
    log('alarm-receiver-removed', { id: receiver })
  },
})

const noReceiver = (receiver: number) =>
  new OperationRefused('no-receiver', `There is no receiver ${receiver}`)

export const silenceAlarms = operation({
  name: 'alarm.silence',
  about: 'Notify nobody of certain alarms for some time',
  by: 'operator',
  scope: 'accounts',
  path: '/alarms/silences',
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
    log('alarms-silenced', { ...what, until })
    return { id: silence, until }
  },
})

export const endSilence = operation({
  name: 'alarm.end-silence',
  about: 'End a silence of alarms',
  by: 'operator',
  scope: 'accounts',
  path: '/alarms/silences/:silence/end',
  isIndependent: true,
  input: Type.Object({ silence: id }),
  async run({ sql, log }, { silence }) {
    if (!(await alarms.removeAlarmSilence(sql, silence)))
      throw new OperationRefused('no-silence', `There is no silence ${silence}`)
    log('silence-ended', { id: silence })
  },
})
