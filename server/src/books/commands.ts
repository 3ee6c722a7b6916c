import { abandonVerification } from './abandon-verification.ts'
import { admitCall } from './admit-call.ts'
import { admitInbound } from './admit-inbound.ts'
import { admitRepeat } from './admit-repeat.ts'
import { advanceVerification } from './advance-verification.ts'
import type { Books } from './books.ts'
import { checkCode } from './check-code.ts'
import { createVerification } from './create-verification.ts'
import { feedback } from './feedback.ts'
import { endLookup, holdLookup } from './hold-lookup.ts'
import { settle, settleStep } from './settle.ts'
import { topUp } from './spending.ts'
import { startStep } from './start-step.ts'

/**
 * Every hot change, of both interfaces. A command is data; its decision is a function of the books and this data. What it
 * needs to read is in needs.ts.
 */
export const decisions = {
  admitCall,
  admitInbound,
  admitRepeat,
  settle,
  holdLookup,
  endLookup,
  topUp,
  createVerification,
  startStep,
  settleStep,
  advanceVerification,
  checkCode,
  abandonVerification,
  feedback,
}
type Decisions = typeof decisions
export type CommandName = keyof Decisions
type InputOf<N extends CommandName> = Parameters<Decisions[N]>[1]

export type Command = {
  readonly [N in CommandName]: { readonly name: N; readonly input: InputOf<N> }
}[CommandName]

/** The commands as methods of the store: a resolved promise means that the change is on disk. */
export type CommandMethods = {
  readonly [N in CommandName]: (input: InputOf<N>) => Promise<ReturnType<Decisions[N]>>
}

export const decide = (books: Books, { name, input }: Command): unknown =>
  (decisions[name] as (books: Books, input: Command['input']) => unknown)(books, input)

/** These begin something. All others bring to its end what has begun. */
export const beginnings: ReadonlySet<CommandName> = new Set([
  'admitCall',
  'admitInbound',
  'admitRepeat',
  'holdLookup',
  'createVerification',
])

export const commandNames = Object.keys(decisions) as readonly CommandName[]

/** The account whose lock a command is decided under. */
export function accountOf({ name, input }: Command): number {
  if (name === 'createVerification' || name === 'startStep') return input.admission.input.accountId
  return input.accountId
}

/** The command with its times moved to another clock, as if its caller had that clock. */
export function commandAt(command: Command, now: number): Command {
  return { ...command, input: inputAt(command, now) } as Command
}

function inputAt({ name, input }: Command, now: number): unknown {
  switch (name) {
    case 'createVerification':
    case 'startStep': {
      const { admission } = input
      return { ...input, at: now, admission: { ...admission, input: startedAt(admission.input, now) } }
    }
    case 'settle':
    case 'settleStep':
      return { ...input, settledAt: now }
    case 'admitCall':
    case 'admitInbound':
    case 'admitRepeat':
    case 'holdLookup':
      return startedAt(input, now)
    default:
      return { ...input, at: now }
  }
}

/** A deadline stays as far away as it was. */
const startedAt = <I extends { readonly startedAt: number; readonly deadlineAt: number }>(
  input: I,
  now: number,
): I => ({ ...input, startedAt: now, deadlineAt: now + input.deadlineAt - input.startedAt })
