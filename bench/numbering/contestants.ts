import { createRequire } from 'node:module'
import { parsePhoneNumber } from 'awesome-phonenumber'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Numbering } from '../../server/src/numbering/phone.ts'

const require = createRequire(import.meta.url)

interface GoogleUtil {
  parse(text: string, region: string): unknown
  isValidNumber(number: unknown): boolean
}

export interface Contestant {
  readonly name: string
  readonly work: string
  /** True when the text is a valid number. */
  judge(text: string): boolean
}

export function contestants(numbering: Numbering): Contestant[] {
  const { PhoneNumberUtil } = require('google-libphonenumber') as {
    PhoneNumberUtil: { getInstance(): GoogleUtil }
  }
  const google = PhoneNumberUtil.getInstance()
  return [
    {
      name: 'ringkey',
      work: 'parse, validate, operator, region, format',
      judge(text) {
        const phone = numbering.readFreeText(text)
        return phone !== undefined && numbering.describe(phone).nationalFormat !== ''
      },
    },
    {
      name: 'ringkey',
      work: 'parse, validate',
      judge: (text) => numbering.readFreeText(text) !== undefined,
    },
    {
      name: 'libphonenumber-js/max',
      work: 'parse, validate',
      judge: (text) => parsePhoneNumberFromString(text, 'RU')?.isValid() ?? false,
    },
    {
      name: 'libphonenumber-js/max',
      work: 'parse, validate, type, format',
      judge(text) {
        const phone = parsePhoneNumberFromString(text, 'RU')
        return phone?.isValid() === true && phone.getType() !== undefined && phone.formatNational() !== ''
      },
    },
    {
      name: 'google-libphonenumber',
      work: 'parse, validate',
      judge(text) {
        try {
          return google.isValidNumber(google.parse(text, 'RU'))
        } catch {
          return false
        }
      },
    },
    {
      name: 'awesome-phonenumber',
      work: 'parse, validate, type, format',
      judge: (text) => parsePhoneNumber(text, { regionCode: 'RU' }).valid,
    },
  ]
}
