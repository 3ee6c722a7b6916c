/** A phone number that was read and is valid as far as our data shows. */
export interface Phone {
  /** E.164 digits without the plus, for example `79001234567`. */
  readonly e164: string
  /** ISO 3166-1 alpha-2, for example `RU`; "" for a number of no country (satellites, international services). */
  readonly countryIso: string
  /** Country calling code, for example 7. */
  readonly callingCode: number
  /** The digits after the country calling code. */
  readonly national: string
}

/** Anything but `ordinary` is called only if the operator has set a price for its prefix. */
export type NumberClass = 'ordinary' | 'premium' | 'shared-cost' | 'satellite' | 'special'

/** What is known about a phone. Unknown strings are "", unknown numbers 0. */
export interface VerificationDetails {
  readonly mobile: boolean
  /** Mobile network code of the current network. */
  readonly mnc: number
  /** The current network, by its brand if it is known: after porting, the recipient. */
  readonly provider: string
  /** The organisation behind `provider` (Russia only). */
  readonly company: string
  /** The network that holds the range in the numbering registry. */
  readonly registryOperator: string
  /** The network the number was ported to; "" when it was not ported. */
  readonly portedTo: string
  /** Region of the range (Russia only). */
  readonly region: string
  /** City (Russia only). */
  readonly city: string
  /** The number as people write it in its country, for example `8 (900) 123-45-67`. */
  readonly nationalFormat: string
}

/** The network and region of a phone: the details that a call needs, without names and formatting. */
export type VerificationNetwork = Pick<VerificationDetails, 'registryOperator' | 'portedTo' | 'region'>

/** Reads and explains phone numbers. Pure and synchronous: every answer comes from memory. */
export interface Numbering {
  /** Free text as people write numbers (checkPhone); undefined when it is not a valid number. */
  readFreeText(text: string): Phone | undefined
  /** Digit-only E.164 (initCall), one leading plus and surrounding spaces allowed. */
  readE164(text: string): Phone | undefined
  describe(phone: Phone): VerificationDetails
  /** The same answers as `describe`, for use in every call: nothing is formatted. */
  networkOf(phone: Phone): VerificationNetwork
  classOf(phone: Phone): NumberClass
  countryName(countryIso: string, language: 'en' | 'ru'): string
}

/** The source of the answer about a number. */
export type AnswerSource = 'registry' | 'seed' | 'metadata'

/** Everything that is known about a number. */
export interface KnownNumber extends VerificationDetails {
  readonly e164: string
  readonly countryIso: string
  readonly country: string
  readonly source: AnswerSource
  /** First and last number of the registry's range, or "". */
  readonly range: string
}
