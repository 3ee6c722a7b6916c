import type { Labels } from './labels.ts'

/**
 * The whole reference in one language, made from OpenAPI and the prose: `/docs` and its Markdown form are drawn from it,
 * and the cabinet reads it as JSON. Types only: the web app imports this file.
 */
export interface Reference {
  readonly language: 'en' | 'ru'
  readonly labels: Labels
  /** What stands for the address, the key and the service in the examples. */
  readonly access: { readonly url: string; readonly secretKey: string; readonly serviceId: string }
  readonly title: string
  readonly introduction: string
  /** The guide, `/v2`, `/v1.0`. */
  readonly groups: readonly Group[]
}

export interface Group {
  readonly title: string
  readonly sections: readonly Section[]
}

/** What can be linked to and searched. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

/** In texts, `code` is in backticks, and links are `[text](#id)` of a section or of a row. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly language: string; readonly code: string }
  | Operation
  | { readonly kind: 'fields'; readonly rows: readonly FieldRow[] }
  | { readonly kind: 'codes'; readonly rows: readonly CodeRow[] }
  /** One program in each language; Markdown has only the first of a method, and all of the login. */
  | { readonly kind: 'programs'; readonly programs: readonly Program[]; readonly isMethod: boolean }
  /** Fields for a key, and a form that sends a request with a test number: only the page has them. */
  | { readonly kind: 'key' }
  | { readonly kind: 'trial'; readonly method: string; readonly path: string; readonly request: object }

/** The head of a method's section. */
export interface Operation {
  readonly kind: 'operation'
  readonly verb: string
  readonly path: string
  readonly summary: string
  /** Such as "deprecated"; "" for none. */
  readonly note: string
}

export interface Program {
  readonly language: string
  readonly program: string
}

export interface FieldRow {
  /** With its full path: `logs[].ip`. */
  readonly name: string
  readonly type: string
  /** Where it stands, when that is not the body, and whether it may be left out. */
  readonly note: string
  readonly meaning: string
  /** The values that it can have, when they need an explanation. */
  readonly values: readonly { readonly value: string; readonly meaning: string }[]
}

export interface CodeRow {
  /** A number is of `/v1.0`. */
  readonly code: number | string
  /** The target of links; a code with two HTTP statuses has one. */
  readonly id?: string
  readonly status: number
  readonly text: string
}
