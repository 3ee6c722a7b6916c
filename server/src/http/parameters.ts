import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { maxUrlLength, writtenFault } from './callback-hints.ts'
import { Failure, type Hint, type Language, wrongParameter } from './errors.ts'

/** Raw input of a client: from the query, a form or JSON. */
export type RawParams = Readonly<Record<string, unknown>>

/**
 * A parameter: its schema, the expectation in words, and how an accepted value is read. A value arrives as a string
 * (query, form) or typed (JSON).
 */
export interface Parameter<T> {
  readonly name: string
  /**
   * For the documents: the types that the contract gives it. The service also accepts other spellings (a number as text,
   * `voice` as 1), because forms and queries have no types; programs need not know them.
   */
  readonly schema: TSchema
  readonly expected: Readonly<Record<Language, string>>
  readonly required: boolean
  read(params: RawParams): T | Failure
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
   * a sentence about what is wrong with a refused text. `documented`: the schema for the documents, where it is
   * stricter. A validator leaves a format to the code behind it when that has its own error (code 3 for a phone) or a
   * rule that no pattern can express.
   */
  { keepsSpaces = false, faultOf = (_: string): Hint | undefined => undefined, documented = schema } = {},
): Parameter<T | F> {
  const validator = Compile(schema)
  return {
    name,
    schema: { ...documented, description: `${meaning} Expected: ${expected.en}.` } as TSchema,
    expected,
    required: absent.required,
    read(params) {
      const value = Object.hasOwn(params, name) ? params[name] : undefined
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

const maxPhone = 999_999_999_999_999
const phoneText = Type.String({ minLength: 1, maxLength: maxPhoneText })
const phoneSchema = Type.Union([Type.Integer({ minimum: 1, maximum: maxPhone }), phoneText])

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
  {
    // A leading space was a raw plus in a query (phone-argument.ts).
    keepsSpaces: true,
    documented: Type.Union([
      Type.Integer({ format: 'int64', minimum: 1_000_000, maximum: maxPhone }),
      Type.String({ minLength: 7, maxLength: 16, pattern: '^\\+?[1-9][0-9]{6,14}$' }),
    ]),
  },
)

export const freePhone = parameter(
  'phone',
  'The number to look up.',
  phoneSchema,
  { en: 'a phone number as people write it', ru: 'номер телефона в свободной записи' },
  required,
  String,
  { documented: phoneText },
)

export const code = parameter(
  'code',
  'The code that the calling number ends with; drawn by the service when left out.',
  Type.Union([Type.Integer({ minimum: 1, maximum: 9999 }), Type.String({ pattern: '^[0-9]{1,4}$' })]),
  { en: 'four digits from 0001 to 9999', ru: 'четыре цифры от 0001 до 9999' },
  { required: false, fallback: undefined },
  (value) => (Number(value) === 0 ? undefined : String(value).padStart(4, '0')),
  {
    documented: Type.Union([
      Type.Integer({ format: 'int32', minimum: 1, maximum: 9999 }),
      Type.String({ pattern: '^(0{0,3}[1-9]|0{0,2}[1-9][0-9]|0?[1-9][0-9]{2}|[1-9][0-9]{3})$' }),
    ]),
  },
)

/** Larger JSON numbers lose digits when they are parsed, and two different ones become the same key. */
const exactInteger = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

/** Half a surrogate pair cannot be stored as UTF-8: the stored text must equal the text that is compared later. */
const words = (value: unknown) => String(value).toWellFormed()

const clientText = Type.String({ maxLength: textLimit })
export const client = parameter(
  'client',
  'Your words about the user, to find the verification by.',
  Type.Union([clientText, exactInteger]),
  { en: `up to ${textLimit} characters`, ru: `не более ${textLimit} символов` },
  { required: false, fallback: '' },
  words,
  { keepsSpaces: true, documented: clientText },
)

const uniqueText = Type.String({ minLength: 1, maxLength: textLimit })
export const unique = parameter(
  'unique',
  'Idempotency key: a repeated call with it returns the first result and charges nothing.',
  Type.Union([uniqueText, exactInteger]),
  {
    en: `1 to ${textLimit} characters, best a UUID v4`,
    ru: `от 1 до ${textLimit} символов, лучше всего UUID v4`,
  },
  { required: false, fallback: null },
  words,
  { keepsSpaces: true, documented: uniqueText },
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
    { documented: Type.Boolean() },
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
  { documented: Type.Integer({ format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) },
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
  {
    faultOf: writtenFault,
    documented: Type.String({
      minLength: 1,
      maxLength: maxUrlLength,
      format: 'uri',
      pattern: '^[hH][tT][tT][pP][sS]?://[^/?#@\\s]+([/?#]\\S*)?$',
    }),
  },
)

/** Reads all parameters of a method; the first wrong one is the answer. */
export function readParameters<P extends Readonly<Record<string, Parameter<unknown>>>>(
  parameters: P,
  params: RawParams,
): { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never } | Failure {
  const values: Record<string, unknown> = {}
  for (const key in parameters) {
    const value = parameters[key]!.read(params)
    if (value instanceof Failure) return value
    values[key] = value
  }
  return values as { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never }
}
