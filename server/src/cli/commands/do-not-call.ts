import { changeDoNotCall } from '../../operations/protection.ts'
import { type Command, defineCommand, operand } from '../command.ts'
import { readPhone } from '../finding.ts'
import { phoneText } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

/** Each command reports at its end whether the number is on the list. */
function listCommand(wish: 'add' | 'remove' | 'check', summary: string): Command {
  return defineCommand({
    words: `do-not-call ${wish}`,
    summary,
    operands: { number: operand('NUMBER', phoneText) },
    options: {},
    async run({ operands, open, terminal }) {
      const context = await open()
      const phone = await readPhone(context, terminal, operands.number)
      const { phoneMask: mask, since } = await changeDoNotCall(context, phone, wish)
      return {
        json: { phone: mask, listed: since !== undefined, since: isoTime(since ?? 0) },
        text:
          since === undefined
            ? `${mask} is not on the do-not-call list.`
            : `${mask} is on the do-not-call list since ${timeText(since)} UTC.`,
      }
    },
  })
}

export const doNotCallCommands = [
  listCommand('add', 'Never call this number again (error 21)'),
  listCommand('remove', 'Take a number off the do-not-call list'),
  listCommand('check', 'Say whether a number is on the do-not-call list'),
]
