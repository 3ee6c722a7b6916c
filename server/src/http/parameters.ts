import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { maxUrlLength, writtenFault } from './callback-hints.ts'
import { Failure, type Hint, type Language, wrongParameter } from './errors.ts'

/** Raw input of a client: from the query, a form or JSON. */
export type Bag = Readonly<Record<string, unknown>>

/**
 * A parameter: one schema that both validates and documents, the expectation in words, and how an accepted value is
 * read. A value arrives as a string (query, form) or typed (JSON).
 */
export interface Parameter<T> {
  readonly name: string
  readonly schema: TSchema
  readonly expected: Readonly<Record<Language, string>>
  readonly required: boolean
  read(bag: Bag): T | Failure
}

function parameter<T, F = never>(
  name: string,
  meaning: string,
  schema: TSchema,
  expected: Readonly<Record<Language, string>>,
  absent: { readonly required: true } | { readonly required: false; readonly fallback: F },
  convert: (value: unknown) => T | undefined,
  /**
   * `keepsSpaces`: the integrator's own texts are kept unchanged; elsewhere surrounding spaces are ignored. `faultOf`:
   * a sentence about what is wrong with a refused text.
   */
  { keepsSpaces = false, faultOf = (_: string): Hint | undefined => undefined } = {},
): Parameter<T | F> {
  const validator = Compile(schema)
  const documented = { ...schema, description: `${meaning} Expected: ${expected.en}.` }
  return {
    name,
    schema: documented as TSchema,
    expected,
    required: absent.required,
    read(bag) {
      const value = Object.hasOwn(bag, name) ? bag[name] : undefined
      const trimmed = typeof value === 'string' && !keepsSpaces ? value.trim() : value
      // JSON null and an empty text count as absent: existing clients always send `code=`.
      if (trimmed === undefined || trimmed === null || trimmed === '')
        return absent.required ? wrongParameter(name, expected) : absent.fallback
      if (absent.required && typeof trimmed === 'string' && isBlank.test(trimmed))
        return wrongParameter(name, expected)
      const converted = validator.Check(trimmed) ? convert(trimmed) : undefined
      if (converted !== undefined) return converted
      const fault = typeof trimmed === 'string' ? faultOf(trimmed) : undefined
      const failure = wrongParameter(name, expected)
      return fault === undefined ? failure : failure.withHint(fault)
    },
  }
}

const isBlank = /^\s+$/
const required = { required: true } as const
const textLimit = 64
const maxPhoneText = 100

const phoneSchema = Type.Union([
  Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }),
  Type.String({ minLength: 1, maxLength: maxPhoneText }),
])

export const phone = parameter(
  'phone',
  'The number of the person.',
  phoneSchema,
  {
    en: 'a phone number in digits with the country code, such as 79001234567',
    ru: 'номер телефона цифрами с кодом страны, например 79001234567',
  },
  required,
  String,
  // A leading space was a raw plus in a query (phone-argument.ts).
  { keepsSpaces: true },
)

export const freePhone = parameter(
  'phone',
  'The number to look up.',
  phoneSchema,
  { en: 'a phone number as people write it', ru: 'номер телефона в свободной записи' },
  required,
  String,
)

export const code = parameter(
  'code',
  'The code that the calling number ends with; drawn by the service when left out.',
  Type.Union([Type.Integer({ minimum: 1, maximum: 9999 }), Type.String({ pattern: '^[0-9]{1,4}$' })]),
  { en: 'four digits from 0001 to 9999', ru: 'четыре цифры от 0001 до 9999' },
  { required: false, fallback: undefined },
  (value) => (Number(value) === 0 ? undefined : String(value).padStart(4, '0')),
)

/** Larger JSON numbers lose digits when they are parsed, and two different ones become the same key. */
const exactInteger = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

/** Half a surrogate pair cannot be stored as UTF-8: the stored text must equal the text that is compared later. */
const words = (value: unknown) => String(value).toWellFormed()

export const client = parameter(
  'client',
  'Your words about the user, to find the verification by.',
  Type.Union([Type.String({ maxLength: textLimit }), exactInteger]),
  { en: `up to ${textLimit} characters`, ru: `не более ${textLimit} символов` },
  { required: false, fallback: '' },
  words,
  { keepsSpaces: true },
)

export const unique = parameter(
  'unique',
  'Idempotency key: a repeated call with it returns the first result and charges nothing.',
  Type.Union([Type.String({ minLength: 1, maxLength: textLimit }), exactInteger]),
  {
    en: `1 to ${textLimit} characters, best a UUID v4`,
    ru: `от 1 до ${textLimit} символов, лучше всего UUID v4`,
  },
  { required: false, fallback: null },
  words,
  { keepsSpaces: true },
)

const flag = (name: string, meaning: string) =>
  parameter(
    name,
    meaning,
    Type.Union([
      Type.Boolean(),
      Type.String({ pattern: '^([tT][rR][uU][eE]|[fF][aA][lL][sS][eE]|0|1)$' }),
      Type.Literal(0),
      Type.Literal(1),
    ]),
    { en: 'true or false', ru: 'true или false' },
    { required: false, fallback: false },
    (value) => ['true', '1'].includes(String(value).toLowerCase()),
  )
export const voice = flag('voice', 'A robot speaks the code (Russia and Kazakhstan).')
export const mix = flag('mix', 'The code is in the calling number and spoken (Russia).')

export const uid = parameter(
  'uid',
  'Which verification.',
  Type.Union([
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    Type.String({ pattern: '^0*[1-9][0-9]{0,15}$' }),
  ]),
  { en: 'the vendor_id that initCall returned', ru: 'vendor_id из ответа initCall' },
  required,
  (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : undefined),
)

export const callbackUrl = parameter(
  'callback_url',
  'Where the webhook goes when the call arrives.',
  Type.String({ minLength: 1, maxLength: maxUrlLength }),
  {
    en: `an http or https address of at most ${maxUrlLength} characters, without user and password, that is publicly reachable`,
    ru: `адрес http или https не длиннее ${maxUrlLength} символов, без имени и пароля, доступный извне`,
  },
  required,
  (value) => (writtenFault(String(value)) === undefined ? String(value) : undefined),
  { faultOf: writtenFault },
)

/** Reads all parameters of a method; the first wrong one is the answer. */
export function readParameters<P extends Readonly<Record<string, Parameter<unknown>>>>(
  parameters: P,
  bag: Bag,
): { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never } | Failure {
  const values: Record<string, unknown> = {}
  for (const key in parameters) {
    const value = parameters[key]!.read(bag)
    if (value instanceof Failure) return value
    values[key] = value
  }
  return values as { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never }
}
