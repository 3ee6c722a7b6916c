import { bodySchema } from '../../webhooks/body.ts'
import { headerSchema } from '../../webhooks/signature.ts'
import { Failure, type Language, statuses } from '../errors.ts'
import { englishGuide, type Figures, type Guide, unknownAddress } from '../guide.ts'
import { russianGuide } from '../guide-russian.ts'
import { type Access, loginPrograms, snippets } from '../snippets/index.ts'
import type { Documentation, MethodChapter } from './documentation.ts'
import { fieldRows, type Wording } from './field-rows.ts'
import type { Answer, Operation, Section } from './operation.ts'
import { type PageTexts, pageTexts } from './page-texts.ts'
import { inRussian } from './russian.ts'
import { secondVersion } from './v2.ts'

/** The chapter of `/v2`. */
export const loginChapter = 'v2'

const guides: Readonly<Record<Language, Guide>> = { en: englishGuide, ru: russianGuide }
export function documentationOf(
  sections: readonly Section[],
  figures: Figures,
  language: Language,
  onMissing?: (sentence: string) => void,
): Documentation {
  const texts = pageTexts[language]
  const guide = guides[language]
  const wording: Wording = {
    language,
    or: texts.or,
    array: texts.array,
    say: (text) => (language === 'ru' ? inRussian(text, onMissing) : text),
  }
  const access = {
    url: figures.publicUrl ?? unknownAddress,
    secretKey: 'SECRET_KEY',
    serviceId: 'SERVICE_ID',
  }
  return {
    language,
    texts,
    access,
    introduction: guide.introduction,
    chapters: guide.chaptersOf(figures),
    login: loginPrograms(access),
    v2: secondVersion(access, wording),
    methods: sections.flatMap(({ operations }) => methodsOf(operations, access, wording)),
    webhook: {
      about: guide.whenWebhook,
      headers: fieldRows(headerSchema, wording),
      body: fieldRows(bodySchema, wording),
      chapters: guide.chaptersOfWebhook,
    },
    errors: errorsIn(texts, wording),
  }
}

function methodsOf(
  operations: readonly Operation[],
  access: Access,
  wording: Wording,
): readonly MethodChapter[] {
  const { say } = wording
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
    const [answer] = main.answers as [Answer]
    return {
      id: main.id,
      path: main.path,
      verb: main.verb.toUpperCase(),
      isAlsoGet: ofPath.length > 1,
      isDeprecated: main.isDeprecated,
      summary: say(main.summary),
      description: say(main.description),
      parameters: fieldRows(main.body?.schema, wording),
      status: answer.status,
      answer: fieldRows(answer.schema, wording),
      isVerification: false,
      request,
      requests: snippets.map(({ name, of }) => ({
        language: name,
        program: of.method(access, method, request),
      })),
      exampleAnswer: JSON.stringify(Object.values(answer.examples)[0]!.value, null, 2),
      ownCodes: [...codesOf(ofPath).difference(everywhere)],
    }
  })
}

/** The code of an error example. */
function codeOf({ value }: { readonly value: object }): readonly number[] {
  const { status, code } = value as { status?: unknown; code?: unknown }
  return status === false && typeof code === 'number' ? [code] : []
}

function errorsIn(texts: PageTexts, { language, say }: Wording) {
  const expected = { en: '…', ru: '…' }
  const words = { parameter: 'phone', expected, requestId: '…', seconds: 15, limit: { perSecond: 30 } }
  return statuses.map(({ code, status, when }) => ({
    code,
    status,
    text: when === '' ? new Failure(code, words).body(language).error : `${texts.when} ${say(when)}.`,
  }))
}
