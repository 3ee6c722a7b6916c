import type { IncomingMessage } from 'node:http'

/** `ringkey` is the session; `ringkey-device` stays when it ends. */
type CookieName = 'ringkey' | 'ringkey-device'

/**
 * The name binds the cookie to the host where browsers can enforce it (the `__Host-` prefix, RFC 6265bis 4.1.3.2,
 * needs HTTPS).
 */
const nameOf = (name: CookieName, isHttps: boolean) => (isHttps ? `__Host-${name}` : name)

const maxCookieLength = 200

export function readCookie(request: IncomingMessage, isHttps: boolean, which: CookieName = 'ringkey') {
  const name = nameOf(which, isHttps)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value !== undefined && value.length <= maxCookieLength) return value
  }
  return undefined
}

/** Lax, not Strict: a person who opens a link from a mail must still be signed in. */
export function cookieHeader(
  token: string,
  maxAgeSeconds: number,
  isHttps: boolean,
  name: CookieName = 'ringkey',
): string {
  const attributes = [`Path=/`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax']
  return [`${nameOf(name, isHttps)}=${token}`, ...attributes, ...(isHttps ? ['Secure'] : [])].join('; ')
}
