import { pbkdf2Sync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as openid from 'openid-client'
import type { Static } from 'typebox'
import { addOidcClient } from '../src/operations/oidc.ts'
import { perform } from '../src/operations/perform.ts'
import { deriveRootKey } from '../src/platform/keyring.ts'
import { systemRandom } from '../src/platform/random.ts'
import { Sealer } from '../src/platform/sealing.ts'
import { commandLine } from '../src/storage/author.ts'
import { noticed } from './contract/scene.ts'
import { eventually, type TestService } from './service.ts'

export const redirect = 'https://app.example/callback'

/** As the command and the cabinet change things. */
export function operationContextOn(service: TestService, secret?: string) {
  const rootSecret = secret ?? readFileSync(join(service.folder, 'secret.key'), 'utf8').trim()
  return {
    store: service.store,
    author: commandLine,
    now: () => service.clock.now(),
    random: systemRandom,
    sealer: new Sealer(deriveRootKey(Buffer.from(rootSecret)).sealing, systemRandom),
  }
}

export async function addClient(
  service: TestService,
  serviceId: number,
  more: Partial<Static<(typeof addOidcClient)['input']>> = {},
  secret?: string,
) {
  const asked = { service: serviceId, name: 'The <app>', redirects: [redirect], ...more }
  const made = await perform(operationContextOn(service, secret), addOidcClient, asked)
  await noticed(service)
  return made
}

/** The program that people sign in to. */
export function relyingParty(baseUrl: string, { id, secret }: { id: string; secret: string | null }) {
  const insecure = { execute: [openid.allowInsecureRequests] }
  return openid.discovery(new URL(`${baseUrl}/oidc`), id, secret ?? undefined, undefined, insecure)
}

/** A browser without a page: it keeps cookies by their path and follows no redirect by itself. */
export class Browser {
  readonly #cookies = new Map<string, { readonly path: string; readonly value: string }>()
  readonly address: string | undefined

  /** With the cookies that it has now. */
  copy(): Browser {
    const other = new Browser(this.address)
    for (const [name, cookie] of this.#cookies) other.#cookies.set(name, cookie)
    return other
  }

  constructor(address?: string) {
    this.address = address
  }

  async go(url: string, form?: Readonly<Record<string, string>>, headers: Record<string, string> = {}) {
    const { pathname } = new URL(url)
    const sent = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path))
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        Cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; '),
        ...(this.address === undefined ? {} : { 'X-Forwarded-For': this.address }),
        ...headers,
      },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const at = pair.indexOf('=')
      const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
      if (pair.slice(at + 1) === '') this.#cookies.delete(pair.slice(0, at))
      else this.#cookies.set(pair.slice(0, at), { path, value: pair.slice(at + 1) })
    }
    const { headers: answered } = response
    const location = answered.get('location') ?? answered.get('refresh')?.replace('0; url=', '') ?? null
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? '' : new URL(location, url).href,
    }
  }

  /** Follows redirects that stay below `baseUrl`; the last answer, or the address outside. */
  async follow(baseUrl: string, url: string, form?: Readonly<Record<string, string>>) {
    let at = url
    for (let sent = form; ; sent = undefined) {
      const answer = await this.go(at, sent)
      if (answer.location === '') return { ...answer, at }
      at = answer.location
      if (!at.startsWith(baseUrl)) return { ...answer, at }
    }
  }
}

export const fieldOf = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ''

export interface Flow {
  readonly browser: Browser
  readonly config: openid.Configuration
  readonly verifier: string
  readonly nonce: string
  readonly state: string
  /** The address of the sign-in page, or of the client when nobody was asked. */
  readonly at: string
  readonly html: string
}

/** From the client to the sign-in page. */
export async function begin(
  baseUrl: string,
  config: openid.Configuration,
  more: Readonly<Record<string, string>> = {},
  browser = new Browser(),
): Promise<Flow> {
  const [verifier, nonce, state] = [
    openid.randomPKCECodeVerifier(),
    openid.randomNonce(),
    openid.randomState(),
  ]
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: 'openid phone',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...more,
  })
  const { at, text } = await browser.follow(baseUrl, url.href)
  return { browser, config, verifier, nonce, state, at, html: text }
}

/** Types the phone into the form, and does the work that it demands. */
export function typePhone({ browser, at, html }: Flow, phone: string) {
  return browser.go(at, { phone, state: fieldOf(html, 'state'), work: workFor(html) })
}

/** How many answers the form demands. */
export const answersIn = (html: string) => Number(/data-answers="(\d+)"/.exec(html)?.[1] ?? 0)

/** What the script of the page does for a form that demands work. */
export function workFor(html: string): string {
  const [, challenge, answers, iterations, bits] =
    /data-work="([^"]+)" data-answers="(\d+)" data-iterations="(\d+)" data-bits="(\d+)"/.exec(html) ?? []
  if (challenge === undefined) return ''
  const found: number[] = []
  for (let tried = 0; found.length < Number(answers); tried++) {
    const derived = pbkdf2Sync(String(tried), challenge, Number(iterations), 4, 'sha256')
    if (derived.readUInt32BE(0) >>> (32 - Number(bits)) === 0) found.push(tried)
  }
  return found.join(' ')
}

/** Presses a button of the page that is shown now. */
export async function press({ browser, at, config }: Flow, button: 'cancel' | 'another') {
  const { text } = await browser.go(at)
  const { origin } = new URL(config.serverMetadata().issuer)
  return browser.follow(origin, `${at}/${button}`, { state: fieldOf(text, 'state') })
}

/** The address of the client to which the browser returns once the phone is confirmed. */
export async function confirm(service: TestService, flow: Flow, phone: string): Promise<string> {
  const sent = await typePhone(flow, phone)
  if (sent.status !== 303) throw new Error(`the form was refused: ${sent.text}`)
  const e164 = phone.replace(/\D/g, '')
  const call = await eventually(
    async () => service.telephony.placed.findLast(({ request }) => request.phone.e164 === e164),
    (placed) => placed !== undefined,
  )
  await approve(service, flow, call!.code)
  return (await flow.browser.follow(service.baseUrl, flow.at)).at
}

/** As the element does: types the code with the token of the page. */
export async function approve(service: Served, flow: Flow, code: string): Promise<void> {
  const checked = await withToken(service, tokenIn((await flow.browser.go(flow.at)).text), '/check', { code })
  if (checked.body.valid !== true) throw new Error(JSON.stringify(checked.body))
}

export const tokenIn = (html: string) => /token="(vt_[0-9a-f]{64})"/.exec(html)?.[1] ?? ''

type Served = Pick<TestService, 'baseUrl'>

export async function withToken({ baseUrl }: Served, token: string, method = '', body?: object) {
  const response = await fetch(`${baseUrl}/v2/verifications/vf_${token.slice(3, 35)}${method}`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
  return { status: response.status, body: (await response.json()) as any }
}

export function exchange({ config, verifier, nonce, state }: Flow, returned: string, more = {}) {
  return openid.authorizationCodeGrant(config, new URL(returned), {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
    ...more,
  })
}
