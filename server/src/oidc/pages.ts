import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { safeToRetry } from '../http/errors.ts'
import { type PageLanguage, type PageText, pageLanguageOf, say } from './texts.ts'

/** Text inside an element or a quoted attribute. */
export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Nothing from elsewhere, no inline script or style, never inside a frame. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentPolicy,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  // Not `no-referrer`: with that a browser does not name the origin of our own form.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

export interface Branding {
  readonly colour?: string | undefined
  readonly logo?: string | undefined
}

/** A whole page; `body` is HTML already. */
export function page(language: PageLanguage, title: string, body: string, { colour, logo }: Branding = {}) {
  const style = colour === undefined ? '/sign-in/style.css' : `/sign-in/style.css?colour=${colour.slice(1)}`
  const picture = logo === undefined ? '' : `<img class="logo" alt="" src="${escaped(logo)}">`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${style}">
</head><body><main>${picture}
<h1>${escaped(title)}</h1>
${body}
</main></body></html>
`
}

function languageOf(ctx: KoaContextWithOIDC): PageLanguage {
  return pageLanguageOf(ctx.oidc?.params?.ui_locales, ctx.get('accept-language'))
}

function answer(ctx: KoaContextWithOIDC, title: PageText, body = ''): void {
  const language = languageOf(ctx)
  const name = ctx.oidc?.client?.clientName ?? ctx.host
  ctx.set(pageHeaders)
  ctx.body = page(language, say(language, title, { name }), body)
}

/** For a request whose sender cannot be told: there is no address to send people back to. */
export function errorPage(ctx: KoaContextWithOIDC, { error, error_description: why = '' }: ErrorOut): void {
  answer(ctx, 'error', `<p>${escaped(error)}</p><p class="quiet">${escaped(why)}</p>`)
}

/** The store is away. `isSafe`: nothing was stored, and the same request may be sent again. */
export function sendUnavailable(request: IncomingMessage, response: ServerResponse, isSafe: boolean): void {
  const language = pageLanguageOf('', request.headers['accept-language'])
  for (const name of ['Location', 'Set-Cookie', 'Content-Length']) response.removeHeader(name)
  const isPage = (request.headers.accept ?? '').includes('text/html')
  response.writeHead(503, {
    ...(isPage ? pageHeaders : { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }),
    'Retry-After': '5',
    ...(isSafe ? { [safeToRetry[0]]: safeToRetry[1] } : {}),
  })
  const away = { error: 'temporarily_unavailable', error_description: say('en', 'away') }
  const text = `<p>${escaped(say(language, 'away'))}</p><p class="quiet">${away.error}</p>`
  response.end(isPage ? page(language, say(language, 'error'), text) : JSON.stringify(away))
}

export function signOutPage(ctx: KoaContextWithOIDC, form: string): void {
  const language = languageOf(ctx)
  const button = (text: PageText, more: string) =>
    `<button type="submit" form="op.logoutForm" ${more}>${escaped(say(language, text))}</button>`
  const yes = button('signOutYes', 'value="yes" name="logout"')
  answer(ctx, 'signOut', `${form}${yes}${button('signOutNo', 'class="second"')}`)
  // The form goes to ourselves and then to the address that the client registered for it.
  ctx.set('Content-Security-Policy', contentPolicy.replace("form-action 'self'; ", ''))
}

export function signedOutPage(ctx: KoaContextWithOIDC): void {
  answer(ctx, 'signedOut')
}
