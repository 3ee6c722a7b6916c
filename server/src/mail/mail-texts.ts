import { readFileSync } from 'node:fs'
import { filled } from '../platform/filled.ts'
import type { MailMessage } from './mail.ts'

/** The mails to people, and what their texts name as `{{name}}`. */
interface Mails {
  'new-password': 'link'
  'sign-up': 'link'
  /** Sent instead of a sign-up mail: the page answered as if the address were new. */
  'already-here': 'link'
  'new-email': 'link'
  /** Sent instead of the mail above: the page answered as if the address were free. */
  'email-in-use': 'link'
  /** Sent to the old address, which can no longer sign in. */
  'email-changed': 'email'
  invitation: 'link' | 'account'
  'low-balance': 'balance' | 'threshold' | 'link'
  'charged-on-delivery': 'service' | 'delivered' | 'approved' | 'until' | 'link'
}

const read = (language: string) =>
  readFileSync(new URL(`../../assets/mails/${language}.md`, import.meta.url), 'utf8').split(/^## /m)
const texts = { en: read('en'), ru: read('ru') }

/**
 * A part of `assets/mails/LANGUAGE.md`: its name, the subject, and after an empty line the text. Every mail says why it
 * came and what happens if it is ignored.
 */
export function mailText<Name extends keyof Mails>(
  name: Name,
  language: keyof typeof texts,
  facts: Readonly<Record<Mails[Name], string | number>>,
): Omit<MailMessage, 'to'> {
  const part = texts[language].find((each) => each.startsWith(`${name}\n`))!
  const [, subject = '', , ...lines] = filled(part, facts).trimEnd().split('\n')
  return { subject, text: `${lines.join('\n')}\n` }
}
