import type { CallDetail } from '@ringkey/server/cabinet-api'
import { requestCurl } from '../../../parts/request-curl.ts'

/** The request that started the call. The number is masked, and the key is not stored here. */
export function requestAsCurl(detail: CallDetail): string {
  const { mode, phoneMask, client, unique, callbackUrl, baseUrl, serviceId } = detail
  const isInbound = mode === 'inbound'
  const parameters = {
    phone: phoneMask,
    ...(client === '' ? {} : { client }),
    ...(unique === null ? {} : { unique }),
    ...(mode === 'voice' ? { voice: true } : {}),
    ...(mode === 'mix' ? { mix: true } : {}),
    ...(isInbound && callbackUrl !== null ? { callback_url: callbackUrl } : {}),
  }
  const path = `/v1.0/${isInbound ? 'inboundCallWaiting' : 'initCall'}`
  return requestCurl({ verb: 'POST', path, serviceId, parameters }, baseUrl)
}
