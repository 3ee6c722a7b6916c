import { secondMs } from '../platform/clock.ts'
import type { Deliver } from './mail.ts'

const timeouts = {
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 20 * secondMs,
}

/**
 * `url` is `smtp://user:password@host:port` (STARTTLS) or `smtps://…` (TLS at once). Mails have links that sign people
 * in, so nothing is sent to a server without STARTTLS, unless the operator made TLS optional (`?tls=optional`).
 */
function transportTo(url: string) {
  const address = new URL(url)
  const isSecure = address.protocol === 'smtps:'
  const options = {
    host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(address.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && address.searchParams.get('tls') !== 'optional',
    ...(address.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // With the first mail: the library takes 65 ms of a start.
  return async () => (await import('nodemailer')).createTransport(options)
}

/** Connects, with STARTTLS and the password as for a mail, and sends none; rejects when a mail could not be sent. */
export async function checkSmtp(url: string): Promise<void> {
  const transport = await transportTo(url)()
  await transport.verify().finally(() => transport.close())
}

export function smtpDelivery(url: string, from: string): Deliver {
  const openTransport = transportTo(url)
  let transport: ReturnType<typeof openTransport> | undefined
  return async ({ to, subject, text }) => {
    // RFC 3834: automatic mail says so in a header, so that it gets no out-of-office replies.
    const headers = { 'Auto-Submitted': 'auto-generated' }
    transport ??= openTransport().catch((error: Error) => {
      transport = undefined
      throw error
    })
    await (await transport).sendMail({ from, to, subject, text, headers })
  }
}
