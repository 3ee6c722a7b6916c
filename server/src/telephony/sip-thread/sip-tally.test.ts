import { expect, it } from 'vitest'
import { sipTally } from './sip-tally.ts'

it('SIP problem counts: add up the counters of a kind, and are 0 before the first report', () => {
  const counts = {
    unadmitted: 3,
    refusedStrangers: 2,
    retransmitted: 7,
    timedOut: 1,
    malformedDropped: 4,
    malformedAnswered: 5,
    strayResponses: 1,
    misroutedResponses: 1,
    foreignAnswers: 1,
    sent: 90,
    received: 80,
  }
  expect(sipTally(counts, 6)).toEqual({
    strangers: 5,
    retransmitted: 7,
    timedOut: 1,
    unreadable: 9,
    droppedAnswers: 3,
    faults: 6,
    sent: 90,
    received: 80,
  })
  expect(new Set(Object.values(sipTally({}, 0)))).toEqual(new Set([0]))
})
