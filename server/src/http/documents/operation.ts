import type { TSchema } from 'typebox'

/**
 * The facts of one operation of any API version that the documents need: each version turns its schemas into a
 * `Section`, and OpenAPI, Postman, Markdown and the page are generated from it.
 */

export interface Section {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly operations: readonly Operation[]
  /** Named schemas that go into `components`; they are referenced wherever they are used. */
  readonly schemas: Readonly<Record<string, Shape>>
  /** Additions to the schema of an object: widths and formats of its fields. */
  readonly formats: Formats
  readonly headers: Readonly<Record<string, Header>>
  /** Examples that several answers share. */
  readonly examples: Readonly<Record<string, Example>>
}

/** A typebox schema, or one written as JSON Schema. */
export type Shape = TSchema | Readonly<Record<string, unknown>>

/** By the schema of an object: its fields and the additions to their schemas. */
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
