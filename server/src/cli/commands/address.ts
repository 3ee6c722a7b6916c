import { blockAddress, unblockAddress } from '../../operations/protection.ts'
import { table } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import { address, text } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

const block = defineCommand({
  words: 'address block',
  summary: 'Refuse every request from an address or a range (error 0)',
  operands: { address: operand('ADDRESS', address) },
  options: { note: one('TEXT', 'why', text()) },
  async run({ operands, options, open }) {
    const note = options.note ?? ''
    const blocked = await blockAddress(await open(), { address: operands.address, note })
    return { json: { address: blocked, blocked: true, note }, text: `${blocked} is blocked.` }
  },
})

const unblock = defineCommand({
  words: 'address unblock',
  summary: 'Unblock an address or range',
  operands: { address: operand('ADDRESS', address) },
  options: {},
  async run({ operands, open }) {
    const letIn = await unblockAddress(await open(), operands.address)
    return { json: { address: letIn, blocked: false }, text: `${letIn} is no longer blocked.` }
  },
})

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
