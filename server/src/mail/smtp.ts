import { createTransport } from 'nodemailer'
import { secondMs } from '../platform/clock.ts'
import type { Deliver } from './letter.ts'

const timeouts = {
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 20 * secondMs,
}

/**
 * `url` is `smtp://user:password@host:port` (STARTTLS) or `smtps://…` (TLS at once). Mails hold links that let people in,
 * so a server without STARTTLS gets none, unless the operator made TLS optional.
 */
export function smtpDelivery(url: string, from: string, tls: 'required' | 'optional'): Deliver {
  const address = new URL(url)
  const isSecure = address.protocol === 'smtps:'
  const transport = createTransport({
    host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(address.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && tls === 'required',
    ...(address.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text }) => {
    // An answer to nobody: RFC 3834 asks robots to say what they are, so that absence notes stay at home.
    await transport.sendMail({ from, to, subject, text, headers: { 'Auto-Submitted': 'auto-generated' } })
  }
}
