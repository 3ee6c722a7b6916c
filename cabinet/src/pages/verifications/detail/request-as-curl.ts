import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { requestCurl } from '../../../parts/request-curl.ts'

/** The request that created the verification. The number is masked, and the key is not stored here. */
export function requestAsCurl(detail: VerificationDetail): string {
  const { steps, phoneMask, client, metadata, ip, language, codeLength, attempts, baseUrl, serviceId } =
    detail
  const parameters = {
    phone: phoneMask,
    steps: steps.map(({ mode, seconds }) => ({ mode, seconds })),
    attempts,
    ...(codeLength === 4 ? {} : { code_length: codeLength }),
    ...(language === null ? {} : { language }),
    ...(client === '' ? {} : { client }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(ip === '' ? {} : { ip }),
  }
  return requestCurl({ verb: 'POST', path: '/v2/verifications', serviceId, parameters }, baseUrl)
}
