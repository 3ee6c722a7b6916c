import { maskPhone } from '../../verification/phone-privacy.ts'
import { type Command, defineCommand, operand } from '../command.ts'
import type { Desk } from '../desk.ts'
import { readPhone } from '../finding.ts'
import { phoneText } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

/** Each command ends by saying how the number stands; numbers are kept as hashes and shown as masks. */
function listCommand(
  verb: string,
  summary: string,
  act: (desk: Desk, phone: { hash: Buffer; mask: string }) => Promise<unknown>,
): Command {
  return defineCommand({
    words: `do-not-call ${verb}`,
    summary,
    operands: { number: operand('NUMBER', phoneText) },
    options: {},
    async run({ operands, open, terminal }) {
      const desk = await open()
      const { e164 } = await readPhone(desk, terminal, operands.number)
      const hash = desk.hasher.hash(e164)
      const mask = maskPhone(e164)
      await act(desk, { hash, mask })
      const since = await desk.store.doNotCallSince(hash)
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
  listCommand('add', 'Never call this number again (error 21)', ({ store, now }, { hash, mask }) =>
    store.addDoNotCall({ phoneHash: hash, phoneMask: mask, at: now() }),
  ),
  listCommand('remove', 'Take a number off the do-not-call list', ({ store }, { hash }) =>
    store.removeDoNotCall(hash),
  ),
  listCommand('check', 'Say whether a number is on the do-not-call list', async () => undefined),
]
