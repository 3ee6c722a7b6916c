import type {
  AlarmChannel,
  AlarmReceiver,
  AlarmRecord,
  AlarmSilence,
} from '../../../storage/queries/alarms.ts'

export type { AlarmChannel, AlarmRecord }

/** A receiver without its secret. */
export type AlarmReceiverView = Omit<AlarmReceiver, 'sealed'>

export interface AlarmsView {
  readonly open: readonly AlarmRecord[]
  readonly receivers: readonly AlarmReceiverView[]
  readonly silences: readonly AlarmSilence[]
  /** What the installation is set up for. */
  readonly hasMail: boolean
  readonly hasTelegram: boolean
}

export interface PastAlarmsView {
  readonly items: readonly AlarmRecord[]
  readonly next: number | null
}

export interface NewReceiverAnswer {
  readonly id: number
  /** Signs webhooks, shown once; "" for the other channels. */
  readonly secret: string
}

export interface ReceiverTestAnswer {
  /** "" when the message has gone out. */
  readonly fault: string
}
