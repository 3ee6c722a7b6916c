import { defineCommand, one, operand, type Reading } from '../command.ts'

const maxCallsASecond = 100_000
const defaultCallSeconds = 12
const defaultBlockedPercent = 0.1

function between(min: number, max: number): Reading<number> {
  return {
    expected: `a number from ${min} to ${max}`,
    read(text) {
      const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : undefined
    },
  }
}

export const capacity = defineCommand({
  words: 'capacity',
  summary: 'Compute how many trunk channels a number of calls needs (Erlang B)',
  operands: { calls: operand('CALLS_A_SECOND', between(0.001, maxCallsASecond)) },
  options: {
    'call-seconds': one('SECONDS', `a call holds its channel (${defaultCallSeconds})`, between(1, 120)),
    blocked: one('PERCENT', `calls that may find no channel (${defaultBlockedPercent})`, between(0.001, 50)),
  },
  async run({ operands, options }) {
    const seconds = options['call-seconds'] ?? defaultCallSeconds
    const percent = options.blocked ?? defaultBlockedPercent
    const erlangs = operands.calls * seconds
    const { channels, blocking } = channelsFor(erlangs, percent / 100)
    return {
      json: { channels, erlangs, blocked_percent: blocking * 100 },
      text:
        `${channels} channels: ${operands.calls} calls per second of ${seconds} s are ${Number(erlangs.toFixed(2))} erlangs; ` +
        `${(blocking * 100).toFixed(3)} % of the calls find no channel.`,
    }
  },
})

/** More channels than any trunk has; the search ends there. */
const maxChannels = 1_000_000

/**
 * The share of calls that find every channel busy, by Erlang B: B(0) = 1, B(n) = A·B(n-1) / (n + A·B(n-1)).
 * `offered` is the traffic in erlangs: calls per second times seconds per call.
 */
function nextBlocking(previous: number, offered: number, channels: number): number {
  return (offered * previous) / (channels + offered * previous)
}

/** The fewest channels that refuse at most this share of the calls. */
export function channelsFor(offered: number, maxBlocking: number): { channels: number; blocking: number } {
  let blocking = 1
  let channels = 0
  while (blocking > maxBlocking && channels < maxChannels) {
    channels += 1
    blocking = nextBlocking(blocking, offered, channels)
  }
  return { channels, blocking }
}
