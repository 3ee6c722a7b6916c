import type { CallDetail } from '@ringkey/server/cabinet-api'

/** Quoted for a shell, because values from clients may contain any character. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The request that started the call. The number is masked, and the key is not stored here. */
export function requestAsCurl(detail: CallDetail): string {
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
