import type { Static, TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import {
  type FullContext,
  newOperationId,
  type Operation,
  operationIdExpected,
  operationIdPattern,
} from '../operations/operation.ts'
import { perform } from '../operations/perform.ts'
import type { Both } from '../operations/wording.ts'
import { isRefused, wrongField } from '../storage/operation-refused.ts'
import { StoreUnavailable } from '../storage/store.ts'
import {
  type Command,
  defineCommand,
  flag,
  many,
  type Option,
  one,
  operand,
  type Reading,
  type Report,
  rest,
} from './command.ts'
import type { CommandContext } from './command-context.ts'
import { CommandFailed, UsageError } from './failures.ts'
import { findAccount, readPhone } from './finding.ts'
import type { NameKind } from './names.ts'
import { accountName, id, oneOf, phoneText, text, yesOrNo } from './readings.ts'
import type { Terminal } from './terminal.ts'

interface Wording<Input> {
  /** `account topup`: the words that call it. */
  readonly words: string
  /** The sentence of the operation when left out. */
  readonly summary?: string
  /**
   * Typed in this order; the value is the placeholder in the help. `account` may be typed too for what an owner does in
   * an account.
   */
  readonly operands: Partial<Readonly<Record<keyof Input | 'account', string>>>
  /** Typed without a value. */
  readonly flags?: readonly (keyof Input)[]
  /** Options that are not called or read as their field. */
  readonly options?: Partial<
    Readonly<
      Record<
        keyof Input,
        {
          readonly name?: string
          readonly value?: string
          readonly about?: string
          readonly reading?: Reading<unknown>
        }
      >
    >
  >
  /** Not typed at all. */
  readonly fixed?: Partial<Input>
  /** When not typed. */
  readonly defaults?: Partial<Input>
  readonly begins?: true
  /** Options that `adapt` makes fields of. */
  readonly more?: Readonly<Record<string, Option>>
  /** Last changes of what was typed; it may throw a `UsageError`. */
  adapt?(
    input: Input,
    typed: {
      readonly options: Readonly<Record<string, unknown>>
      readonly terminal: Terminal
      open(): Promise<CommandContext>
    },
  ): void | Promise<void>
}

interface Schema {
  readonly anyOf?: readonly Schema[]
  readonly type?: string
  readonly enum?: readonly string[]
  readonly items?: TSchema
  readonly expected?: string
  readonly description?: string
}

/**
 * The command of an operation: its fields are operands and options, and their schemas say how they are read. What answers
 * with the facts of its log line is reported with the sentence of that line.
 */
export function operationCommand<
  Input extends TObject,
  Prepared,
  Result,
  Facts extends object,
  Needs extends FullContext,
>(
  operation: Operation<Input, Prepared, Result, Facts, Needs, Facts>,
  wording: Wording<Static<Input>>,
): Command
export function operationCommand<Input extends TObject, Prepared, Result, Answer, Needs extends FullContext>(
  operation: Operation<Input, Prepared, Result, Answer, Needs>,
  wording: Wording<Static<Input>>,
  report: (answer: Answer, input: Static<Input>, context: CommandContext) => Report | Promise<Report>,
): Command
export function operationCommand<Input extends TObject, Prepared, Result, Answer, Needs extends FullContext>(
  operation: Operation<Input, Prepared, Result, Answer, Needs>,
  wording: Wording<Static<Input>>,
  report: (answer: Answer, input: Static<Input>, context: CommandContext) => Report | Promise<Report> = (
    facts,
  ) => done(facts as object, operation.log(facts as never)),
): Command {
  const {
    words,
    fixed = {},
    defaults = {},
    flags = [],
    more = {},
  } = wording as Wording<Record<string, unknown>>
  const operands = wording.operands as Readonly<Record<string, string>>
  const special = (wording.options ?? {}) as NonNullable<Wording<Record<string, unknown>>['options']>
  const { properties } = operation.input
  const typedOtherwise = { ...operands, ...fixed, ...more }
  const optionNames = Object.entries(properties).flatMap(([name, schema]) =>
    name in typedOtherwise || isObject(schema) ? [] : [name],
  )
  const nameOf = (field: string) =>
    special[field]?.name ?? field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  /** A refusal names what was typed, not the field of the operation. */
  const asTyped = (error: unknown) => {
    const { field = '', expected = '', message = '' } = isRefused(error) ? error : {}
    const typed = operands[field] ?? (optionNames.includes(field) ? `--${nameOf(field)}` : undefined)
    return typed && message.startsWith(`${field}: expected`) ? wrongField(typed, expected) : error
  }
  const optionOf = (field: string): Option => {
    const schema = properties[field] as Schema
    const about = special[field]?.about ?? schema.description ?? ''
    if (flags.includes(field)) return flag(about)
    const reading = special[field]?.reading ?? readingOf(field, schema)
    const value = special[field]?.value ?? placeholder(schema)
    return itemsOf(schema) !== undefined ? many(value, about, reading) : one(value, about, reading)
  }
  return defineCommand({
    words,
    summary: wording.summary ?? operation.about,
    operands: Object.fromEntries(
      Object.entries(operands).map(([field, name]) => {
        const schema: Schema = properties[field] ?? {}
        const reading = special[field]?.reading ?? readingOf(field, schema)
        const isSeveral = schema.type === 'array' || isObject(schema)
        return [field, isSeveral ? rest(name, reading) : operand(name, reading)]
      }),
    ),
    options: {
      ...Object.fromEntries(optionNames.map((field) => [nameOf(field), optionOf(field)])),
      ...more,
      ...(operation.id === undefined ? {} : { operation: operationOption }),
    },
    ...(wording.begins ? { begins: true as const } : {}),
    async run({ operands: typed, options, open, terminal }) {
      const chosen = options as Readonly<Record<string, unknown>>
      const given: Record<string, unknown> = { ...typed }
      for (const field of optionNames) {
        const value = chosen[nameOf(field)]
        if (value !== undefined && !(Array.isArray(value) && value.length === 0)) given[field] = value
      }
      const input: Record<string, unknown> = { ...defaults, ...given, ...fixed }
      await wording.adapt?.(input as Static<Input>, { options: chosen, terminal, open })
      const missing = operation.input.required?.find((field) => input[field] === undefined)
      if (missing !== undefined) {
        const { expected } = special[missing]?.reading ?? readingOf(missing, properties[missing] as Schema)
        throw new UsageError(`${words}: --${nameOf(missing)} is missing: expected ${expected}`)
      }
      const context = await open()
      if (input.account !== undefined)
        input.account = (await findAccount(context, input.account as number | string)).id
      const within = 'account' in properties ? {} : { accountId: input.account }
      if (typeof input.phone === 'string')
        input.phone = `+${(await readPhone(context, terminal, input.phone)).e164}`
      const run = (operationId: string | null) =>
        perform(
          { ...context, ...within } as unknown as Needs,
          operation,
          input as Static<Input>,
          operationId,
        ).catch((error: unknown) => {
          throw asTyped(error)
        })
      const answer =
        operation.id === undefined
          ? await run(null)
          : await once(terminal, chosen.operation as string | undefined, run)
      return report(answer, input as Static<Input>, context)
    },
  })
}

function done(facts: object, [sentence]: Both): Report {
  return { json: facts, text: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` }
}

/** Fields that name something, in any operation. */
const namedBy: Readonly<Record<string, NameKind>> = {
  client: 'clients',
  code: 'tariffs',
  document: 'contracts',
  range: 'ranges',
  service: 'services',
  tariff: 'tariffs',
  trunk: 'trunks',
  trunks: 'trunks',
}

function readingOf(field: string, schema: Schema): Reading<unknown> {
  const names = namedBy[field]
  return names === undefined ? ownReadingOf(field, schema) : { ...ownReadingOf(field, schema), names }
}

function ownReadingOf(field: string, schema: Schema): Reading<unknown> {
  if (field === 'account') return accountName
  if (field === 'phone') return phoneText
  const items = itemsOf(schema)
  if (items !== undefined) return readingOf('', items)
  if (schema.enum !== undefined) return oneOf(...schema.enum.filter((choice) => choice !== ''))
  if (schema.type === 'boolean') return yesOrNo
  if (schema.type === 'integer') return id
  const { expected = text().expected } = schema
  return {
    expected,
    read: (typed) =>
      typed.trim() !== '' && Value.Check(schema as TSchema, typed) ? typed.trim() : undefined,
  }
}

const isObject = ({ type }: Schema) => type === 'object'

/** Of a list, or of a list that may be null. */
function itemsOf({ items, anyOf = [] }: Schema): Schema | undefined {
  return (items ?? anyOf.find((each) => each.items !== undefined)?.items) as Schema | undefined
}

function placeholder(schema: Schema): string {
  const { type, enum: choices } = schema
  const items = itemsOf(schema)
  if (items !== undefined) return placeholder(items)
  if (choices !== undefined) return choices.filter((choice) => choice !== '').join('|')
  return type === 'boolean' ? 'YES|NO' : type === 'integer' ? 'ID' : 'TEXT'
}

/** For commands about money. */
const operationOption = one('ID', 'repeat the command that failed with this id; it is done once', {
  expected: operationIdExpected,
  read: (typed: string) => (new RegExp(operationIdPattern).test(typed) ? typed : undefined),
})

/** When the store's answer is lost, the error tells how to repeat the same operation safely. */
async function once<T>(
  { random }: Pick<Terminal, 'random'>,
  given: string | undefined,
  run: (operationId: string) => Promise<T>,
): Promise<T> {
  const operationId = given ?? newOperationId(random)
  try {
    return await run(operationId)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new CommandFailed(
      `${error.message}. Whether it was done is unknown. Repeat the command with --operation ${operationId}: ` +
        'it is done once.',
    )
  }
}
