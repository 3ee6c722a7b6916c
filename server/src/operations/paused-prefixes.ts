import { hourMs } from '../platform/clock.ts'
import type { PausedPrefix } from '../storage/velocity-records.ts'
import type { Operator } from './author.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused } from './operation-refused.ts'

/** Long enough for the traffic to become part of the account's own history. */
const allowedHours = 24

/** The service itself: it pauses destinations after unusual traffic. */
export const trafficWatch: Operator = {
  role: 'operator',
  personId: 0,
  email: 'traffic watch',
  ip: '',
  userAgent: '',
  historyAgent: 'traffic watch',
}

/** False when it is already paused, or was allowed again in the last day. */
export async function pausePrefix(
  operating: Operating,
  accountId: number,
  paused: Omit<PausedPrefix, 'allowedUntil' | 'pausedAt'>,
): Promise<boolean> {
  const { serviceId, prefix, reason, calls, expected } = paused
  const done = await operate(operating, async (at) => ({
    change: 'pausePrefix',
    isIndependent: true,
    input: { ...paused, pausedAt: at },
    log: { kind: 'prefix-paused', facts: { service: serviceId, prefix, reason, calls, expected } },
    history: { accountId, text: `calls of service ${serviceId} to ${destinationText(prefix)} paused` },
  }))
  return done === true
}

/** Allows the destination again. It is not paused again within a day. */
export async function resumePrefix(
  operating: Operating,
  { serviceId, prefix }: Pick<PausedPrefix, 'serviceId' | 'prefix'>,
): Promise<void> {
  const service = await operating.store.service(serviceId)
  const done =
    service !== undefined &&
    (await operate(operating, async (at) => ({
      change: 'resumePrefix',
      isIndependent: true,
      input: { serviceId, prefix, allowedUntil: at + allowedHours * hourMs },
      log: { kind: 'prefix-resumed', facts: { service: serviceId, prefix } },
      history: {
        accountId: service.accountId,
        text: `calls of service ${serviceId} to ${destinationText(prefix)} resumed`,
      },
    })))
  if (done !== true) throw new OperationRefused('not-paused', `service ${serviceId} has no such pause`)
}

/** `+7916`, the letters of a country, or `operator:` and a name. */
const destinationText = (prefix: string) => (/^\d/.test(prefix) ? `+${prefix}` : prefix)
