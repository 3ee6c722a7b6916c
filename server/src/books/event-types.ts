/** Beside no query: deliveries, endpoints and the web app all name them. */
const verificationEvents = [
  'verification.step_started',
  'verification.step_delivered',
  'verification.step_undelivered',
  'verification.approved',
  'verification.failed',
  'verification.expired',
  'verification.canceled',
  'verification.blocked',
  'verification.settled',
] as const

export const callEnded = 'call.ended'
export const balanceLow = 'balance.low'
export const prefixPaused = 'prefix.paused'

/** The events that an endpoint can subscribe to. */
export const eventTypes = [...verificationEvents, callEnded, balanceLow, prefixPaused] as const
export type EventType = (typeof eventTypes)[number]

/** Sent on request, to any endpoint, also to one that is off. */
export const testEvent = 'endpoint.test'
/** The callback of a dialect that a callcheck has ended. */
export const callcheckEnded = 'callcheck'
/** The code of a step for a gateway: sent once, never again. */
export const stepDeliver = 'step.deliver'
/** Notices to people: of alarms, and of their account. */
export const alarmNotices = { began: 'alarm.began', ended: 'alarm.ended', test: 'alarm.test' } as const
export const chargedOnDelivery = 'service.charged_on_delivery'
/** Beside `balance.low`, which is an event too. */
export const noticeTypes = [...Object.values(alarmNotices), chargedOnDelivery]
export type NoticeType = (typeof noticeTypes)[number] | typeof balanceLow
export type DeliveredType =
  | EventType
  | NoticeType
  | typeof testEvent
  | typeof callcheckEnded
  | typeof stepDeliver
