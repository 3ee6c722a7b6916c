import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { suspensionReasonOf } from '../accounts/directory.ts'
import { testNumbers } from '../books/test-numbers.ts'
import type { Verification } from '../books/verification.ts'
import { sha256 } from '../platform/sha256.ts'
import { readCaller } from '../storage/caller-identity.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { daySeconds } from './client-metadata.ts'
import { escaped, page, pageHeaders } from './pages.ts'
import { personOf, phoneOf } from './person.ts'
import { isProofOfWorkValid, neededAnswers, UnapprovedCalls, usualWorkCost } from './proof-of-work.ts'
import { acrOf, flowSeconds } from './provider.ts'
import { elementBody, type FormFacts, formBody } from './sign-in-page.ts'
import type { Progress, SignInDeps, SignInRequest } from './sign-in-request.ts'
import { startVerification, wordsFor } from './start-verification.ts'
import { type PageText, pageLanguageOf, say } from './texts.ts'
import { readTyped, startOfNumbers } from './typed-phone.ts'

/** Calls that one sign-in may start. */
const maxTries = 5
const maxTyped = 40

type Form = Readonly<Record<string, unknown>>

/**
 * The page on which people confirm their phone. It is drawn from the state of the interaction: a form, or the element
 * while a verification is pending. When the store has its approval, the person is sent back.
 */
export class SignIn {
  readonly #deps: SignInDeps
  readonly #unapproved: UnapprovedCalls

  constructor(deps: SignInDeps) {
    this.#deps = deps
    this.#unapproved = new UnapprovedCalls(deps.clock)
  }

  /** Undefined when the browser is in no sign-in, or its client or service serves nobody any more. */
  async requestOf(provider: Provider, request: IncomingMessage, response: ServerResponse, address: string) {
    const { store, directory, clock } = this.#deps
    const interaction = await provider.interactionDetails(request, response).catch((error: Error) => {
      if (error instanceof StoreUnavailable) throw error
      return undefined
    })
    if (interaction === undefined) return undefined
    const client = await store.oidcClient(String(interaction.params.client_id))
    const subscriber = client && (await directory.find(client.serviceId))
    if (client === undefined || subscriber === undefined || suspensionReasonOf(subscriber) !== undefined)
      return undefined
    const { verification, tries = 0 } = (interaction.lastSubmission ?? {}) as Partial<Progress>
    return {
      ...{ provider, request, response, address, interaction, client, subscriber },
      progress: verification === undefined ? { tries } : { verification, tries },
      language: pageLanguageOf(interaction.params.ui_locales, request.headers['accept-language']),
      unapproved: await store.unapprovedPageCalls({
        serviceId: client.serviceId,
        client: client.id,
        now: clock.now(),
      }),
      wording: (await store.consentTexts(client.serviceId)).at(-1)?.wording,
    }
  }

  /** The page as it is now; or the way back, when the verification was approved. */
  async show(asked: SignInRequest): Promise<void> {
    const { progress, client } = asked
    const id = progress.verification
    const verification =
      id === undefined ? undefined : await this.#deps.verifications.read(client.serviceId, id)
    if (verification?.status === 'approved') return this.#finish(asked, verification)
    if (verification?.status === 'pending')
      return this.#send(
        asked,
        200,
        elementBody(asked, this.#deps.clientTokens.of(verification.id), this.#stateOf(asked)),
      )
    const why = verification === undefined ? undefined : 'failed'
    return this.#sendForm(asked, 200, { phone: await this.#hint(asked), why })
  }

