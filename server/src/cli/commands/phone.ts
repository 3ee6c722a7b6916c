import { PhoneUnreachable } from '../../telephony/handset/phone-client.ts'
import { defineCommand, flag, one, operand } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { runPhone } from '../phone/run-phone.ts'
import { dialFromPhone } from '../phone/terminal-phone.ts'
import { phoneText, plainText } from '../readings.ts'

const phone = defineCommand({
  words: 'phone',
  summary: 'The demo phone: rings when the simulated carrier is called, with the code in the calling number',
  operands: {},
  options: {
    answer: flag('pick up every call'),
    once: flag('end after the first call'),
    save: one(
      'FOLDER',
      'where what was heard is kept; phone in the data folder when left out',
      plainText('a folder'),
    ),
  },
  async run({ options, terminal, json, open }) {
    const dataFolder = (await open()).settings.RINGKEY_DATA
    await reachable(() =>
      runPhone(
        {
          dataFolder,
          answers: options.answer,
          once: options.once,
          json,
          ...(options.save === undefined ? {} : { save: options.save }),
        },
        terminal.streams(),
      ),
    )
    return { json: undefined, text: '' }
  },
})

const dial = defineCommand({
  words: 'phone dial',
  summary: 'Call a confirmation number from the demo phone',
  operands: { to: operand('NUMBER', phoneText) },
  options: { from: one('NUMBER', 'the phone that calls', phoneText) },
  async run({ operands, options, terminal, open }) {
    const dataFolder = (await open()).settings.RINGKEY_DATA
    if (options.from === undefined)
      throw new CommandFailed(`phone dial: --from is missing: expected ${phoneText.expected}`)
    const from = options.from
    await reachable(() => dialFromPhone(dataFolder, from, operands.to, (text) => terminal.out(text)))
    return { json: undefined, text: '' }
  },
})

/** The phone lives in the running service. */
async function reachable(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    throw error instanceof PhoneUnreachable ? new CommandFailed(error.message) : error
  }
}

export const phoneCommands = [phone, dial]
