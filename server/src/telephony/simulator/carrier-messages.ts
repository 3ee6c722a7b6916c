// The messages between the carrier's process and the service.

/** An event that a handset would show. */
export type HandsetEvent =
  | { readonly kind: 'ringing'; readonly id: number; readonly from: string; readonly to: string }
  | { readonly kind: 'answered'; readonly id: number }
  /** The audio goes to another port from now on; `heardMs` were received at the previous one. */
  | { readonly kind: 'moved'; readonly id: number; readonly heardMs: number }
  /** `why` is a text for people; `heardMs` of audio were received. */
  | { readonly kind: 'ended'; readonly id: number; readonly why: string; readonly heardMs: number }
  /** A call that the handset dialled. */
  | { readonly kind: 'dialling'; readonly id: number; readonly from: string; readonly to: string }
  | { readonly kind: 'progress'; readonly id: number; readonly status: number }

/** What the user of the handset can do with a call. */
export const handsetActions = ['answer', 'decline', 'hang-up'] as const
export type HandsetAction = (typeof handsetActions)[number]

export type CarrierCommand =
  | { readonly command: 'act'; readonly action: HandsetAction; readonly id: number }
  | {
      readonly command: 'dial'
      readonly ask: number
      readonly from: string
      readonly to: string
      readonly at: string
    }
  | { readonly command: 'recording'; readonly ask: number; readonly id: number }
  | { readonly command: 'close' }

export type CarrierEvent =
  | { readonly event: 'open'; readonly port: number }
  | { readonly event: 'events'; readonly events: readonly HandsetEvent[] }
  | { readonly event: 'answer'; readonly ask: number; readonly value: unknown }
