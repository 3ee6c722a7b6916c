import type { IncomingHttpHeaders } from 'node:http'
import type { HookSettings } from '../../storage/queries/hooks.ts'
import type { RawParams } from '../parameters.ts'
import type { Expected } from '../v2/input.ts'
import type { HookReply } from './hook-reply.ts'

/** `text` holds the code where `code` is missing, `language` is a locale, `user` one of the identity server. */
const fields = ['phone', 'code', 'text', 'language', 'user', 'life'] as const
/** As they came: of any type, or missing. */
export type MessageFields = Readonly<Partial<Record<(typeof fields)[number], unknown>>>

/** How a server signs its requests. */
export interface Signature {
  /** In lower case. */
  readonly header: string
  /** Whether this key has signed the body. */
  isValid(key: string, headers: IncomingHttpHeaders, body: string, now: number): boolean
}

/** How one identity server asks for a call. */
export interface Kind {
  /** Where the fields stand, `a.b` for a member of a member. Of several the first that is filled counts. */
  readonly members: Partial<Readonly<Record<keyof MessageFields, string | readonly string[]>>>
  /** In which `life` is counted. */
  readonly lifeUnitMs?: number
  /** POST when left out. */
  readonly verbs?: readonly string[]
  /** Forms and queries are read too, not only JSON. The names of their members are settings of both sides. */
  readonly takesForms?: true
  /** Left out where the credential itself is sent. */
  readonly signature?: Signature
  /** The setting of that server that makes codes of digits. */
  readonly digitsSetting?: Expected
  /** It never retries: the same code again is the wish of a person, and each wrong credential counts. */
  readonly neverRetries?: true
  /** The form of its refusals: problem details when left out. */
  readonly Reply?: typeof HookReply
}

/** The fields of a message that a request has. */
export function messageFieldsIn(given: RawParams, { members }: Kind, settings: HookSettings): MessageFields {
  const namesOf = (field: keyof MessageFields) =>
    settings[`${field}Name` as 'phoneName'] ?? members[field] ?? []
  const firstFilled = (names: string | readonly string[]) =>
    [names].flat().reduce<unknown>((found, name) => found || memberAt(given, name), undefined)
  const found = fields.map((field) => [field, firstFilled(namesOf(field))] as const)
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}

/** Undefined when it, or what should hold it, is missing. */
export function memberAt(given: unknown, path: string): unknown {
  if (typeof given !== 'object' || given === null) return undefined
  if (Object.hasOwn(given, path)) return (given as RawParams)[path]
  const [outer, ...inner] = path.split('.') as [string, ...string[]]
  return inner.length > 0 && Object.hasOwn(given, outer)
    ? memberAt((given as RawParams)[outer], inner.join('.'))
    : undefined
}
