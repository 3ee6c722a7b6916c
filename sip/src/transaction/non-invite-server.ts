import type { ServerEffect, ServerEvent } from './invite-server.ts'
import type { Table } from './machine.ts'

export type NonInviteServerState = 'trying' | 'proceeding' | 'completed' | 'terminated'

const completed = { to: 'completed', effects: ['stop-timeout', 'start-absorb', 'send'] } as const
// After 64*T1 the client has given up (timer F), so a later answer is not needed (RFC 4320 4.2).
const abandoned = { to: 'terminated', effects: ['end'] } as const
const unsent = { to: 'terminated', effects: ['report-unsent', 'end'] } as const

/** RFC 3261 17.2.2, figure 8. */
export const nonInviteServer: Table<NonInviteServerState, ServerEvent, ServerEffect> = {
  // A retransmitted request in Trying is discarded: there is nothing yet to answer it with.
  trying: {
    start: { to: 'trying', effects: ['start-timeout'] },
    timeout: abandoned,
    'send-provisional': { to: 'proceeding', effects: ['send'] },
    'send-success': completed,
    'send-failure': completed,
  },
  proceeding: {
    timeout: abandoned,
    request: { to: 'proceeding', effects: ['send'] },
    'send-provisional': { to: 'proceeding', effects: ['send'] },
    'send-success': completed,
    'send-failure': completed,
    unsent,
  },
  completed: {
    request: { to: 'completed', effects: ['send'] },
    linger: { to: 'terminated', effects: ['end'] },
    unsent,
  },
  terminated: {},
}
