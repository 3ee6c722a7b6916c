import type { State } from '../storage/records.ts'

/** What can happen to a verification after it was admitted. */
export type VerificationEvent =
  | { readonly kind: 'outcome'; readonly completed: boolean; readonly reason: string }
  /** Its time is over and nothing is known. */
  | { readonly kind: 'deadline' }
  /** The process that placed the call has died. */
  | { readonly kind: 'abandoned' }

export interface Effects {
  readonly money: 'capture' | 'release' | 'none'
  readonly reason: string
}

const nothing: Effects = { money: 'none', reason: '' }

/** checking -> completed | failed, and no way back (decisions 6). */
export function advance(state: State, event: VerificationEvent): readonly [State, Effects] {
  if (state !== 'checking') return [state, nothing]
  switch (event.kind) {
    case 'outcome':
      return event.completed
        ? ['completed', { money: 'capture', reason: event.reason }]
        : ['failed', { money: 'release', reason: event.reason }]
    case 'deadline':
      return ['failed', { money: 'release', reason: 'no result in time' }]
    case 'abandoned':
      return ['failed', { money: 'release', reason: 'the service was restarted' }]
  }
}
