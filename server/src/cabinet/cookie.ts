import type { IncomingMessage } from 'node:http'

/**
 * The name binds the cookie to the host where browsers can enforce it (the `__Host-` prefix, RFC 6265bis 4.1.3.2,
 * needs HTTPS).
 */
const nameOf = (isHttps: boolean) => (isHttps ? '__Host-ringkey' : 'ringkey')

const maxCookieLength = 200

export function readCookie(request: IncomingMessage, isHttps: boolean): string | undefined {
  const name = nameOf(isHttps)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value !== undefined && value.length <= maxCookieLength) return value
  }
  return undefined
}

/** Lax, not Strict: a person who opens a link from a mail must still be signed in. */
export function cookieHeader(token: string, maxAgeSeconds: number, isHttps: boolean): string {
  const attributes = [`Path=/`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax']
  return [`${nameOf(isHttps)}=${token}`, ...attributes, ...(isHttps ? ['Secure'] : [])].join('; ')
}
