import { roubles } from '../../books/money.ts'
import { destinationText, resumePrefix } from '../../operations/paused-prefixes.ts'
import { blockAddress, changeDoNotCall, unblockAddress } from '../../operations/protection.ts'
import { setSpendCap } from '../../operations/spend-caps.ts'
import { isAddressOrRange } from '../../platform/address-list.ts'
import { listCommand } from '../columns.ts'
import type { Reading } from '../command.ts'
import { UsageError } from '../failures.ts'
import { operationCommand } from '../operation-command.ts'
import { boundText, isoTime, timeText } from '../wording.ts'

const address: Reading<string> = {
  expected: 'an address or a range such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32',
  read: (typed) => (isAddressOrRange(typed) ? typed.toLowerCase() : undefined),
}
const options = { address: { reading: address } }

const block = operationCommand(blockAddress, {
  words: 'address block',
  operands: { address: 'ADDRESS' },
  options,
  fixed: { evenOwn: true },
})

const unblock = operationCommand(unblockAddress, {
  words: 'address unblock',
  operands: { address: 'ADDRESS' },
  options,
})

const listAddresses = listCommand({
  words: 'address list',
  summary: 'Show blocked addresses',
  records: ({ store }) => store.blockedAddresses(),
  whenEmpty: 'No address is blocked',
  shown: { ADDRESS: 'address', 'SINCE (UTC)': 'createdAt', NOTE: 'note' },
})

export const addressCommands = [block, unblock, listAddresses]

/** Each command reports at its end whether the number is on the list. */
function doNotCallCommand(action: 'add' | 'remove' | 'check', summary: string) {
  return operationCommand(
    changeDoNotCall,
    { words: `do-not-call ${action}`, summary, operands: { phone: 'NUMBER' }, fixed: { action } },
    ({ phoneMask: phone, since }) => ({
      json: { phone, listed: since !== null, since: isoTime(since ?? 0) },
      text:
        since === null
          ? `${phone} is not on the do-not-call list.`
          : `${phone} is on the do-not-call list since ${timeText(since)} UTC.`,
    }),
  )
}

export const doNotCallCommands = [
  doNotCallCommand('add', 'Never call this number again (error 21)'),
  doNotCallCommand('remove', 'Take a number off the do-not-call list'),
  doNotCallCommand('check', 'Say whether a number is on the do-not-call list'),
]

const listPrefixes = listCommand({
  words: 'prefix list',
  summary: 'Show the destinations that are paused after unusual traffic, and those that were allowed again',
  records: async ({ store }) =>
    (await store.pausedPrefixes()).map(({ serviceId: service, ...pause }) => ({ service, ...pause })),
  whenEmpty: 'No destination is paused',
  shown: {
    SERVICE: 'service',
    DESTINATION: ({ prefix }) => destinationText(prefix),
    REASON: 'reason',
    CALLS: 'calls',
    EXPECTED: 'expected',
    'PAUSED (UTC)': 'pausedAt',
    'ALLOWED UNTIL (UTC)': ({ allowedUntil }) => (allowedUntil === 0 ? '' : timeText(allowedUntil)),
  },
})

const resume = operationCommand(resumePrefix, {
  words: 'prefix resume',
  operands: { service: 'SERVICE', prefix: 'DESTINATION' },
})

export const prefixCommands = [listPrefixes, resume]

const setCap = operationCommand(
  setSpendCap,
  {
    words: 'cap set',
    operands: { scope: 'SCOPE' },
    options: { perHour: { value: 'ROUBLES' }, perDay: { value: 'ROUBLES' } },
    adapt({ perHour, perDay }) {
      if (perHour === undefined && perDay === undefined)
        throw new UsageError('cap set: --per-hour or --per-day is missing: expected roubles, or none')
    },
  },
  ({ scope, perHour, perDay }) => ({
    json: { scope, per_hour: perHour || null, per_day: perDay || null },
    text: `Now the spend cap of ${scope}: ${boundText(perHour)} an hour, ${boundText(perDay)} a day.`,
  }),
)

const listCaps = listCommand({
  words: 'cap list',
  summary: 'Show the spending limits',
  records: async ({ store }) =>
    (await store.spendCaps()).map(({ scope, perHourUnits, perDayUnits }) => ({
      scope,
      perHour: roubles(perHourUnits) || null,
      perDay: roubles(perDayUnits) || null,
    })),
  whenEmpty: 'Nothing bounds the spending but the balances',
  shown: {
    SCOPE: 'scope',
    'AN HOUR': ({ perHour }) => boundText(perHour ?? 0),
    'A DAY': ({ perDay }) => boundText(perDay ?? 0),
  },
})

export const capCommands = [setCap, listCaps]
