import { bodySchema } from '../../webhooks/body.ts'
import { headerSchema } from '../../webhooks/signature.ts'
import { Failure, type Language, statuses } from '../errors.ts'
import { type Chapter, englishGuide, type Figures, type Guide } from '../guide.ts'
import { russianGuide } from '../guide-russian.ts'
import { type Access, snippets } from '../snippets/index.ts'
import { loginPrograms } from '../snippets/login.ts'
import { type FieldRow, fieldRows } from './field-rows.ts'
import type { Operation, Section } from './operation.ts'
import { type PageTexts, pageTexts } from './page-texts.ts'
import { inRussian } from './russian.ts'

/** The content of the page and its Markdown form, in one language and without markup except `code` in backticks. */
export interface Documentation {
  readonly language: Language
  readonly texts: PageTexts
  readonly guide: Guide
  readonly chapters: readonly (Chapter & { readonly id: string })[]
  /** Login by call with `/v2`; they follow its chapter. */
  readonly login: readonly Program[]
  readonly methods: readonly MethodChapter[]
  readonly webhook: { readonly headers: readonly FieldRow[]; readonly body: readonly FieldRow[] }
  readonly errors: readonly { readonly code: number; readonly status: number; readonly text: string }[]
}

/** The chapter of `/v2`. */
export const loginChapter = 'v2'

export interface Program {
  readonly language: string
  readonly program: string
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
  readonly answer: readonly FieldRow[]
  readonly request: Readonly<Record<string, unknown>>
  readonly requests: readonly Program[]
  readonly exampleAnswer: object
  /** Codes that this method can return and not every method. */
  readonly ownCodes: readonly number[]
}

const guides: Readonly<Record<Language, Guide>> = { en: englishGuide, ru: russianGuide }
/** Placeholder for the address of the service when the operator set none; the page inserts its own. */
export const unknownAddress = 'https://RINGKEY_ADDRESS'

export function documentationOf(
  sections: readonly Section[],
  figures: Figures,
  language: Language,
  onMissing?: (sentence: string) => void,
): Documentation {
  const texts = pageTexts[language]
  const guide = guides[language]
  const say = (text: string) => (language === 'ru' ? inRussian(text, onMissing) : text)
  const rowsOf = (...given: Parameters<typeof fieldRows>) =>
    fieldRows(...given).map((row) => ({ ...row, meaning: say(row.meaning) }))
  const access = {
    url: figures.publicUrl ?? unknownAddress,
    secretKey: 'SECRET_KEY',
    serviceId: 'SERVICE_ID',
  }
  return {
    language,
    texts,
    guide,
    chapters: guide.chaptersOf(figures),
    login: loginPrograms(access),
    methods: sections.flatMap(({ operations }) => methodsOf(operations, access, texts, say, rowsOf)),
    webhook: { headers: rowsOf(headerSchema, texts), body: rowsOf(bodySchema, texts) },
    errors: errorsIn(language, texts, say),
  }
}

function methodsOf(
  operations: readonly Operation[],
  access: Access,
  texts: PageTexts,
  say: (text: string) => string,
  rowsOf: typeof fieldRows,
): readonly MethodChapter[] {
  const byPath = [...Map.groupBy(operations, ({ path }) => path).values()]
  const codesOf = (all: readonly Operation[]) =>
    new Set(
      all.flatMap(({ answers }) =>
        answers.flatMap(({ examples }) => Object.values(examples).flatMap(codeOf)),
      ),
    )
  const everywhere = byPath.map(codesOf).reduce((common, codes) => common.intersection(codes))
  return byPath.map((ofPath) => {
    const [main] = ofPath as [Operation]
    const request = (main.body?.example ?? {}) as Readonly<Record<string, string | number | boolean>>
    const method = main.path.split('/').at(-1)!
    return {
      id: main.id,
      path: main.path,
      verb: main.verb.toUpperCase(),
      isAlsoGet: ofPath.length > 1,
      isDeprecated: main.isDeprecated,
      summary: say(main.summary),
      description: say(main.description),
      parameters: rowsOf(main.body?.schema, texts),
      answer: rowsOf(main.answers[0]!.schema, texts),
      request,
      requests: snippets.map(({ name, of }) => ({
        language: name,
        program: of.method(access, method, request),
      })),
      exampleAnswer: Object.values(main.answers[0]!.examples)[0]!.value,
      ownCodes: [...codesOf(ofPath).difference(everywhere)],
    }
  })
}

/** The code of an error example. */
function codeOf({ value }: { readonly value: object }): readonly number[] {
  const { status, code } = value as { status?: unknown; code?: unknown }
  return status === false && typeof code === 'number' ? [code] : []
}

function errorsIn(language: Language, texts: PageTexts, say: (text: string) => string) {
  const expected = { en: '…', ru: '…' }
  const words = { parameter: 'phone', expected, requestId: '…', seconds: 15, limit: { perSecond: 30 } }
  return statuses.map(({ code, status, when }) => ({
    code,
    status,
    text: when === '' ? new Failure(code, words).body(language).error : `${texts.when} ${say(when)}.`,
  }))
}
