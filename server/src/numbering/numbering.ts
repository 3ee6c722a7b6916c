import { isValidPhoneNumber } from 'libphonenumber-js/max'
import { describeInternational } from './abroad.ts'
import { formatRussian } from './calling-code-seven.ts'
import { countryName } from './country-name.ts'
import type { Numbering, Phone, PhoneDetails } from './phone.ts'
import { readE164, readFreeText } from './read-phone.ts'

export function createNumbering(): Numbering {
  const isRussian = (national: string) => isValidPhoneNumber('+7' + national)
  return {
    readFreeText: (text) => readFreeText(text, isRussian),
    readE164: (text) => readE164(text, isRussian),
    describe: (phone) => (phone.countryIso === 'RU' ? describeRussian(phone) : describeAbroad(phone)),
    countryName,
  }
}

const nothingKnown = {
  mnc: 0,
  provider: '',
  company: '',
  registryOperator: '',
  portedTo: '',
  region: '',
  city: '',
}

function describeRussian(phone: Phone): PhoneDetails {
  return {
    ...nothingKnown,
    mobile: phone.national.startsWith('9'),
    nationalFormat: formatRussian(phone.national),
  }
}

function describeAbroad(phone: Phone): PhoneDetails {
  return { ...nothingKnown, ...describeInternational(phone) }
}
