// Every country but Russia, by libphonenumber's rules: a number is valid when libphonenumber knows its kind.
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type CallingCodePlan, type CountryPlan, callingCodePlan } from './country-plan.ts'
import type { NumberClass, Phone, VerificationDetails } from './phone.ts'

/** E.164 allows 15 digits; the shortest national numbers with their calling code have 7 (ITU-T E.164). */
const minE164Length = 7
const maxE164Length = 15

/** Kinds of libphonenumber that cost more than an ordinary call. Pagers and access numbers are not worth verifying. */
const premiumKinds: ReadonlyMap<NumberType, NumberClass> = new Map<NumberType, NumberClass>([
  ['PREMIUM_RATE', 'premium'],
  ['SHARED_COST', 'shared-cost'],
  ['PERSONAL_NUMBER', 'special'],
  ['PAGER', 'special'],
  ['UAN', 'special'],
  ['VOICEMAIL', 'special'],
])

/** Keeps the plan it was read with, so that describing it needs no second look-up. */
class ForeignPhone implements Phone {
  readonly e164: string
  readonly countryIso: string
  readonly callingCode: number
  readonly national: string
  readonly #plan: CountryPlan
  readonly #kind: NumberType

  constructor(callingCode: string, national: string, plan: CountryPlan, kind: NumberType) {
    this.e164 = callingCode + national
    this.countryIso = plan.countryIso
    this.callingCode = Number(callingCode)
    this.national = national
    this.#plan = plan
    this.#kind = kind
  }

  static classOf(phone: ForeignPhone): NumberClass {
    for (const kind of phone.#plan.others) {
      const premium = premiumKinds.get(kind.kind)
      if (premium !== undefined && fits(phone.national, kind)) return premium
    }
    // Inmarsat, Iridium, Globalstar, Thuraya and networks with similar prices.
    return phone.countryIso === '' ? 'satellite' : 'ordinary'
  }

  static details(phone: ForeignPhone): ForeignDetails {
    // If a plan does not distinguish mobile from fixed (the United States) the kind is unknown: not mobile.
    return { mobile: phone.#kind === 'MOBILE', nationalFormat: nationalFormat(phone.national, phone.#plan) }
  }
}

type ForeignDetails = Pick<VerificationDetails, 'mobile' | 'nationalFormat'>

/** Undefined when the digits are not a valid number. Numbers of no country (+870, +881, +979 …) have an empty code. */
export function readForeign(digits: string): Phone | undefined {
  if (digits.length < minE164Length || digits.length > maxE164Length) return undefined
  const found = callingCodePlan(digits)
  if (found === undefined) return undefined
  const callingCode = digits.slice(0, found.length)
  const national = withoutNationalPrefix(digits, digits.slice(found.length), found.plan)
  const plan = countryOf(national, found.plan)
  const kind = plan && kindOf(national, plan)
  return kind && new ForeignPhone(callingCode, national, plan, kind)
}

export function foreignClass(phone: Phone): NumberClass {
  const known = phone instanceof ForeignPhone ? phone : readForeign(phone.e164)
  return known instanceof ForeignPhone ? ForeignPhone.classOf(known) : 'ordinary'
}

export function describeForeign(phone: Phone): ForeignDetails {
  const known = phone instanceof ForeignPhone ? phone : readForeign(phone.e164)
  return known instanceof ForeignPhone
    ? ForeignPhone.details(known)
    : { mobile: false, nationalFormat: phone.national }
}

/** `+44 (0)20 …` is rare and full of exceptions (Argentina, Mexico), so libphonenumber-js itself decides. */
function withoutNationalPrefix(digits: string, national: string, { nationalPrefix }: CallingCodePlan) {
  if (nationalPrefix === undefined || !nationalPrefix.exec(national)?.[0]) return national
  return parsePhoneNumberFromString('+' + digits)?.nationalNumber ?? national
}

/** If several countries share a calling code, the one whose leading digits, or whose numbers, match. */
function countryOf(national: string, { countries }: CallingCodePlan): CountryPlan | undefined {
  if (countries.length === 1) return countries[0]
  return countries.find((plan) =>
    plan.leadingDigits === undefined
      ? kindOf(national, plan) !== undefined
      : plan.leadingDigits.test(national),
  )
}

function kindOf(national: string, { national: valid, fixed, mobile, others }: CountryPlan): NumberType {
  if (!valid.test(national)) return undefined
  if (fits(national, fixed))
    return mobile === undefined || fits(national, mobile) ? 'FIXED_LINE_OR_MOBILE' : 'FIXED_LINE'
  if (fits(national, mobile)) return 'MOBILE'
  return others.find((kind) => fits(national, kind))?.kind
}

function fits(national: string, kind: CountryPlan['fixed']): boolean {
  if (kind === undefined || kind.lengths?.includes(national.length) === false) return false
  return kind.pattern.test(national)
}

function nationalFormat(national: string, { formats }: CountryPlan): string {
  for (const { leading, pattern, layout } of formats)
    if (leading?.test(national) !== false && pattern.test(national)) return national.replace(pattern, layout)
  return national
}
