import type { VerificationDetail } from '@ringkey/server/cabinet-api'

/** Quoted for a shell: what clients send may hold anything. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The request that began it. The number is hidden as it is everywhere, and the key was never known to us. */
export function requestAsCurl(detail: VerificationDetail): string {
  const { mode, phoneMask, client, unique, callbackUrl, baseUrl, serviceId } = detail
  const isInbound = mode === 'inbound'
  const body = {
    phone: phoneMask,
    ...(client === '' ? {} : { client }),
    ...(unique === null ? {} : { unique }),
    ...(mode === 'voice' ? { voice: true } : {}),
    ...(mode === 'mix' ? { mix: true } : {}),
    ...(isInbound && callbackUrl !== null ? { callback_url: callbackUrl } : {}),
  }
  return [
    `curl ${baseUrl}/v1.0/${isInbound ? 'inboundCallWaiting' : 'initCall'} \\`,
    `  -H 'Authorization: Bearer KEY.${serviceId}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join('\n')
}
