import { describeForeign, foreignClass, readForeign } from './abroad.ts'
import { describeRussian, type RussianSources, russianNetwork } from './describe-russian.ts'
import { foreignCarrier, foreignRegion } from './foreign-names.ts'
import type {
  AnswerSource,
  KnownNumber,
  NumberClass,
  Numbering,
  Phone,
  VerificationDetails,
  VerificationNetwork,
} from './phone.ts'
import type { PortedSet, Recipient } from './porting/ported-set.ts'
import { type RussianPlan, readE164, readFreeText } from './read-phone.ts'
import type { RangeIndex, RegistryRange } from './registry/range-index.ts'

export interface NumberingSources {
  /** Without it Russian numbers are validated by libphonenumber and described by the seed. */
  readonly registry: RangeIndex | undefined
  readonly porting: PortedSet | undefined
  /** Cached answers of a lookup service; they have priority over the imported set. */
  readonly answered: ((phone: Phone) => Recipient | undefined) | undefined
}

export interface SwappableNumbering extends Numbering {
  /** New sources are used from the next call on; sources that are left out stay. */
  use(changed: Partial<NumberingSources>): void
  sourceOf(phone: Phone): AnswerSource
  /** The range of the registry that contains the number. */
  rangeOf(phone: Phone): RegistryRange | undefined
}

export function createNumbering(initial: Partial<NumberingSources> = {}): SwappableNumbering {
  let sources: NumberingSources = { registry: undefined, porting: undefined, answered: undefined, ...initial }

  const plan: RussianPlan = {
    // A number that the seed does not know is unknown, not invalid: only an imported registry refuses numbers.
    holds: (national) =>
      sources.registry?.covers(national)
        ? sources.registry.find(national) !== -1
        : readForeign('7' + national)?.countryIso === 'RU',
    // Ten digits that begin with 9 are a Russian mobile number, or a mistyped one, whatever the code.
    hasCode: (national) => national.startsWith('9') || (sources.registry?.hasCode(national) ?? false),
  }

  const russianSources: RussianSources = {
    get registry() {
      return sources.registry
    },
    portedTo: (phone) => sources.answered?.(phone) ?? sources.porting?.find(phone.national),
  }

  return {
    readFreeText: (text) => readFreeText(text, plan),
    readE164: (text) => readE164(text, plan),
    describe: (phone) =>
      phone.countryIso === 'RU' ? describeRussian(phone, russianSources) : describeAbroad(phone),
    networkOf: (phone) =>
      phone.countryIso === 'RU' ? russianNetwork(phone, russianSources) : networkAbroad(phone),
    classOf,
    countryName,
    use(changed) {
      sources = { ...sources, ...changed }
    },
    sourceOf(phone) {
      if (phone.countryIso !== 'RU') return 'metadata'
      return sources.registry?.covers(phone.national) ? 'registry' : 'seed'
    },
    rangeOf(phone) {
      const position = phone.countryIso === 'RU' ? (sources.registry?.find(phone.national) ?? -1) : -1
      return position === -1 ? undefined : sources.registry?.rangeAt(position)
    },
  }
}

const unknownNetwork: VerificationNetwork = { registryOperator: '', portedTo: '', region: '' }

/** The holder of the range and its region, as far as libphonenumber names them. Kazakhstan's calls go without, as ever. */
function networkAbroad({ callingCode, national }: Phone): VerificationNetwork {
  if (callingCode === codeOfRussia) return unknownNetwork
  const [registryOperator, region] = [foreignCarrier, foreignRegion].map((name) =>
    name(callingCode, national),
  )
  return { ...unknownNetwork, registryOperator: registryOperator!, region: region! }
}

const codeOfRussia = 7

function describeAbroad(phone: Phone): VerificationDetails {
  const provider = foreignCarrier(phone.callingCode, phone.national)
  return { ...describeForeign(phone), ...networkAbroad(phone), mnc: 0, provider, company: '', city: '' }
}

const countryNames = {
  en: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
  ru: new Intl.DisplayNames('ru', { type: 'region', fallback: 'none' }),
}

/** "" when the code names no country. */
function countryName(countryIso: string, language: 'en' | 'ru'): string {
  return /^[A-Z]{2}$/.test(countryIso) ? (countryNames[language].of(countryIso) ?? '') : ''
}

// Whether a call to a number may cost more than an ordinary one. Toll fraud calls ranges whose price goes to their
// owner.

/**
 * Codes of the +7 plan outside Kazakhstan that are neither a region, a mobile network nor free of charge (Order 142 of 2006 and the
 * registry of Rossvyaz). 800 and 804 are free for the caller and stay ordinary.
 */
const russianCodes: ReadonlyMap<string, NumberClass> = new Map([
  ['801', 'shared-cost'],
  ['802', 'special'], // paid by card
  ['803', 'premium'], // votes by phone
  ['805', 'special'], // prepaid cards
  ['806', 'special'], // calling cards
  ['807', 'special'], // private networks
  ['808', 'special'], // personal numbers
  ['809', 'premium'],
  // Abkhazia has these two; Russian networks charge calls there as calls abroad.
  ['840', 'special'],
  ['940', 'special'],
  ['954', 'satellite'], // Iridium, Globalstar, Inmarsat
])
const codeLength = 3

function classOf(phone: Phone): NumberClass {
  return phone.countryIso === 'RU'
    ? (russianCodes.get(phone.national.slice(0, codeLength)) ?? 'ordinary')
    : foreignClass(phone)
}

/** Everything that is known about a number in free text; undefined when the text is not a number. */
export function lookUp(
  numbering: SwappableNumbering,
  input: string,
  language: 'en' | 'ru',
): KnownNumber | undefined {
  const phone = numbering.readFreeText(input)
  if (phone === undefined) return undefined
  const range = numbering.rangeOf(phone)
  return {
    e164: phone.e164,
    countryIso: phone.countryIso,
    country: numbering.countryName(phone.countryIso, language),
    ...numbering.describe(phone),
    source: numbering.sourceOf(phone),
    range: range === undefined ? '' : `${range.first}-${range.last}`,
  }
}
