import { resumePrefix } from '../../operations/paused-prefixes.ts'
import { table } from '../columns.ts'
import { defineCommand } from '../command.ts'
import { operationCommand } from '../operation-command.ts'
import { isoTime, timeText } from '../wording.ts'

const list = defineCommand({
  words: 'prefix list',
  summary: 'Show the destinations that are paused after unusual traffic, and those that were allowed again',
  operands: {},
  options: {},
  async run({ open }) {
    const paused = await (await open()).store.pausedPrefixes()
    return {
      json: paused.map(({ serviceId, prefix, reason, calls, expected, pausedAt, allowedUntil }) => ({
        service: serviceId,
        prefix,
        reason,
        calls,
        expected,
        paused: isoTime(pausedAt),
        allowed_until: isoTime(allowedUntil),
      })),
      text: table(
        ['SERVICE', 'DESTINATION', 'REASON', 'CALLS', 'EXPECTED', 'PAUSED (UTC)', 'ALLOWED UNTIL (UTC)'],
        paused.map((each) => [
          each.serviceId,
          /^\d/.test(each.prefix) ? `+${each.prefix}` : each.prefix,
          each.reason,
          each.calls,
          each.expected,
          timeText(each.pausedAt),
          each.allowedUntil === 0 ? '' : timeText(each.allowedUntil),
        ]),
        'No destination is paused',
      ),
    }
  },
})

const resume = operationCommand(
  resumePrefix,
  { words: 'prefix resume', operands: { service: 'SERVICE', prefix: 'DESTINATION' } },
  (_, { service, prefix }) => ({
    json: { service, prefix, paused: false },
    text: `Service ${service} may call ${/^\d/.test(prefix) ? `+${prefix}` : prefix} again.`,
  }),
)

export const prefixCommands = [list, resume]
