/** Alarms as they are stored: one for each event, over all nodes, with those who are notified of it. */

/** What a node sees right now. */
export interface SeenAlarm {
  readonly kind: string
  readonly subject: string
  readonly since: number
  readonly facts: Readonly<Record<string, string | number>>
}

export interface AlarmSighting {
  readonly nodeId: string
  readonly alarms: readonly SeenAlarm[]
  /** False right after the start of a node, which has not looked at everything yet: it ends nothing. */
  readonly isComplete: boolean
  readonly now: number
}

export interface AlarmRecord extends SeenAlarm {
  readonly id: number
  readonly seenAt: number
  /** null while it lasts. */
  readonly endedAt: number | null
  /** The nodes that see it now. */
  readonly nodes: readonly string[]
  readonly isSilenced: boolean
}

export const alarmChannels = ['mail', 'telegram', 'webhook', 'alertmanager'] as const
export type AlarmChannel = (typeof alarmChannels)[number]

/** Who is notified of alarms, and how. */
export interface AlarmReceiver {
  readonly id: number
  readonly channel: AlarmChannel
  /** A mail address, a Telegram chat, or an address that takes webhooks. */
  readonly target: string
  /** The sealed secret that signs webhooks; null for the other channels. */
  readonly sealed: Uint8Array | null
  /** Only these kinds; all when empty. */
  readonly kinds: readonly string[]
  readonly language: 'en' | 'ru'
  readonly createdAt: number
  readonly notifiedAt: number | null
  /** What the last attempt failed with; "" when it succeeded. */
  readonly fault: string
}

export type NewAlarmReceiver = Pick<
  AlarmReceiver,
  'channel' | 'target' | 'sealed' | 'kinds' | 'language' | 'createdAt'
>

/** While a silence lasts, nobody is notified of these alarms; they are shown as before. */
export interface AlarmSilence {
  readonly id: number
  /** "" is any. */
  readonly kind: string
  readonly subject: string
  readonly until: number
  readonly reason: string
  readonly createdAt: number
}

export type NewAlarmSilence = Omit<AlarmSilence, 'id'>

/** One thing to report to one receiver. */
export interface AlarmNotice {
  readonly id: number
  readonly what: 'began' | 'ended'
  readonly tries: number
  readonly alarm: Omit<AlarmRecord, 'nodes' | 'isSilenced'>
  readonly receiver: AlarmReceiver
}

export interface AlarmNoticeClaim {
  readonly now: number
  /** Nobody else takes it before this. */
  readonly leaseEndsAt: number
  readonly limit: number
}

export interface AlarmNoticeResult {
  readonly id: number
  readonly receiverId: number
  readonly fault: string
  /** When it is tried again; null when it is done or given up. */
  readonly dueAt: number | null
  readonly now: number
}
