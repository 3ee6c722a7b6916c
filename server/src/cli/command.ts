import type { CommandContext } from './command-context.ts'
import type { NameKind } from './names.ts'
import type { Terminal } from './terminal.ts'

/** Converts typed text to a value. */
export interface Reading<T> {
  readonly expected: string
  /** Undefined when the text is not as expected. */
  read(text: string): T | undefined
  /** It names something that the installation has, which the shell can complete. */
  readonly names?: NameKind
  /** The typed text is personal or secret, so an error does not repeat it. */
  readonly concealed?: true
}

/** `optional` and `rest` (one or more of a kind, `FILE…`) come last. */
interface Operand<K extends 'single' | 'optional' | 'rest', T> {
  readonly kind: K
  /** The placeholder in the help: `EMAIL`. */
  readonly name: string
  readonly reading: Reading<T>
}

interface Flag {
  readonly kind: 'flag'
  readonly about: string
}
type Kind = 'one' | 'needed' | 'many'
interface Valued<K extends Kind, T> {
  readonly kind: K
  readonly value: string
  readonly about: string
  readonly reading: Reading<T>
}

export type Option = Flag | Valued<Kind, unknown>

export const flag = (about: string): Flag => ({ kind: 'flag', about })
const valued =
  <K extends Kind>(kind: K) =>
  <T>(value: string, about: string, reading: Reading<T>): Valued<K, T> => ({ kind, value, about, reading })
export const one = valued('one')
/** It has to be typed. */
export const needed = valued('needed')
export const many = valued('many')
const operandOf =
  <K extends 'single' | 'optional' | 'rest'>(kind: K, shown: (name: string) => string) =>
  <T>(name: string, reading: Reading<T>): Operand<K, T> => ({ kind, name: shown(name), reading })
export const operand = operandOf('single', (name) => name)
export const optional = operandOf('optional', (name) => `[${name}]`)
export const rest = operandOf('rest', (name) => `${name}…`)

type Operands = Readonly<Record<string, Operand<'single' | 'optional' | 'rest', unknown>>>
type Options = Readonly<Record<string, Option>>

type GivenOperands<O extends Operands> = {
  readonly [K in keyof O]: O[K] extends Operand<'single', infer T>
    ? T
    : O[K] extends Operand<'rest', infer T>
      ? readonly T[]
      : O[K] extends Operand<'optional', infer T>
        ? T | undefined
        : never
}
export type GivenOptions<O extends Options> = {
  readonly [K in keyof O]: O[K] extends Flag
    ? boolean
    : O[K] extends Valued<'many', infer T>
      ? readonly T[]
      : O[K] extends Valued<'needed', infer T>
        ? T
        : O[K] extends Valued<'one', infer T>
          ? T | undefined
          : never
}

/** The result of a command, for programs and for people. */
export interface Report {
  /** Undefined when everything was already printed. */
  readonly json: unknown
  readonly text: string
  /** Its JSON is a file that another command reads: its names stay. */
  readonly isFile?: true
  /** The command ran and found a problem: exit code 1. */
  readonly failed?: boolean
  /** What a script tells from success and failure. */
  readonly exitCode?: number
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
  run(call: Call<Given, Chosen>): Promise<Report | undefined>
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
