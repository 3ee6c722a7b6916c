import { type FieldFault, faultInFields, schemaOfFields } from '../../fields/schema.ts'
import { trunkFields } from '../../fields/trunk-fields.ts'
import { isAddressOrRange } from '../../platform/address-list.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { defaultTrunkSettings, type TrunkSettings } from '../../storage/queries/trunks.ts'
import { parseRule } from './destination-rule.ts'
import { parseNumberFormat } from './number-format.ts'
import { registeredUser } from './registered-user.ts'
import { parsePrice } from './trunk-price.ts'

export const trunkSettingsSchema = schemaOfFields(trunkFields)
const isFormat = (text: string) => parseNumberFormat(text) !== undefined
const checks = {
  calledFormat: isFormat,
  callerFormat: isFormat,
  incomingFormat: isFormat,
  prices: (text: string) => parsePrice(text) !== undefined,
  routing: (text: string) => parseRule(text) !== undefined,
  trustedSources: isAddressOrRange,
}

export const trunkName = { pattern: /^[a-z0-9][a-z0-9-]{0,31}$/, expected: '1 to 32 of a-z, 0-9 and -' }

/** The wrong field and what is expected of it; undefined when the settings are valid. */
export function faultInTrunk(settings: TrunkSettings): FieldFault | undefined {
  return faultInFields(trunkFields, trunkSettingsSchema, settings, checks) ?? contradictionIn(settings)
}

/** As `faultInTrunk`, of some settings by themselves. */
export const faultInGiven = (given: object): FieldFault | undefined =>
  faultInFields(trunkFields, trunkSettingsSchema, { ...defaultTrunkSettings, host: 'any', ...given }, checks)

function contradictionIn(settings: TrunkSettings): FieldFault | undefined {
  const { transport, callerPlaces } = settings
  // RFC 4568 8: the keys are in the SDP, readable for everyone who can read the signalling.
  if (settings.srtp !== 'no' && transport !== 'tls')
    return { field: 'srtp', expected: 'no, because transport is not tls' }
  if (settings.caFile !== null && transport !== 'tls')
    return { field: 'caFile', expected: `none, because transport is ${transport}` }
  if (settings.register && registeredUser(settings) === null)
    return { field: 'authUser', expected: 'a user name, because register is on' }
  if (settings.callsPerSecond > 1 && !Number.isInteger(settings.callsPerSecond))
    return { field: 'callsPerSecond', expected: 'a whole number, or one below 1 such as 0.2' }
  // RFC 3325 9.1: outside the carrier's trust domain the header is removed at best, and the call is refused at worst.
  if (callerPlaces.includes('pai') && !settings.trustDomain)
    return { field: 'callerPlaces', expected: 'ppi instead of pai, because trust-domain is no' }
  if (settings.anonymousFrom && callerPlaces.includes('from'))
    return { field: 'anonymousFrom', expected: 'no, because caller-places has from' }
  return undefined
}

/** The password of one trunk cannot be decrypted as that of another. */
export const trunkPasswordPurpose = (trunk: string) => `trunk password ${trunk}`

export function sealPassword(sealer: Sealer, trunk: string, password: string): string {
  return sealer.seal(password, trunkPasswordPurpose(trunk)).toString('base64url')
}

/** Throws when it was encrypted with another key. */
export function openPassword(sealer: Sealer, trunk: string, sealed: string): string {
  return sealer.open(Buffer.from(sealed, 'base64url'), trunkPasswordPurpose(trunk))
}
