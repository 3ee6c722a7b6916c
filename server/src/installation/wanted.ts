import { type TObject, type TSchema, Type } from 'typebox'
import { checkInput } from '../operations/perform.ts'
import { isRefused } from '../storage/operation-refused.ts'
import type { Noun, Values } from './noun.ts'

/** One thing as a file or a request wants it. */
export interface Wanted {
  readonly noun: Noun
  readonly name: string
  readonly path: Path
  readonly value: Values
  /** Secret members whose place has none now. */
  readonly missing: readonly string[]
  /** Sections that are not named stay as they are. */
  readonly below: readonly Section[]
}

export interface Section {
  readonly noun: Noun
  readonly path: Path
  readonly things: readonly Wanted[]
}

/** The names on the way to a value: `['trunks', 'north', 'settings', 'port']`. */
export type Path = readonly string[]

/** What is wrong, and where. */
export class InstallationFault extends Error {
  readonly path: Path
  constructor(path: Path, message: string) {
    super(message)
    this.path = path
  }
}

/** Reads where a secret is; undefined when there is none. */
export type ReadSecret = (place: SecretPlace) => string | undefined
export type SecretPlace = { readonly file: string } | { readonly env: string }

/** What a file writes in place of a secret. */
const secretPlace = Type.Union(
  [
    Type.Object({ file: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
    Type.Object({ env: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  ],
  { expected: '{ file: … } or { env: … }' },
)

/** Checks everything that a schema can say, before anything is changed. */
export function readSections(
  nouns: readonly Noun[],
  given: unknown,
  read: ReadSecret,
  path: Path = [],
): Section[] {
  const sections = objectAt(path, given)
  const known = nouns.map(({ plural }) => plural)
  const unknown = Object.keys(sections).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new InstallationFault([...path, unknown], `expected one of ${known.join(', ')}`)
  return nouns.flatMap((noun): Section[] => {
    const { plural, isSingle } = noun
    if (!Object.hasOwn(sections, plural)) return []
    const at = [...path, plural]
    const things = isSingle ? { '': sections[plural] } : objectAt(at, sections[plural] ?? {})
    return [
      {
        noun,
        path: at,
        things: Object.entries(things).map(([name, one]) => readThing(noun, name, one, read, at)),
      },
    ]
  })
}

function readThing(noun: Noun, name: string, given: unknown, read: ReadSecret, parent: Path): Wanted {
  const path = noun.isSingle ? parent : [...parent, name]
  if (noun.name !== undefined) checkName(noun, name, path)
  const { below: children = [], secrets = [] } = noun
  const all = Object.entries(objectAt(path, given ?? {}))
  const isChild = ([member]: readonly [string, unknown]) => children.some(({ plural }) => plural === member)
  const missing: string[] = []
  const members = all
    .filter((each) => !isChild(each))
    .flatMap(([member, value]): [string, unknown][] => {
      if (!secrets.includes(member)) return [[member, value]]
      const secret = read(checkAt([...path, member], secretPlace, value) as SecretPlace)
      if (secret === undefined) missing.push(member)
      return secret === undefined ? [] : [[member, secret]]
    })
  const value = checkValue(noun, Object.fromEntries(members), path)
  return {
    noun,
    name,
    path,
    value,
    missing,
    below: readSections(children, Object.fromEntries(all.filter(isChild)), read, path),
  }
}

export function checkName(noun: Noun, name: string, path: Path): void {
  checkAt(path, noun.name!, name)
}

/** The value of a thing, with its secrets as they are. */
export function checkValue(noun: Noun, given: object, path: Path): Values {
  refuseUnknown(noun.value, given, path, noun.below)
  // It has words for what is expected.
  const fault = noun.fault?.(given as Values)
  if (fault !== undefined) {
    const { settings } = given as { settings?: object }
    const inside = Object.hasOwn(Object(settings), fault.field) ? ['settings', fault.field] : [fault.field]
    throw new InstallationFault([...path, ...inside], `expected ${fault.expected}`)
  }
  const value = checkAt(path, noun.value, given) as Values
  return noun.normal?.(value) ?? value
}

/** A member that is misspelt would otherwise be dropped. */
function refuseUnknown(schema: TSchema, given: unknown, path: Path, below: readonly Noun[] = []): void {
  const { properties } = schema as Partial<TObject>
  if (properties === undefined || typeof given !== 'object' || given === null) return
  for (const [member, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, member)) {
      const known = [...Object.keys(properties), ...below.map(({ plural }) => plural)]
      throw new InstallationFault([...path, member], `expected one of ${known.join(', ')}`)
    }
    refuseUnknown(properties[member]!, value, [...path, member])
  }
}

function checkAt(path: Path, schema: TSchema, value: unknown): unknown {
  try {
    // An enum or a text by itself has no member to name.
    return (
      checkInput(Type.Object({ value: schema }), { value: asText(schema, value) }) as { value: unknown }
    ).value
  } catch (error) {
    if (!isRefused(error)) throw error
    const inside = (error.field ?? '').split('.').slice(1)
    throw new InstallationFault([...path, ...inside], `expected ${error.expected}`)
  }
}

/** A file writes `0.80` and `77` without quotes where a text is meant. */
function asText(schema: TSchema, value: unknown): unknown {
  const { type, properties, items } = schema as {
    type?: string
    properties?: Record<string, TSchema>
    items?: TSchema
  }
  if (typeof value === 'number' && type === 'string') return String(value)
  if (Array.isArray(value) && items !== undefined) return value.map((each) => asText(items, each))
  if (properties === undefined || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      Object.hasOwn(properties, name) ? asText(properties[name]!, each) : each,
    ]),
  )
}

function objectAt(path: Path, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new InstallationFault(path, 'expected members, each with a name')
}
