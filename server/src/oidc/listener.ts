import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import type Provider from 'oidc-provider'
import { collectBody, hasBody } from '../http/request-body.ts'
import type { AddressList } from '../platform/address-list.ts'
import { clientAddress } from '../platform/client-address.ts'
import { type Clock, secondMs } from '../platform/clock.ts'
import type { RequestRate } from '../platform/request-rate.ts'
import { strictTransport } from '../platform/strict-transport.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { currentExchange } from './exchange.ts'
import { page, pageHeaders, sendUnavailable } from './pages.ts'
import type { SignIn } from './sign-in.ts'
import { pageLanguageOf, say } from './texts.ts'

export interface OidcListenerDeps {
  readonly provider: Provider
  readonly signIn: SignIn
  readonly rate: RequestRate
  readonly trustedProxies: AddressList
  readonly blockedAddresses: () => AddressList
  readonly clock: Clock
  readonly onError: (error: Error) => void
  readonly onStoreTrouble: (error: StoreUnavailable) => void
}

const asset = (name: string) => readFileSync(new URL(`../../assets/sign-in/${name}`, import.meta.url), 'utf8')
const style = asset('style.css')
const script = asset('page.js')
/** For all that a request asks of the store: it is answered within eight seconds. */
const budgetMs = 7.5 * secondMs
const signInPath = /^\/sign-in\/([\w-]{10,80})(?:\/(cancel|another))?$/

/** `/oidc` and `/sign-in`. */
export function createOidcListener(deps: OidcListenerDeps) {
  const { provider, rate, trustedProxies, blockedAddresses } = deps
  const { host, protocol, origin } = new URL(provider.issuer)
  const serveOidc = provider.callback()
  return (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse): void => {
    if (protocol === 'https:') response.setHeader('Strict-Transport-Security', strictTransport)
    const address = clientAddress(request, trustedProxies)
    const state = rate.count(address)
    if (blockedAddresses().has(address)) return void refuse(response, 403)
    if (state?.exceeded) return void refuse(response, 429, { 'Retry-After': '1' })
    // Every address that the library makes is below the issuer, whatever host a request names.
    Object.assign(request.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
    })
    const url = request.url!
    const isPage = !url.startsWith('/oidc')
    // The forms of the page start and end verifications.
    const mayHaveStored = isPage && request.method === 'POST'
    const failed = (error: Error) => {
      // It was answered when its time was over.
      if (response.headersSent) return
      if (error instanceof StoreUnavailable) {
        deps.onStoreTrouble(error)
        return sendUnavailable(request, response, !exchange.mayHaveStored)
      }
      deps.onError(error)
      refuse(response, 500)
    }
    const exchange = { request, response, mayHaveStored, failed }
    const over = deps.clock.after(budgetMs, () => {
      // What is under way may still be stored.
      exchange.mayHaveStored = true
      failed(new StoreUnavailable('the store did not serve a request of OpenID Connect in time'))
    })
    response.once('close', () => over.cancel())
    if (isPage)
      return void currentExchange
        .run(exchange, () => serveSignIn(deps, origin, address, request, response))
        .catch(failed)
    if (request.method === 'POST' && /^\/oidc\/auth\/?(?:\?|$)/.test(url))
      return void redirectToGet(request, response).catch(failed)
    request.originalUrl = url
    request.url = url.replace(/^\/oidc\/?/, '/')
    void currentExchange.run(exchange, () => serveOidc(request, response))
  }
}

/**
 * OpenID Connect Core 3.1.2.1: a client may post its authorization request. Browsers send our cookies with the GET that
 * follows, but not with a form of another site.
 */
async function redirectToGet(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = new URLSearchParams(hasBody(request) ? await bodyOf(request) : '')
  response.writeHead(303, { Location: `/oidc/auth?${asked}`, 'Cache-Control': 'no-store' }).end()
}

async function serveSignIn(
  { provider, signIn }: OidcListenerDeps,
  origin: string,
  address: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url!, origin)
  if (pathname === '/sign-in/style.css')
    return sendFile(response, 'text/css', styleIn(searchParams.get('colour')))
  if (pathname === '/sign-in/page.js') return sendFile(response, 'text/javascript', script)
  const [, , action] = signInPath.exec(pathname) ?? []
  const isPost = request.method === 'POST'
  if (!isPost && (action !== undefined || request.method !== 'GET'))
    return refuse(response, 405, { Allow: action === undefined ? 'GET, POST' : 'POST' })
  // A form of another site: browsers name where a form was sent from.
  const from = request.headers.origin
  if (isPost && from !== undefined && from !== origin) return refuse(response, 403)
  const body = isPost && hasBody(request) ? await bodyOf(request) : ''
  const asked = signInPath.test(pathname)
    ? await signIn.requestOf(provider, request, response, address)
    : undefined
  if (asked === undefined) return sendEnded(request, response)
  if (!isPost) return signIn.show(asked)
  return signIn[(action ?? 'start') as 'start' | 'cancel' | 'another'](asked, parseForm(body))
}

/** Empty when it was too long. */
function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) =>
    collectBody(request, (body) => resolve(Buffer.isBuffer(body) ? body.toString() : '')),
  )
}

/** The colour of a client, and black or white on it, whichever is easier to read. */
function styleIn(colour: string | null): string {
  if (colour === null || !/^[0-9a-f]{6}$/.test(colour)) return style
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => channel(colour.slice(at, at + 2)))
  const isLight = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
  return `${style}\n:root { --accent: #${colour}; --on-accent: ${isLight ? '#000' : '#fff'}; }\n`
}

/** WCAG 2.2: a channel of relative luminance. */
function channel(hex: string): number {
  const share = Number.parseInt(hex, 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function sendFile(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'public, max-age=300',
  })
  response.end(text)
}

function sendEnded(request: IncomingMessage, response: ServerResponse): void {
  const language = pageLanguageOf('', request.headers['accept-language'])
  response.writeHead(404, pageHeaders)
  response.end(page(language, say(language, 'ended'), ''))
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', ...headers }).end()
}
