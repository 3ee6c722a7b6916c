import type { CommandContext } from './command-context.ts'
import type { Terminal } from './terminal.ts'

/** Converts typed text to a value. */
export interface Reading<T> {
  readonly expected: string
  /** Undefined when the text is not as expected. */
  read(text: string): T | undefined
  /** The typed text is personal or secret, so an error does not repeat it. */
  readonly concealed?: true
}

interface Operand<T> {
  readonly kind: 'single'
  /** The placeholder in the help: `EMAIL`. */
  readonly name: string
  readonly reading: Reading<T>
}

/** The last operand, which is optional. */
interface Optional<T> {
  readonly kind: 'optional'
  readonly name: string
  readonly reading: Reading<T>
}

/** The last operand: one or more of a kind, `FILE…`. */
interface Rest<T> {
  readonly kind: 'rest'
  readonly name: string
  readonly reading: Reading<T>
}

interface Flag {
  readonly kind: 'flag'
  readonly about: string
}
interface One<T> {
  readonly kind: 'one'
  readonly value: string
  readonly about: string
  readonly reading: Reading<T>
}
interface Many<T> {
  readonly kind: 'many'
  readonly value: string
  readonly about: string
  readonly reading: Reading<T>
}

export type Option = Flag | One<unknown> | Many<unknown>

export const flag = (about: string): Flag => ({ kind: 'flag', about })
export const one = <T>(value: string, about: string, reading: Reading<T>): One<T> => ({
  kind: 'one',
  value,
  about,
  reading,
})
export const many = <T>(value: string, about: string, reading: Reading<T>): Many<T> => ({
  kind: 'many',
  value,
  about,
  reading,
})
export const operand = <T>(name: string, reading: Reading<T>): Operand<T> => ({
  kind: 'single',
  name,
  reading,
})
export const optional = <T>(name: string, reading: Reading<T>): Optional<T> => ({
  kind: 'optional',
  name: `[${name}]`,
  reading,
})
export const rest = <T>(name: string, reading: Reading<T>): Rest<T> => ({
  kind: 'rest',
  name: `${name}…`,
  reading,
})

type Operands = Readonly<Record<string, Operand<unknown> | Optional<unknown> | Rest<unknown>>>
type Options = Readonly<Record<string, Option>>

type GivenOperands<O extends Operands> = {
  readonly [K in keyof O]: O[K] extends Operand<infer T>
    ? T
    : O[K] extends Rest<infer T>
      ? readonly T[]
      : O[K] extends Optional<infer T>
        ? T | undefined
        : never
}
type GivenOptions<O extends Options> = {
  readonly [K in keyof O]: O[K] extends Flag
    ? boolean
    : O[K] extends Many<infer T>
      ? readonly T[]
      : O[K] extends One<infer T>
        ? T | undefined
        : never
}

/** The result of a command, for programs and for people. */
export interface Report {
  /** Undefined when everything was already printed. */
  readonly json: unknown
  readonly text: string
  /** The command ran and found a problem: exit code 1. */
  readonly failed?: boolean
}

interface Call<Given extends Operands, Chosen extends Options> {
  readonly operands: GivenOperands<Given>
  readonly options: GivenOptions<Chosen>
  readonly terminal: Terminal
  /** The output is read by a program. */
  readonly json: boolean
  /** Opens the installation; it is closed when the command ends. */
  open(): Promise<CommandContext>
}

interface Definition<Given extends Operands, Chosen extends Options> {
  /** `account create`: the words that call it. */
  readonly words: string
  readonly summary: string
  readonly operands?: Given
  readonly options?: Chosen
  /** The command may be the first one in an empty data folder. */
  readonly begins?: true
  run(call: Call<Given, Chosen>): Promise<Report>
}

export type Command = Required<Pick<Definition<Operands, Options>, 'operands' | 'options'>> &
  Definition<Operands, Options>

type None = Readonly<Record<never, never>>

export function defineCommand<const Given extends Operands = None, const Chosen extends Options = None>(
  definition: Definition<Given, Chosen>,
): Command {
  // The table holds commands of every type; each reads only the arguments that it declared.
  return { operands: {}, options: {}, ...definition } as unknown as Command
}
