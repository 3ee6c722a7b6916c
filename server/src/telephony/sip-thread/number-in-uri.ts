import type { Uri } from '@ringkey/sip'
import type { TrunkSettings } from '../../storage/queries/trunks.ts'
import { isCountryGuessed, parseNumberFormat, readNumber } from '../trunks/number-format.ts'

type Written = Pick<TrunkSettings, 'incomingFormat'>

/** The number in a URI, as E.164 digits. */
export function numberIn(uri: Uri | undefined, { incomingFormat }: Written): string | undefined {
  return readNumber(parseNumberFormat(incomingFormat)!, writtenIn(uri))
}

/** See `isCountryGuessed`. */
export function lacksCountry(uri: Uri, { incomingFormat }: Written): boolean {
  return isCountryGuessed(parseNumberFormat(incomingFormat)!, writtenIn(uri))
}

/** The number as it is written; "" when there is none. */
function writtenIn(uri: Uri | undefined): string {
  if (uri === undefined || uri.scheme === 'other') return ''
  // RFC 3966 in a user part: parameters follow the number after a semicolon.
  const written = uri.scheme === 'tel' ? `${uri.number}${uri.parameters}` : (uri.user ?? '')
  const number = written.split(';')[0]!
  // RFC 3966 5.1.5: a local number belongs to the country of its context, not to ours.
  const context = number.startsWith('+') ? undefined : /;phone-context=(\+\d+)/i.exec(written)?.[1]
  return `${context ?? ''}${number}`
}
