import type { Uri } from '@ringkey/sip'
import type { TrunkSettings } from '../../storage/trunk-records.ts'
import { parseNumberFormat, readNumber } from '../trunks/number-format.ts'

/** The number that a URI names, in E.164 digits. */
export function numberIn(
  uri: Uri | undefined,
  { incomingFormat }: Pick<TrunkSettings, 'incomingFormat'>,
): string | undefined {
  if (uri === undefined || uri.scheme === 'other') return undefined
  const written = uri.scheme === 'tel' ? uri.number : uri.user
  // RFC 3966 in a user part: parameters follow the number after a semicolon.
  return readNumber(parseNumberFormat(incomingFormat)!, written?.split(';')[0] ?? '')
}
