import type { ClientEffect, ClientEvent } from './invite-client.ts'
import type { Table } from './machine.ts'

export type NonInviteClientState = 'trying' | 'proceeding' | 'completed' | 'terminated'

const completed = {
  to: 'completed',
  effects: ['stop-retransmit', 'stop-timeout', 'start-absorb', 'deliver'],
} as const
const timedOut = { to: 'terminated', effects: ['report-timeout', 'end'] } as const
const unsent = { to: 'terminated', effects: ['report-unsent', 'end'] } as const

/** RFC 3261 17.1.2, figure 6. */
export const nonInviteClient: Table<NonInviteClientState, ClientEvent, ClientEffect> = {
  trying: {
    start: { to: 'trying', effects: ['start-retransmit', 'start-timeout', 'send'] },
    provisional: { to: 'proceeding', effects: ['slow-retransmit', 'deliver'] },
    success: completed,
    failure: completed,
    retransmit: { to: 'trying', effects: ['send', 'start-retransmit'] },
    timeout: timedOut,
    unsent,
  },
  proceeding: {
    provisional: { to: 'proceeding', effects: ['deliver'] },
    success: completed,
    failure: completed,
    retransmit: { to: 'proceeding', effects: ['send', 'slow-retransmit'] },
    timeout: timedOut,
    unsent,
  },
  // Retransmitted responses are absorbed until timer K.
  completed: { linger: { to: 'terminated', effects: ['end'] } },
  terminated: {},
}
