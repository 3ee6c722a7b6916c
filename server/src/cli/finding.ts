import type { Phone } from '../numbering/phone.ts'
import type { AccountRecord } from '../storage/queries/accounts.ts'
import type { ServiceRecord } from '../storage/queries/services.ts'
import type { CommandContext } from './command-context.ts'
import { CommandFailed, UsageError } from './failures.ts'
import { phoneText } from './readings.ts'
import type { Terminal } from './terminal.ts'

/** Finds the record that an argument names, or fails with a message that it does not exist. */

export async function findAccount({ store }: CommandContext, name: number | string): Promise<AccountRecord> {
  const account =
    typeof name === 'number'
      ? await store.account(name)
      : (await store.accounts()).find(({ email }) => email === name)
  if (account === undefined) throw new CommandFailed(`There is no account ${name}: see ringkey account list`)
  return account
}

export async function findService({ store }: CommandContext, id: number): Promise<ServiceRecord> {
  const service = await store.service(id)
  if (service === undefined) throw new CommandFailed(`There is no service ${id}: see ringkey service list`)
  return service
}

/** Typed on the command line, or one line of standard input for `-`. */
export async function readPhone(context: CommandContext, terminal: Terminal, typed: string): Promise<Phone> {
  const phone = context.numbering.readFreeText(typed === '-' ? await terminal.readLine() : typed)
  if (phone === undefined) throw new UsageError(`NUMBER is not valid: expected ${phoneText.expected}`)
  return phone
}
