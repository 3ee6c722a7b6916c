import { describe, expect, it } from 'vitest'
import { TrunkHistory } from './trunk-history.ts'

describe('the history of a trunk', () => {
  it('keeps the last sixty probes, oldest first', () => {
    const history = new TrunkHistory()
    for (let at = 0; at < 70; at++)
      history.noteProbe({ at, answered: at % 2 === 0, tookMs: 1, said: '200 OK' })
    expect(history.probes).toHaveLength(60)
    expect(history.probes[0]?.at).toBe(10)
    expect(history.probes.at(-1)).toEqual({ at: 69, answered: false, tookMs: 1, said: '200 OK' })
  })

  it('counts calls by network, most called first, with the many small ones combined', () => {
    const history = new TrunkHistory()
    for (let call = 0; call < 3; call++) history.noteCall('МТС', call > 0)
    history.noteCall('Билайн', true)
    expect(history.operators).toEqual([
      { operator: 'МТС', calls: 3, completed: 2 },
      { operator: 'Билайн', calls: 1, completed: 1 },
    ])
    for (let operator = 0; operator < 100; operator++) history.noteCall(`small ${operator}`, false)
    expect(history.operators.length).toBeLessThanOrEqual(51)
    expect(history.operators[0]).toMatchObject({ operator: 'other', completed: 0 })
  })

  it('has no share of success before the first call, and then that of the last fifty', () => {
    const history = new TrunkHistory()
    expect(history.recentSuccess).toBeNull()
    history.noteCall('МТС', false)
    expect(history.recentSuccess).toBe(0)
    for (let call = 0; call < 49; call++) history.noteCall('МТС', true)
    expect(history.recentSuccess).toBe(0.98)
    history.noteCall('МТС', true)
    expect(history.recentSuccess).toBe(1)
  })

  it('keeps the response of a trunk that failed, and its silence', () => {
    const history = new TrunkHistory()
    history.noteFault(5, 'route fault', ['0 > INVITE', '3 < 100', '9 < 503', '9 > ACK'])
    expect(history.lastFault).toEqual({ at: 5, reason: 'route fault', answer: '503' })
    history.noteFault(6, 'no response', ['0 > INVITE'])
    expect(history.lastFault).toEqual({ at: 6, reason: 'no response', answer: '' })
  })
})

it('RTP packets from unknown sources: too many within a minute are reported, few are not, and each minute starts at 0', () => {
  const history = new TrunkHistory()
  expect(history.noteStrangers(20, 1_000)).toBe(0)
  expect(history.noteStrangers(1, 60_000)).toBe(21)
  expect(history.noteStrangers(20, 61_000)).toBe(0)
  expect(history.strangerPackets).toBe(41)
})
