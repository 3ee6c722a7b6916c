import type { ConsentProof } from '../operations/consent.ts'
import { csvHead, csvRow, csvTimes } from './csv.ts'

const columns = [
  'id',
  'service_id',
  'phone',
  'asked',
  'consent_time',
  'address',
  'source',
  'wording_version',
  'wording',
]

/** Proofs of consent as a file, as they are read. */
export async function* consentCsv(
  pieces: Iterable<ConsentProof[]> | AsyncIterable<ConsentProof[]>,
  timeZone: string,
) {
  yield csvHead(columns)
  const timeOf = csvTimes(timeZone)
  const rowOf = ({
    id,
    serviceId,
    phoneMask,
    askedAt,
    at,
    address,
    source,
    version,
    wording,
  }: ConsentProof) =>
    csvRow([id, serviceId, phoneMask, timeOf(askedAt), timeOf(at), address, source, version, wording])
  for await (const proofs of pieces) if (proofs.length > 0) yield proofs.map(rowOf).join('')
}
