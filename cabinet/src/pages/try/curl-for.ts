import { interfaceSpelling } from '../../parts/interface-spelling.ts'

/** The part of a wish that the request is made of. */
interface Asked {
  readonly serviceId: number
  readonly mode: 'flash' | 'voice' | 'mix' | 'inbound'
  readonly phone: string
  readonly code: string
  readonly callbackUrl: string
}

/** The request that does the same over the API. */
export function curlFor(
  { serviceId, mode, phone: written, code, callbackUrl }: Asked,
  origin: string,
): string {
  const phone = interfaceSpelling(written)
  const flag = mode === 'voice' || mode === 'mix' ? { [mode]: true } : {}
  const method = mode === 'inbound' ? 'inboundCallWaiting' : 'initCall'
  const parameters =
    mode === 'inbound'
      ? { phone, callback_url: callbackUrl || 'https://YOUR_SERVER/hook' }
      : { phone, ...(code === '' ? {} : { code: code.padStart(4, '0') }), ...flag }
  const body = JSON.stringify(parameters).replaceAll("'", '%27')
  return `curl '${origin}/v1.0/${method}' \\
  -H 'Authorization: Bearer YOUR_SECRET_KEY.${serviceId}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}
