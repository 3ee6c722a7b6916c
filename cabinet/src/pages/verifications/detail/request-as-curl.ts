import type { VerificationDetail } from '@ringkey/server/cabinet-api'

/** Quoted for a shell, because values from clients may contain any character. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The request that created the verification. The number is masked, and the key is not stored here. */
export function requestAsCurl(detail: VerificationDetail): string {
  const { steps, phoneMask, client, metadata, ip, language, codeLength, attempts, baseUrl } = detail
  const body = {
    phone: phoneMask,
    steps: steps.map(({ mode, seconds }) => ({ mode, seconds })),
    attempts,
    ...(codeLength === 4 ? {} : { code_length: codeLength }),
    ...(language === null ? {} : { language }),
    ...(client === '' ? {} : { client }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(ip === '' ? {} : { ip }),
  }
  return [
    `curl ${baseUrl}/v2/verifications \\`,
    `  -H 'Authorization: Bearer KEY.${detail.serviceId}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join('\n')
}
