import { isIP } from 'node:net'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { defaultAddressLimits, maxPerAddress } from '../books/address-limits.ts'
import { modes } from '../books/call.ts'
import { demandedLevels } from '../storage/caller-identity.ts'
import type { ServiceSettings } from '../storage/records.ts'

export const inboundLifetime = { defaultSeconds: 60, minSeconds: 30, maxSeconds: 300 } as const

/** How long a delivered step of a verification waits for the code, and the most steps of one. */
export const stepSeconds = { min: 5, max: 120, default: 20 } as const
export const maxSteps = 4
const maxWorkflowRules = 100

const perAddress = Type.Integer({ minimum: 1, maximum: maxPerAddress })

const schema = Type.Object(
  {
    errorStatus: Type.Union([Type.Enum(['mirror', '200']), Type.Null()]),
    httpsOnly: Type.Boolean(),
    allowedAddresses: Type.Array(Type.String(), { maxItems: 1000 }),
    allowedCountries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: 250 }),
    inboundLifetimeSeconds: Type.Integer({
      minimum: inboundLifetime.minSeconds,
      maximum: inboundLifetime.maxSeconds,
    }),
    legacyRepeats: Type.Boolean(),
    voiceLanguage: Type.Union([Type.Enum(['ru', 'en', 'kk']), Type.Null()]),
    callerLevel: Type.Enum([...demandedLevels]),
    webhookCaller: Type.Boolean(),
    profile: Type.Union([Type.Enum(['standard', 'ucaller']), Type.Null()]),
    bareTestFailure: Type.Boolean(),
    workflow: Type.Array(
      Type.Object(
        {
          match: Type.Object(
            {
              country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
              operator: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
              prefix: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
            },
            { additionalProperties: false },
          ),
          steps: Type.Array(
            Type.Object(
              {
                mode: Type.Enum([...modes]),
                seconds: Type.Integer({ minimum: stepSeconds.min, maximum: stepSeconds.max }),
              },
              { additionalProperties: false },
            ),
            { minItems: 1, maxItems: maxSteps },
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: maxWorkflowRules },
    ),
    addressLimits: Type.Union([
      Type.Object(
        { verifications: perAddress, phones: perAddress, countries: perAddress },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
  },
  { additionalProperties: false },
)

export const defaultSettings: ServiceSettings = {
  errorStatus: null,
  httpsOnly: false,
  allowedAddresses: [],
  allowedCountries: [],
  inboundLifetimeSeconds: inboundLifetime.defaultSeconds,
  legacyRepeats: false,
  voiceLanguage: null,
  callerLevel: 'low',
  webhookCaller: false,
  profile: null,
  bareTestFailure: false,
  workflow: [],
  addressLimits: defaultAddressLimits,
}

/** The settings of a new service. `any` among the countries means all of them. */
export function newServiceSettings(defaultCountries: readonly string[]): ServiceSettings {
  return { ...defaultSettings, allowedCountries: defaultCountries.includes('any') ? [] : defaultCountries }
}

const expectations: Readonly<Record<keyof ServiceSettings, string>> = {
  errorStatus: 'mirror, 200 or default',
  httpsOnly: 'yes or no',
  allowedAddresses: 'addresses or ranges such as 203.0.113.7 or 203.0.113.0/24, at most 1000',
  allowedCountries: 'ISO country codes such as RU or KZ',
  inboundLifetimeSeconds: `seconds from ${inboundLifetime.minSeconds} to ${inboundLifetime.maxSeconds}`,
  legacyRepeats: 'yes or no',
  voiceLanguage: 'ru, en, kk or default',
  callerLevel: demandedLevels.join(', '),
  webhookCaller: 'yes or no',
  profile: 'standard, ucaller or default',
  bareTestFailure: 'yes or no',
  addressLimits: `verifications, phones and countries an hour, each from 1 to ${maxPerAddress}, or off`,
  workflow: `up to ${maxWorkflowRules} rules with match (country, operator, prefix) and one to ${maxSteps} steps (mode, seconds)`,
}

export interface SettingFault {
  readonly field: keyof ServiceSettings
  readonly expected: string
  /** The entry of a list that is wrong. */
  readonly entry?: string
}

/** The first wrong setting and what is expected of it; undefined when all are right. */
export function wrongSetting(settings: ServiceSettings): SettingFault | undefined {
  for (const [field, expected] of Object.entries(expectations) as [keyof ServiceSettings, string][]) {
    if (!Value.Check(schema.properties[field], settings[field])) return { field, expected }
  }
  const address = settings.allowedAddresses.find((text) => !isAddressOrRange(text))
  if (address !== undefined) {
    return { field: 'allowedAddresses', expected: expectations.allowedAddresses, entry: address }
  }
  const country = settings.allowedCountries.find((text) => !isCountry(text))
  if (country === undefined) return undefined
  return { field: 'allowedCountries', expected: expectations.allowedCountries, entry: country }
}

/** The same in words. */
export function faultIn(settings: ServiceSettings): string | undefined {
  const fault = wrongSetting(settings)
  if (fault === undefined) return undefined
  const { field, expected, entry } = fault
  return `${field}: ${entry === undefined ? '' : `"${entry}": `}expected ${expected}`
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Whether the text is the ISO code of an existing country. */
export function isCountry(text: string): boolean {
  return /^[A-Z]{2}$/.test(text) && regionNames.of(text) !== undefined
}

/** `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export function isAddressOrRange(text: string): boolean {
  const [address, bits, ...rest] = text.split('/')
  const family = isIP(address ?? '')
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
