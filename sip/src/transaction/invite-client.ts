import type { Table } from './machine.ts'

export type ClientState = 'calling' | 'proceeding' | 'completed' | 'accepted' | 'terminated'
export type ClientEvent =
  | 'provisional' // 1xx
  | 'success' // 2xx
  | 'failure' // 3xx to 6xx
  | 'cancelled' // the user sent a CANCEL
export type ClientEffect =
  | 'acknowledge' // send an ACK for the current final response (RFC 3261 17.1.1.3)
  | 'deliver' // pass the current response to the user
  | 'report-timeout'
  | 'report-unsent'
  | 'slow-retransmit' // from now on retransmit every T2
  | 'start-patience' // limits how long Proceeding may last
  | 'start-absorb' // timer D (INVITE) or K
  | 'start-accepted' // timer M

/** RFC 3261 17.1.1, figure 5, with the Accepted state of RFC 6026 7.2. */
export const inviteClient: Table<ClientState, ClientEvent, ClientEffect> = {
  calling: {
    start: { to: 'calling', effects: ['start-retransmit', 'start-timeout', 'send'] },
    provisional: { to: 'proceeding', effects: ['stop-retransmit', 'start-patience', 'deliver'] },
    success: { to: 'accepted', effects: ['stop-retransmit', 'stop-timeout', 'start-accepted', 'deliver'] },
    failure: {
      to: 'completed',
      effects: ['stop-retransmit', 'stop-timeout', 'start-absorb', 'acknowledge', 'deliver'],
    },
    retransmit: { to: 'calling', effects: ['send', 'start-retransmit'] },
    timeout: { to: 'terminated', effects: ['report-timeout', 'end'] },
    unsent: { to: 'terminated', effects: ['report-unsent', 'end'] },
  },
  proceeding: {
    provisional: { to: 'proceeding', effects: ['start-patience', 'deliver'] },
    success: { to: 'accepted', effects: ['stop-timeout', 'start-accepted', 'deliver'] },
    failure: { to: 'completed', effects: ['stop-timeout', 'start-absorb', 'acknowledge', 'deliver'] },
    // RFC 3261 9.1: without a final response to the INVITE within 64*T1 the client considers it cancelled.
    cancelled: { to: 'proceeding', effects: ['start-timeout'] },
    timeout: { to: 'terminated', effects: ['report-timeout', 'end'] },
  },
  completed: {
    // The ACK was lost, or the peer sent the response twice.
    failure: { to: 'completed', effects: ['acknowledge'] },
    linger: { to: 'terminated', effects: ['end'] },
  },
  accepted: {
    // RFC 6026 7.2: each 2xx is delivered to the user, who acknowledges it (again).
    success: { to: 'accepted', effects: ['deliver'] },
    linger: { to: 'terminated', effects: ['end'] },
  },
  terminated: {},
}
