import { blockAddress, unblockAddress } from '../../operations/protection.ts'
import { isAddressOrRange } from '../../platform/address-list.ts'
import { table } from '../columns.ts'
import { defineCommand, type Reading } from '../command.ts'
import { operationCommand } from '../operation-command.ts'
import { isoTime, timeText } from '../wording.ts'

const address: Reading<string> = {
  expected: 'an address or a range such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32',
  read: (typed) => (isAddressOrRange(typed) ? typed.toLowerCase() : undefined),
}
const options = { address: { reading: address } }

const block = operationCommand(
  blockAddress,
  { words: 'address block', operands: { address: 'ADDRESS' }, options, fixed: { evenOwn: true } },
  ({ address }, { note = '' }) => ({
    json: { address, blocked: true, note },
    text: `${address} is blocked.`,
  }),
)

const unblock = operationCommand(
  unblockAddress,
  { words: 'address unblock', operands: { address: 'ADDRESS' }, options },
  ({ address }) => ({ json: { address, blocked: false }, text: `${address} is no longer blocked.` }),
)

const list = defineCommand({
  words: 'address list',
  summary: 'Show blocked addresses',
  operands: {},
  options: {},
  async run({ open }) {
    const blocked = await (await open()).store.blockedAddresses()
    return {
      json: blocked.map(({ createdAt, ...rest }) => ({ ...rest, created: isoTime(createdAt) })),
      text: table(
        ['ADDRESS', 'SINCE (UTC)', 'NOTE'],
        blocked.map((each) => [each.address, timeText(each.createdAt), each.note]),
        'No address is blocked',
      ),
    }
  },
})

export const addressCommands = [block, unblock, list]
