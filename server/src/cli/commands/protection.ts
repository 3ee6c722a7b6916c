import { roubles } from '../../books/money.ts'
import { destinationText, resumePrefix } from '../../operations/paused-prefixes.ts'
import {
  blockAddress,
  blockPrefix,
  changeDoNotCall,
  unblockAddress,
  unblockPrefix,
} from '../../operations/protection.ts'
import { setSpendCap } from '../../operations/spend-caps.ts'
import { isAddressOrRange } from '../../platform/address-list.ts'
import { listCommand } from '../columns.ts'
import { defineCommand, operand, type Reading } from '../command.ts'
import { doNotCallCsv, importDoNotCallFile } from '../do-not-call-file.ts'
import { UsageError } from '../failures.ts'
import { operationCommand } from '../operation-command.ts'
import { ProgressBar } from '../progress.ts'
import { text } from '../readings.ts'
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

const shownRefusals = 20

const importList = defineCommand({
  words: 'do-not-call import',
  summary: 'Put the numbers of a file on the do-not-call list',
  operands: { file: operand('FILE', text('a CSV file: a number a line, or number,reason,date')) },
  async run({ operands: { file }, open, terminal }) {
    const bar = new ProgressBar(terminal)
    const done = await importDoNotCallFile(await open(), file, (share) => bar.show(file, share, 1)).finally(
      () => bar.end(),
    )
    const { added, known, refused } = done
    const lines = refused.slice(0, shownRefusals).map(({ line, why }) => `line ${line}: ${expected[why]}`)
    const more = refused.length - lines.length
    return {
      json: done,
      text: [
        `Added: ${added}. On the list already: ${known}. Refused: ${refused.length}.`,
        ...lines,
        ...(more > 0 ? [`${more} more: see --json`] : []),
      ].join('\n'),
      failed: refused.length > 0,
    }
  },
})

const expected = {
  phone: 'expected a phone number with its country code',
  date: 'expected a day or time in UTC that has passed, such as 2026-11-30',
  reason: 'expected a reason of at most 200 characters',
} as const

const exportList = defineCommand({
  words: 'do-not-call export',
  summary:
    'Write the do-not-call list to standard output as CSV: masks, because numbers are stored as hashes',
  async run({ open, terminal }) {
    // The terminal would show the carriage returns of RFC 4180.
    for await (const rows of doNotCallCsv(await open())) terminal.out(rows.replaceAll('\r\n', '\n'))
    return undefined
  },
})

export const doNotCallCommands = [
  importList,
  exportList,
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

const blockDestination = operationCommand(blockPrefix, {
  words: 'prefix block',
  operands: { prefix: 'DIGITS' },
})

const unblockDestination = operationCommand(unblockPrefix, {
  words: 'prefix unblock',
  operands: { prefix: 'DIGITS' },
})

const listBlocked = listCommand({
  words: 'prefix blocked',
  summary: 'Show the destinations that are not served for any customer',
  records: ({ store }) => store.blockedPrefixes(),
  whenEmpty: 'No destination is blocked',
  shown: { DESTINATION: ({ prefix }) => destinationText(prefix), 'SINCE (UTC)': 'createdAt', NOTE: 'note' },
})

export const prefixCommands = [listPrefixes, resume, blockDestination, unblockDestination, listBlocked]

const setCap = operationCommand(
  setSpendCap,
  {
    words: 'cap set',
    operands: { scope: 'SCOPE' },
    options: { perHour: { value: 'AMOUNT' }, perDay: { value: 'AMOUNT' } },
    adapt({ perHour, perDay }) {
      if (perHour === undefined && perDay === undefined)
        throw new UsageError('cap set: --per-hour or --per-day is missing: expected an amount, or none')
    },
  },
  ({ scope, perHour, perDay }) => ({
    json: { scope, per_hour: perHour || null, per_day: perDay || null },
    text: `Now the spend cap of ${scope}: ${boundText(perHour)} an hour, ${boundText(perDay)} a day.`,
  }),
)

const removeCap = operationCommand(
  setSpendCap,
  {
    words: 'cap remove',
    summary: 'Remove a spend cap',
    operands: { scope: 'SCOPE' },
    fixed: { perHour: 'none', perDay: 'none' },
  },
  ({ scope }) => ({ json: { scope }, text: `${scope} has no spend cap.` }),
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

export const capCommands = [setCap, removeCap, listCaps]