  /** The person gives up, and the client is told. */
  async cancel(asked: SignInRequest, form: Form): Promise<void> {
    if (!this.#isOfPage(asked, form)) return this.show(asked)
    const { provider, request, response, language } = asked
    await this.#endVerification(asked)
    const result = { error: 'access_denied', error_description: 'the person canceled the sign-in' }
    const to = await provider.interactionResult(request, response, result, { mergeWithLastSubmission: false })
    // Not a redirect: browsers hold those of a form against `form-action`, and the client is elsewhere.
    response.writeHead(200, { ...pageHeaders, Refresh: `0; url=${to}` })
    const title = say(language, 'canceled')
    response.end(page(language, title, `<a href="${escaped(to)}">${escaped(say(language, 'back'))}</a>`))
  }

  /** Back to the form; the verification of before ends. */
  async another(asked: SignInRequest, form: Form): Promise<void> {
    if (!this.#isOfPage(asked, form)) return this.show(asked)
    await this.#endVerification(asked)
    if (asked.progress.tries === 0) return this.show(asked)
    return this.#keep(asked, { tries: asked.progress.tries })
  }

  async #isPending({ client }: SignInRequest, id: string): Promise<boolean> {
    return (await this.#deps.verifications.read(client.serviceId, id))?.status === 'pending'
  }

  /** So that none of its further steps rings. */
  async #endVerification({ client, progress: { verification } }: SignInRequest): Promise<void> {
    if (verification !== undefined) await this.#deps.verifications.cancel(client.serviceId, verification)
  }

  /** The form was sent: starts the verification. */
  async start(asked: SignInRequest, form: Form): Promise<void> {
    const { client, subscriber, progress, address } = asked
    const { allowedCountries } = subscriber.service.settings
    const typed = String(form.phone ?? '').slice(0, maxTyped)
    const refuse = (why?: PageText, facts = {}) => this.#sendForm(asked, 422, { phone: typed, why, facts })
    if (!this.#isOfPage(asked, form)) return refuse()
    if (progress.tries >= maxTries) return refuse('tooMany')
    const phone = readTyped(this.#deps.numbering, allowedCountries, typed)
    if (phone === undefined)
      return refuse('badPhone', { example: `${startOfNumbers(allowedCountries)} 916 123-45-67` })
    if (testNumbers.has(phone.e164) && !client.settings.isTest) return refuse('notServed')
    const needed = this.#answersFor(asked)
    // Counted before it is decided, so that calls that are asked for together pay as if one came after the other.
    this.#unapproved.note(address)
    // Last, because it costs more than what comes before it.
    const hasProof = await isProofOfWorkValid(
      this.#stateOf(asked),
      String(form.work ?? ''),
      needed,
      this.#workCost,
    )
    const created = hasProof
      ? await this.#deps.work.run(() => startVerification(this.#deps, asked, phone))
      : undefined
    if (created?.kind !== 'created') this.#unapproved.forgive(address)
    if (!hasProof) return refuse('needsProofOfWork')
    switch (created?.kind) {
      case 'created':
      // The same form once more: a double click.
      case 'replayed':
        // A cookie of before the call brings back nothing that has ended since.
        if (created.kind === 'replayed' && !(await this.#isPending(asked, created.verification.id)))
          return refuse('failed')
        return this.#keep(asked, { verification: created.verification.id, tries: progress.tries + 1 })
      case 'refused':
      case 'address-limited':
        return refuse(...wordsFor(created))
      case 'source-blocked':
        return refuse('tooMany')
      default:
        return refuse('notNow')
    }
  }

  /** Signs the browser in with the phone of the verification that the store has as approved. */
  async #finish(asked: SignInRequest, verification: Verification): Promise<void> {
    const { provider, request, response, interaction, client, address } = asked
    const { hasher } = this.#deps
    const { phoneMask, phoneHash } = verification
    const phone = phoneHash === null ? undefined : await hasher.recover(phoneMask, phoneHash)
    if (phone === undefined) return this.#sendForm(asked, 422, { phone: '', why: 'failed' })
    this.#unapproved.forgive(address)
    const accountId = personOf(hasher, phone)
    const lifeSeconds = Math.max(flowSeconds, client.settings.rememberDays * daySeconds)
    const grant = new provider.Grant({ accountId, clientId: client.id })
    Object.assign(grant, { expiresIn: lifeSeconds })
    grant.addOIDCScope(String(interaction.params.scope))
    const acr = await this.#acrOf(verification)
    const login = {
      accountId,
      remember: client.settings.rememberDays > 0,
      amr: ['tel'],
      ...(acr === undefined ? {} : { acr }),
    }
    const result = { login, consent: { grantId: await grant.save() } }
    await this.#endOtherSession(asked, accountId)
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  /** Of another phone in this browser: the library would answer with a page that signs out by a script, and then go on. */
  async #endOtherSession(asked: SignInRequest, accountId: string): Promise<void> {
    const { provider, request, response, interaction } = asked
    if (interaction.session === undefined || interaction.session.accountId === accountId) return
    const session = await provider.Session.get(provider.createContext(request, response))
    await session.destroy()
    delete interaction.session
    await interaction.persist()
  }

  /** By the level of the call, when a call of the person confirmed the phone and no code did. */
  async #acrOf({ checks, steps }: Verification): Promise<string | undefined> {
    if (checks.some(({ isRight }) => isRight)) return undefined
    const called = steps.findLast(({ mode, status }) => mode === 'inbound' && status === 'delivered')
    if (called === undefined || called.vendorId === null) return undefined
    const call = await this.#deps.store.call(called.vendorId)
    const level = readCaller(call?.callerIdentity ?? null)?.level
    return level === undefined || level === 'none' ? undefined : acrOf(level)
  }

  async #keep({ interaction, response }: SignInRequest, progress: Progress): Promise<void> {
    interaction.lastSubmission = { ...progress }
    await interaction.persist()
    response.writeHead(303, { Location: `/sign-in/${interaction.uid}`, 'Cache-Control': 'no-store' }).end()
  }

  /** `login_hint`, as far as it was a number. */
  async #hint({ interaction }: SignInRequest): Promise<string> {
    const hint = interaction.params.login_hint
    if (typeof hint !== 'string') return ''
    const phone = await phoneOf(this.#deps.hasher, hint)
    return phone === undefined ? '' : `+${phone}`
  }

  /** Of the form that this interaction shows now: once it has started a call, it is worth nothing. */
  #stateOf({ interaction, progress }: SignInRequest): string {
    const text = `${interaction.uid} ${progress.tries}`
    return createHmac('sha256', this.#deps.stateKey).update(text).digest('base64url')
  }

  /** No other site can press a button of this page: it does not know the state. */
  #isOfPage(asked: SignInRequest, { state }: Form): boolean {
    return timingSafeEqual(sha256(this.#stateOf(asked)), sha256(String(state ?? '')))
  }

  /** How many answers its browser has to find for the next call. */
  #answersFor({ address, unapproved }: SignInRequest): number {
    return neededAnswers(this.#unapproved.level(address), unapproved)
  }

  get #workCost() {
    return this.#deps.workCost ?? usualWorkCost
  }

  #sendForm(asked: SignInRequest, status: number, facts: Omit<FormFacts, 'state' | 'work'>): void {
    const answers = this.#answersFor(asked)
    const work = answers === 0 ? undefined : { ...this.#workCost, answers }
    this.#send(asked, status, formBody(asked, { ...facts, state: this.#stateOf(asked), work }))
  }

  #send({ language, client, response }: SignInRequest, status: number, body: string): void {
    const { name, colour, logo } = client.settings
    response.writeHead(status, pageHeaders)
    response.end(page(language, say(language, 'title', { name }), body, { colour, logo }))
  }
}
