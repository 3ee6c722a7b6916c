import { Type } from 'typebox'
import { maxPerAddress } from '../books/address-limits.ts'
import { modes } from '../books/call.ts'
import { type FieldFault, faultInFields, schemaOfFields } from '../fields/schema.ts'
import { maxSteps, maxWorkflowRules, serviceFields } from '../fields/service-fields.ts'
import { isAddressOrRange } from '../platform/address-list.ts'
import { defaultServiceSettings, type ServiceSettings } from '../storage/queries/services.ts'

/** How long a delivered step of a verification waits for the code. */
export const stepSeconds = { min: 5, max: 120, default: 20 } as const

/** A word of the owner for what a gateway sends by. */
export const channelPattern = '^[a-z][a-z0-9-]{0,19}$'

const seconds = Type.Integer({ minimum: stepSeconds.min, maximum: stepSeconds.max })
const perAddress = Type.Integer({ minimum: 1, maximum: maxPerAddress })

export const serviceSettingsSchema = schemaOfFields(serviceFields, {
  workflow: Type.Array(
    Type.Object(
      {
        match: Type.Object(
          {
            country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
            operator: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
            prefix: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
            reach: Type.Optional(Type.Literal('poor')),
          },
          { additionalProperties: false },
        ),
        steps: Type.Array(
          Type.Union([
            Type.Object(
              { mode: Type.Enum(modes.filter((mode) => mode !== 'http')), seconds },
              { additionalProperties: false },
            ),
            Type.Object(
              { mode: Type.Literal('voice'), confirm: Type.Literal('key'), seconds },
              { additionalProperties: false },
            ),
            Type.Object(
              { mode: Type.Literal('http'), channel: Type.String({ pattern: channelPattern }), seconds },
              { additionalProperties: false },
            ),
          ]),
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
})

/** The settings of a new service. */
export function newServiceSettings(allowedCountries: readonly string[]): ServiceSettings {
  return { ...defaultServiceSettings, allowedCountries }
}

/** The first wrong setting and what is expected of it; undefined when all are right. */
export function wrongSetting(changed: Partial<ServiceSettings>): FieldFault | undefined {
  // Every setting is checked by itself, so the defaults can replace those that do not change.
  const settings = { ...defaultServiceSettings, ...changed }
  return faultInFields(serviceFields, serviceSettingsSchema, settings, {
    allowedAddresses: isAddressOrRange,
    allowedCountries: isCountry,
  })
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes with a name that are no country: unknown, unions, far islands of many countries, pseudo-locales. */
const noCountries = ['ZZ', 'EU', 'EZ', 'UN', 'QO', 'XA', 'XB']

/** Whether the text is the ISO code of an existing country: no number is of one that has another code by now, as UK. */
export function isCountry(text: string): boolean {
  const isToday = new Intl.Locale(`und-${text}`).region === text
  return isToday && regionNames.of(text) !== undefined && !noCountries.includes(text)
}
