import type { Table } from './machine.ts'

export type ServerState = 'proceeding' | 'completed' | 'confirmed' | 'accepted' | 'terminated'
export type ServerEvent =
  | 'request' // the same request again
  | 'ack'
  | 'send-provisional'
  | 'send-success'
  | 'send-failure'
  | 'trying' // 200 ms without a response from the user
export type ServerEffect =
  | 'send-trying'
  | 'start-trying'
  | 'stop-trying'
  | 'start-confirmed' // timer I
  | 'start-absorb' // timers J and L
  | 'deliver-ack'
  | 'report-confirmed' // the ACK of a 3xx to 6xx came
  | 'report-unconfirmed' // that ACK never came
  | 'report-unsent'

/** RFC 3261 17.2.1, figure 7, with the Accepted state of RFC 6026 7.1. */
export const inviteServer: Table<ServerState, ServerEvent, ServerEffect> = {
  proceeding: {
    start: { to: 'proceeding', effects: ['start-trying'] },
    trying: { to: 'proceeding', effects: ['send-trying'] },
    request: { to: 'proceeding', effects: ['send'] },
    'send-provisional': { to: 'proceeding', effects: ['stop-trying', 'send'] },
    'send-success': { to: 'accepted', effects: ['stop-trying', 'start-absorb', 'send'] },
    'send-failure': {
      to: 'completed',
      effects: ['stop-trying', 'start-retransmit', 'start-timeout', 'send'],
    },
    unsent: { to: 'terminated', effects: ['stop-trying', 'report-unsent', 'end'] },
  },
  completed: {
    request: { to: 'completed', effects: ['send'] },
    retransmit: { to: 'completed', effects: ['send', 'start-retransmit'] },
    ack: {
      to: 'confirmed',
      effects: ['stop-retransmit', 'stop-timeout', 'start-confirmed', 'report-confirmed'],
    },
    timeout: { to: 'terminated', effects: ['report-unconfirmed', 'end'] },
    unsent: { to: 'terminated', effects: ['report-unsent', 'end'] },
  },
  // Further ACKs are absorbed until timer I.
  confirmed: { linger: { to: 'terminated', effects: ['end'] } },
  accepted: {
    // RFC 6026 7.1: INVITE retransmissions are absorbed; the user retransmits its 2xx until the ACK comes.
    'send-success': { to: 'accepted', effects: ['send'] },
    ack: { to: 'accepted', effects: ['deliver-ack'] },
    linger: { to: 'terminated', effects: ['end'] },
  },
  terminated: {},
}
