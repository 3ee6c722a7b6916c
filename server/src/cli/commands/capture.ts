import { existsSync, writeFileSync } from 'node:fs'
import { callIdsIn } from '../../books/call-details.ts'
import { perform } from '../../operations/perform.ts'
import { sipCaptured } from '../../operations/recorded.ts'
import { askForCapture } from '../../telephony/capture/capture-socket.ts'
import { defineCommand, flag, one, optional } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed, UsageError } from '../failures.ts'
import { id, text, trunkName } from '../readings.ts'
import { counted } from '../wording.ts'

export const capture = defineCommand({
  words: 'capture',
  summary: 'Write the last SIP messages of a trunk, or of one call, to a file for Wireshark (numbers masked)',
  operands: { trunk: optional('TRUNK', trunkName) },
  options: {
    call: one('ID', 'the messages of this call instead of a trunk', id),
    out: one('FILE', 'where to write it, NAME.pcap if not said', text('a file name')),
    clear: flag('do not mask phone numbers and answers to passwords; codes in calling numbers stay masked'),
  },
  async run({ operands: { trunk }, options, open }) {
    if ((trunk === undefined) === (options.call === undefined))
      throw new UsageError('capture: expected TRUNK or --call ID, one of them')
    const context = await open()
    const file = options.out ?? `${trunk ?? `call-${options.call}`}.pcap`
    if (existsSync(file)) throw new CommandFailed(`${file} is there already: choose another with --out`)
    const filter = trunk === undefined ? { callIds: await callIdsOf(context, options.call!) } : { trunk }
    if (trunk !== undefined && !(await context.store.trunks()).some(({ name }) => name === trunk))
      throw new CommandFailed(`There is no trunk "${trunk}": see ringkey trunk list`)
    const query = { ...filter, isClear: options.clear }
    const { messages, pcap } = await askForCapture(context.settings.RINGKEY_DATA, query)
    if (messages === 0)
      throw new CommandFailed(
        'There are no such messages among the last ones of this node: nothing was written',
      )
    writeFileSync(file, pcap, { mode: 0o600, flag: 'wx' })
    const facts = { trunk: trunk ?? '', call: options.call ?? null, messages, isClear: options.clear }
    await perform(context, sipCaptured, facts)
    return { json: { file, messages }, text: `${file}: ${counted(messages, 'SIP message')}` }
  },
})

async function callIdsOf({ store }: CommandContext, vendorId: number): Promise<string[]> {
  const found = await store.call(vendorId)
  if (found === undefined) throw new CommandFailed(`There is no call ${vendorId}`)
  return callIdsIn(found.details)
}
