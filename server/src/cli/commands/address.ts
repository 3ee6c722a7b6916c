import { table } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { address, text } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

const block = defineCommand({
  words: 'address block',
  summary: 'Refuse every request from an address or a range (error 0)',
  operands: { address: operand('ADDRESS', address) },
  options: { note: one('TEXT', 'why', text()) },
  async run({ operands, options, open }) {
    const desk = await open()
    const note = options.note ?? ''
    await desk.store.blockAddress({ address: operands.address, note, at: desk.now() })
    return {
      json: { address: operands.address, blocked: true, note },
      text: `${operands.address} is blocked.`,
    }
  },
})

const unblock = defineCommand({
  words: 'address unblock',
  summary: 'Let a blocked address or range in again',
  operands: { address: operand('ADDRESS', address) },
  options: {},
  async run({ operands, open }) {
    if (!(await (await open()).store.unblockAddress(operands.address))) {
      throw new CommandFailed(`${operands.address} was not blocked as such: see ringkey address list`)
    }
    return {
      json: { address: operands.address, blocked: false },
      text: `${operands.address} is no longer blocked.`,
    }
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
