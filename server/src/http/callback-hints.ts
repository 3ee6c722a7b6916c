import type { GuardRefusal } from '../webhooks/callback-guard.ts'
import type { Hint } from './errors.ts'

/** What is wrong with a `callback_url`, a sentence for each fault. */

export const maxUrlLength = 2048

/** The fault in the text of an address; undefined when the text is an http or https address without credentials. */
export function writtenFault(text: string): Hint | undefined {
  if (text.length > maxUrlLength) return tooLong(text.length)
  const url = URL.parse(text)
  // `shop.example:8080/hook` parses as a URL whose scheme is the name of the host.
  if (url === null || !text.includes('://')) return hints['no host']
  if (!/^https?:$/.test(url.protocol)) return wrongScheme(url.protocol.slice(0, -1))
  return url.username === '' && url.password === '' ? undefined : hints['user and password in it']
}

export const guardHint = (why: GuardRefusal): Hint => hints[why]

const tooLong = (length: number): Hint => ({
  en: `It has ${length} characters, at most ${maxUrlLength} are allowed.`,
  ru: `Символов в нём ${length}, допускается не больше ${maxUrlLength}.`,
})

const wrongScheme = (scheme: string): Hint => ({
  en: `Its scheme "${scheme}" is not supported: use https or http.`,
  ru: `Схема «${scheme}» не поддерживается: используйте https или http.`,
})

const hints: Readonly<Record<GuardRefusal, Hint>> = {
  'neither http nor https': {
    en: 'Its scheme is not supported: use https or http.',
    ru: 'Схема не поддерживается: используйте https или http.',
  },
  'user and password in it': {
    en: 'It contains a user or a password, which is not allowed: check the signature of the webhook instead.',
    ru: 'В нём есть имя или пароль, что не допускается: вместо этого проверяйте подпись веб-хука.',
  },
  'no host': {
    en: 'It is not a complete address: it has to begin with https:// or http:// and a host.',
    ru: 'Это не полный адрес: он должен начинаться с https:// или http:// и имени узла.',
  },
  'the address is not public': {
    en: 'Its host is not public: it is this machine, a private network or another address that the Internet does not reach. The operator can allow it with RINGKEY_CALLBACK_ALLOW.',
    ru: 'Узел не публичный: это сама машина, частная сеть или другой адрес, недоступный из интернета. Администратор может разрешить его в RINGKEY_CALLBACK_ALLOW.',
  },
  'that is this service itself': {
    en: 'It is an address of this service itself.',
    ru: 'Это адрес самого сервиса.',
  },
}
