import { type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Language } from '../errors.ts'
import { nearestName } from '../nearest-name.ts'
import { type InputFault, Problem } from './problem.ts'

/** The expectation of a value, in words; documents and errors use the same text. */
export type Expected = Readonly<Record<Language, string>>

/** A schema with its expectation in words. */
export function expecting<S extends TSchema>(schema: S, meaning: string, en: string, ru: string): S {
  // Not spread: the refinement of a schema is not an enumerable property.
  return Object.defineProperties({} as S, {
    ...Object.getOwnPropertyDescriptors(schema),
    description: { value: `${meaning} Expected: ${en}.`, enumerable: true },
    expected: { value: { en, ru } },
  })
}

/** The expectations of a schema and of all its members. */
export function expectationsOf(schema: TSchema): readonly Expected[] {
  const {
    expected,
    properties = {},
    items,
  } = schema as {
    readonly expected?: Expected
    readonly properties?: Readonly<Record<string, TSchema>>
    readonly items?: TSchema
  }
  return [
    ...(expected === undefined ? [] : [expected]),
    ...Object.values(properties).flatMap(expectationsOf),
    ...(items === undefined ? [] : expectationsOf(items)),
  ]
}

const strict = { additionalProperties: false } as const

/** An object without unknown members. */
export function members<P extends Record<string, TSchema>>(properties: P, options: object = {}) {
  return Type.Object(properties, { ...strict, ...options })
}

const maxFaults = 20
const missing = { en: 'this member', ru: 'это поле' }
const anObject = { en: 'an object', ru: 'объект' }

/** Compiled at the first use: a list of 500 numbers is checked in a fifth of the time. */
const checks = new WeakMap<TSchema, (value: unknown) => boolean>()

function checkOf(schema: TSchema): (value: unknown) => boolean {
  const known = checks.get(schema)
  if (known !== undefined) return known
  const validator = Compile(schema)
  const check = (value: unknown): boolean => validator.Check(value)
  checks.set(schema, check)
  return check
}

/** All faults of a value, each with its location. */
export function faultsIn(schema: TSchema, value: unknown, pointer = ''): InputFault[] {
  if (checkOf(schema)(value)) return []
  const deeper = isObjectSchema(schema)
    ? faultsOfMembers(schema, value, pointer)
    : isArraySchema(schema) && Array.isArray(value)
      ? value.flatMap((item, index) => faultsIn(schema.items, item, `${pointer}/${index}`))
      : []
  if (deeper.length > 0) return deeper.slice(0, maxFaults)
  return [{ pointer, expected: expectedOf(schema) }]
}

function faultsOfMembers(schema: TObject, value: unknown, pointer: string): InputFault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ pointer, expected: anObject }]
  }
  const required: readonly string[] = schema.required ?? []
  const known = Object.keys(schema.properties)
  const absent = required.filter((name) => !Object.hasOwn(value, name))
  return [
    ...absent.map((name) => ({
      pointer: `${pointer}/${name}`,
      expected: expectedOf(schema.properties[name]!, missing),
    })),
    ...Object.entries(value).flatMap(([name, member]) => {
      const its = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
      const place = `${pointer}/${escaped(name)}`
      return its === undefined ? [unknownMember(place, name, known)] : faultsIn(its, member, place)
    }),
  ]
}

function unknownMember(pointer: string, name: string, known: readonly string[]): InputFault {
  const nearest = nearestName(name, known)
  return {
    pointer,
    expected:
      nearest === undefined
        ? {
            en: `one of ${known.join(', ') || 'no members'}`,
            ru: `одно из: ${known.join(', ') || 'нет полей'}`,
          }
        : { en: `a known member, perhaps "${nearest}"`, ru: `известное поле, возможно «${nearest}»` },
  }
}

const isObjectSchema = (schema: TSchema): schema is TObject => 'properties' in schema
const isArraySchema = (schema: TSchema): schema is TSchema & { items: TSchema } => 'items' in schema

function expectedOf(schema: TSchema, otherwise: Expected = anObject): Expected {
  return (schema as { expected?: Expected }).expected ?? otherwise
}

/** RFC 6901 3. */
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

export function invalid(...errors: InputFault[]): Problem {
  return new Problem('invalid_request', { errors })
}
