import type { Random } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { AlarmReceiver, NewAlarmReceiver, NewAlarmSilence } from '../storage/alarm-records.ts'
import { newWebhookSecret } from '../webhooks/signature.ts'
import { type Operating, operate } from './operate.ts'

/** The secret of a receiver of alarms is bound to its address. */
export function sealedFor(url: string): string {
  return `alarm receiver ${url}`
}

/** Adds somebody who is notified of alarms. The secret of a web-hook is shown once; "" for the other channels. */
export async function addAlarmReceiver(
  operating: Operating & { readonly random: Random; readonly sealer: Sealer },
  wanted: Pick<NewAlarmReceiver, 'channel' | 'target' | 'kinds' | 'language'>,
): Promise<{ readonly receiver: AlarmReceiver; readonly secret: string }> {
  const { random, sealer } = operating
  const secret = wanted.channel === 'webhook' ? newWebhookSecret(random.bytes) : ''
  const sealed = secret === '' ? null : sealer.seal(secret, sealedFor(wanted.target))
  const receiver = await operate(operating, async (at) => ({
    change: 'addAlarmReceiver',
    isIndependent: true,
    input: { ...wanted, sealed, createdAt: at },
    log: { kind: 'alarm-receiver-added', facts: { channel: wanted.channel, target: wanted.target } },
  }))
  return { receiver: receiver!, secret }
}

/** Which alarms a receiver is notified of, and in which language. False when there is none of this id. */
export async function changeAlarmReceiver(
  operating: Operating,
  change: Pick<AlarmReceiver, 'id' | 'kinds' | 'language'>,
): Promise<boolean> {
  const changed = await operate(operating, async () => ({
    change: 'changeAlarmReceiver',
    isIndependent: true,
    input: change,
    log: { kind: 'alarm-receiver-changed', facts: { id: change.id } },
  }))
  return changed ?? false
}

/** False when there is none of this id. */
export async function removeAlarmReceiver(operating: Operating, id: number): Promise<boolean> {
  const removed = await operate(operating, async () => ({
    change: 'removeAlarmReceiver',
    isIndependent: true,
    input: id,
    log: { kind: 'alarm-receiver-removed', facts: { id } },
  }))
  return removed ?? false
}

/** Returns the id of the silence. */
export async function silenceAlarms(
  operating: Operating,
  { forMs, ...silence }: Pick<NewAlarmSilence, 'kind' | 'subject' | 'reason'> & { readonly forMs: number },
): Promise<number> {
  const id = await operate(operating, async (at) => ({
    change: 'addAlarmSilence',
    isIndependent: true,
    input: { ...silence, until: at + forMs, createdAt: at },
    log: { kind: 'alarms-silenced', facts: { ...silence, until: at + forMs } },
  }))
  return id!
}

/** False when there is none of this id. */
export async function endSilence(operating: Operating, id: number): Promise<boolean> {
  const ended = await operate(operating, async () => ({
    change: 'removeAlarmSilence',
    isIndependent: true,
    input: id,
    log: { kind: 'silence-ended', facts: { id } },
  }))
  return ended ?? false
}
