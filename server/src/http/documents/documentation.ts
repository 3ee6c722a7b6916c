import type { Language } from '../errors.ts'
import type { PageTexts } from './page-texts.ts'

/**
 * The whole reference in one language, without markup except `code` in backticks. `/docs` and its Markdown form are drawn
 * from it, and the cabinet reads it as JSON. Types only: the web app imports this file.
 */
export interface Documentation {
  readonly language: Language
  readonly texts: PageTexts
  /** What stands for the address, the key and the service in the examples. */
  readonly access: Placeholders
  readonly introduction: string
  readonly chapters: readonly NamedChapter[]
  /** Login by call with `/v2`; they follow its chapter. */
  readonly login: readonly Program[]
  readonly v2: SecondVersion
  /** The methods of `/v1.0`. */
  readonly methods: readonly MethodChapter[]
  readonly webhook: {
    readonly about: string
    readonly headers: readonly FieldRow[]
    readonly body: readonly FieldRow[]
    readonly chapters: readonly Chapter[]
  }
  readonly errors: readonly { readonly code: number; readonly status: number; readonly text: string }[]
}

export interface Placeholders {
  readonly url: string
  readonly secretKey: string
  readonly serviceId: string
}

/** A paragraph, a list, or verbatim text; `code` is in backticks. */
export type Block = string | readonly string[] | { readonly code: string }

export interface Chapter {
  readonly title: string
  readonly blocks: readonly Block[]
}

export interface NamedChapter extends Chapter {
  readonly id: string
}

export interface Program {
  readonly language: string
  readonly program: string
}

/** One row of a table of fields, for people. */
export interface FieldRow {
  /** With its full path: `logs[].ip`. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly meaning: string
  /** Where it stands, when that is not the body. */
  readonly place?: 'path' | 'query' | 'header'
  /** The values that it can have, when they need an explanation. */
  readonly values?: readonly ExplainedValue[]
}

export interface ExplainedValue {
  readonly value: string
  readonly meaning: string
}

export interface MethodChapter {
  readonly id: string
  readonly path: string
  readonly verb: string
  readonly isAlsoGet: boolean
  readonly isDeprecated: boolean
  readonly summary: string
  readonly description: string
  readonly parameters: readonly FieldRow[]
  /** The HTTP status of the answer. */
  readonly status: number
  readonly answer: readonly FieldRow[]
  /** The answer is a verification, which has a section of its own. */
  readonly isVerification: boolean
  readonly request: Readonly<Record<string, unknown>>
  readonly requests: readonly Program[]
  /** In JSON: a number would lose the last zero of an amount. */
  readonly exampleAnswer: string
  /** Codes that this method can return and not every method. */
  readonly ownCodes: readonly (number | string)[]
}

export interface SecondVersion {
  readonly methods: readonly MethodChapter[]
  /** The members of a verification. */
  readonly verification: readonly FieldRow[]
  /** The members of an error. */
  readonly problem: readonly FieldRow[]
  readonly problems: readonly ProblemRow[]
  readonly events: readonly EventChapter[]
}

export interface ProblemRow {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
}

export interface EventChapter {
  readonly type: string
  readonly summary: string
  /** The members of `data`; none when it is a verification. */
  readonly data: readonly FieldRow[]
  /** The whole event, in JSON. */
  readonly example: string
}
