import { escaped } from './pages.ts'
import type { WorkCost } from './proof-of-work.ts'
import type { SignInRequest } from './sign-in-request.ts'
import { type PageText, say } from './texts.ts'
import { startOfNumbers } from './typed-phone.ts'

export interface FormFacts {
  readonly phone: string
  readonly state: string
  /** What the browser has to work for the next call; undefined when it need not. */
  readonly work?: (WorkCost & { readonly answers: number }) | undefined
  /** Why the form is shown again. */
  readonly why?: PageText | undefined
  readonly facts?: Readonly<Record<string, string>>
}

const textsOf =
  ({ language }: Pick<SignInRequest, 'language'>) =>
  (name: PageText, facts: Readonly<Record<string, string>> = {}) =>
    escaped(say(language, name, facts))

/** Another button of the page. It changes something, so it is a form of its own with the state of the page. */
const second = (path: string, state: string, label: string) =>
  `<form method="post" action="${path}"><input type="hidden" name="state" value="${state}">
<button class="second" type="submit">${label}</button></form>`

const pageScript = '<script type="module" src="/sign-in/page.js"></script>'

const dataOf = (state: string, { answers, iterations, bits }: NonNullable<FormFacts['work']>) =>
  ` data-work="${state}" data-answers="${answers}" data-iterations="${iterations}" data-bits="${bits}"`

/** Whom the person signs in at, and the field for the number. */
export function formBody(asked: SignInRequest, { phone, state, work, why, facts }: FormFacts): string {
  const text = textsOf(asked)
  const { interaction, subscriber, wording } = asked
  const path = `/sign-in/${interaction.uid}`
  const { host } = new URL(String(interaction.params.redirect_uri))
  const value = phone === '' ? startOfNumbers(subscriber.service.settings.allowedCountries) : phone
  return `<p>${text('whom', { host })}</p>
${why === undefined ? '' : `<p class="wrong" role="alert">${text(why, facts)}</p>`}
<form method="post" action="${path}"${work === undefined ? '' : dataOf(state, work)}>
<label for="phone">${text('phone')}</label>
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" required maxlength="40" value="${escaped(value)}">
<input type="hidden" name="state" value="${state}"><input type="hidden" name="work" value="">
${wording === undefined ? '' : `<p class="quiet">${escaped(wording)}</p>`}
<button type="submit">${text('call')}</button>
${work === undefined ? '' : `<p class="quiet" role="status" data-text="${text('working')}"></p>`}
</form>
${second(`${path}/cancel`, state, text('cancel'))}
${work === undefined ? '' : `<noscript><p class="wrong">${text('needsScript')}</p></noscript>`}
${pageScript}`
}

/** The verification in progress: the element shows what its step asks of the person. */
export function elementBody(asked: SignInRequest, clientToken: string, state: string): string {
  const text = textsOf(asked)
  const path = `/sign-in/${asked.interaction.uid}`
  const { origin } = new URL(asked.provider.issuer)
  return `<noscript><p class="wrong">${text('needsScript')}</p></noscript>
<ringkey-verify token="${escaped(clientToken)}" base="${escaped(origin)}" lang="${asked.language}" autofocus></ringkey-verify>
<p class="quiet">${text('never')}</p>
${second(`${path}/another`, state, text('another'))}
${second(`${path}/cancel`, state, text('cancel'))}
<script type="module" src="/element/v1.js"></script>
${pageScript}`
}
