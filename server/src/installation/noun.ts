import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { FieldFault } from '../fields/schema.ts'
import type { FullContext, Operation } from '../operations/operation.ts'
import type { AdminScope } from '../storage/queries/admin-tokens.ts'

/** Members of one thing, as an operator writes them. */
export type Values = Readonly<Record<string, unknown>>

/** One thing of the installation as it is stored. */
export interface Found {
  /** Unique among its siblings. */
  readonly name: string
  /** By which operations know it. */
  readonly id: number | string
  readonly value: Values
  /** Of the secret members, those that the store has in a readable form. */
  readonly secrets?: Readonly<Record<string, string>>
  /** Whether the secret members have something, as far as it is known. */
  readonly has?: readonly string[]
  /** Of the account that it belongs to. */
  readonly accountId?: number
}

type AnyOperation = Operation<
  TObject,
  // biome-ignore lint/suspicious/noExplicitAny: each operation has its own types; `perform` checks its input
  any,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  any,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  any,
  FullContext,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  any
>

/** How a noun makes its changes. */
export interface Change {
  readonly context: FullContext
  readonly name: string
  readonly parent: Found | undefined
  /** Undefined for a new one. */
  readonly before: Found | undefined
  /** Makes one change through its operation. What is shown once is kept under the path of the thing. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer of the operation
  run(operation: AnyOperation, input: object, accountId?: number): Promise<any>
}

/**
 * One kind of thing that operators configure. The file of an installation (`ringkey export`, `diff`, `apply`) and the
 * addresses by name of the admin API follow from this list.
 */
export interface Noun {
  /** In the file and in addresses. */
  readonly plural: string
  readonly about: string
  /** There is one, without a name. */
  readonly isSingle?: true
  /** What a name is; undefined for a single one. */
  readonly name?: TSchema
  readonly value: TObject
  /** Members that a new one needs. */
  readonly needs?: readonly string[]
  /** Members whose value is a secret: a file names where it is. */
  readonly secrets?: readonly string[]
  /** What a token of the admin API needs. */
  readonly scopes: { readonly put: readonly AdminScope[]; readonly remove?: readonly AdminScope[] }
  readonly below?: readonly Noun[]
  /** No operation changes these members: the thing is removed and made again, with a new credential. */
  isReplaced?(changed: Values): boolean
  /** A secret that it has is stored as a hash, or sealed: it is not compared. */
  readonly hidesSecrets?: true
  /** A new one gets a credential, which is shown once. */
  readonly hasCredential?: true
  /** It would end as soon as it is made. */
  isOver?(context: FullContext, value: Values): boolean
  /** What its schema cannot say, or says without words. */
  fault?(value: Values): FieldFault | undefined
  /** The one form of a value that can be written in several. */
  normal?(value: Values): Values
  list(context: FullContext, parent: Found | undefined): Promise<readonly Found[]>
  /** `value` has what differs, or everything of a new one. It returns the id of a new one. */
  put(change: Change, value: Values): Promise<number | string | undefined>
  remove?(change: Change & { readonly before: Found }): Promise<unknown>
}

/** Members of the input of an operation, none of them needed. */
export function membersOf(
  { input }: { readonly input: TObject },
  ...without: readonly string[]
): TProperties {
  const members = Object.entries(input.properties).filter(([name]) => !without.includes(name))
  return Type.Partial(Type.Object(Object.fromEntries(members))).properties
}

export const shape = (properties: TProperties) =>
  Type.Partial(Type.Object(properties, { additionalProperties: false }))

/**
 * Names of records whose own name may not be unique: the second of a name is `NAME #2`, and `member` of its value has the
 * name itself.
 */
export function named<R>(
  records: readonly R[],
  member: string,
  nameOf: (record: R) => string,
): { readonly record: R; readonly name: string; readonly given: Values }[] {
  const taken = new Set<string>()
  return records.map((record) => {
    const own = nameOf(record)
    let name = own
    for (let nth = 2; taken.has(name); nth += 1) name = `${own} #${nth}`
    taken.add(name)
    return { record, name, given: name === own ? {} : { [member]: own } }
  })
}

/** These members of a value, of those that it has. */
export const partOf = (value: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))
