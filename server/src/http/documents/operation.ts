import type { TSchema } from 'typebox'

/**
 * What the documents need to know of one operation of any version: a version makes a `Section` of its own schemas, and
 * OpenAPI, Postman, Markdown and the page are drawn from it.
 */

export interface Section {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly operations: readonly Operation[]
  /** Schemas that stand in `components` under a name of their own; wherever they are used there is a reference. */
  readonly schemas: Readonly<Record<string, Shape>>
  /** What a schema of an object leaves open and its fields have: widths and forms. */
  readonly formats: Formats
  readonly headers: Readonly<Record<string, Header>>
  /** Examples that several answers share. */
  readonly examples: Readonly<Record<string, Example>>
}

/** A schema of typebox, or one that is written down as JSON Schema. */
export type Shape = TSchema | Readonly<Record<string, unknown>>

/** By the schema of an object: its fields and what is added to their schemas. */
export type Formats = ReadonlyMap<Shape, Readonly<Record<string, object>>>

export interface Header {
  readonly description: string
  readonly required: boolean
  readonly schema: Shape
}

export interface Operation {
  readonly id: string
  readonly verb: 'get' | 'post'
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly isDeprecated: boolean
  readonly parameters: readonly PlacedParameter[]
  readonly body: Body | undefined
  readonly answers: readonly Answer[]
}

export interface PlacedParameter {
  readonly name: string
  readonly place: 'query' | 'path' | 'header'
  readonly isRequired: boolean
  readonly schema: Shape
  readonly example?: unknown
}

export interface Body {
  readonly isRequired: boolean
  readonly schema: Shape
  readonly example: object
}

export interface Answer {
  readonly status: number
  readonly description: string
  readonly mediaType: string
  readonly schema: Shape
  /** Names in `Section.headers`. */
  readonly headers: readonly string[]
  readonly examples: Readonly<Record<string, Example>>
}

export interface Example {
  readonly summary: string
  readonly value: object
}
