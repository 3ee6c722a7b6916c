import { changeDoNotCall } from '../../operations/protection.ts'
import { operationCommand } from '../operation-command.ts'
import { isoTime, timeText } from '../wording.ts'

/** Each command reports at its end whether the number is on the list. */
function listCommand(action: 'add' | 'remove' | 'check', summary: string) {
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
  listCommand('add', 'Never call this number again (error 21)'),
  listCommand('remove', 'Take a number off the do-not-call list'),
  listCommand('check', 'Say whether a number is on the do-not-call list'),
]
