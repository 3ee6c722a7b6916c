import type { Wish } from './use-wish.ts'

/** The request that does the same over the interface. */
export function curlFor({ serviceId, mode, phone, code, callbackUrl }: Wish): string {
  const flag = mode === 'voice' || mode === 'mix' ? { [mode]: true } : {}
  const method = mode === 'inbound' ? 'inboundCallWaiting' : 'initCall'
  const parameters =
    mode === 'inbound'
      ? { phone, callback_url: callbackUrl || 'https://YOUR_SERVER/hook' }
      : { phone, ...(code === '' ? {} : { code }), ...flag }
  const body = JSON.stringify(parameters).replaceAll("'", '%27')
  return `curl '${location.origin}/v1.0/${method}' \\
  -H 'Authorization: Bearer YOUR_SECRET_KEY.${serviceId}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}
