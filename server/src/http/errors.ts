import type { Refusal } from '../books/admission.ts'
import type { KeyScope } from '../storage/queries/service-keys.ts'

/** The error catalogue of the API: each code once, with its HTTP status and its text in each language. */

export type Language = 'en' | 'ru'

/** A sentence about what would have been right. */
export type Hint = Readonly<Record<Language, string>>

/** Text with its values filled in: a parameter and its expectation, a request id, seconds. */
type Text = string | ((words: Words) => string)
export interface Words {
  readonly parameter?: string
  readonly expected?: Readonly<Record<Language, string>>
  readonly requestId?: string
  readonly seconds?: number
  /** The subject, when a code has several meanings. */
  readonly about?: 'look-up' | 'inbound' | 'store' | Refusal
  /** A number typed by a person, in the form that would be accepted. */
  readonly understood?: string
  /** Follows the text. */
  readonly hint?: Hint
  /** The exceeded limit of the client's address: requests per second, or wrong credentials. */
  readonly limit?: { readonly perSecond: number } | 'wrong-credentials'
  /** What the key may be used for. */
  readonly scope?: Exclude<KeyScope, 'all'>
  /** The method was supported once. */
  readonly isGone?: boolean
}
interface Entry {
  readonly status: number
  /**
   * The status in a case that differs from the usual one. The code that answers takes it from here, so that the
   * documents list it.
   */
  readonly except?: { readonly status: number; readonly when: string }
  readonly en: Text
  readonly ru: Text
}

const wait = ({ seconds }: Words) => String(seconds ?? 1)

export const catalogue = {
  0: {
    status: 403,
    en: 'Requests from this address are blocked.',
    ru: 'Запросы с этого адреса заблокированы.',
  },
  1: {
    status: 400,
    except: { status: 413, when: 'the body is too large' },
    en: ({ expected }) => `The request cannot be read: expected ${expected?.en}.`,
    ru: ({ expected }) => `Запрос не удалось прочитать: ожидается ${expected?.ru}.`,
  },
  2: {
    status: 400,
    except: {
      status: 409,
      when: '`unique` was used for another phone, for one that was erased, or for another method',
    },
    en: ({ parameter, expected }) =>
      `Parameter "${parameter}" is missing or wrong: expected ${expected?.en}.`,
    ru: ({ parameter, expected }) =>
      `Параметр «${parameter}» не указан или неверен: ожидается ${expected?.ru}.`,
  },
  3: {
    status: 400,
    // The number is returned only to the client that sent it.
    en: ({ understood = '79001234567' }) =>
      `Parameter "phone" is not a valid phone number: expected digits with the country code, such as ${understood}.`,
    ru: ({ understood = '79001234567' }) =>
      `Параметр «phone» — недействительный номер телефона: ожидаются цифры с кодом страны, например ${understood}.`,
  },
  4: {
    status: 403,
    en: 'The service is switched off in the cabinet.',
    ru: 'Сервис выключен в личном кабинете.',
  },
  5: {
    status: 503,
    en: ({ about }) => {
      if (about === 'look-up') return 'This number cannot be checked: the tariff has no price for it.'
      if (about === 'no-price')
        return 'The verification could not be started: the tariff has no price for this mode and number.'
      if (about === 'no-numbers')
        return 'The verification could not be started: the operator has no numbers to call.'
      return about === 'inbound'
        ? 'The verification could not be started: there is no number now that this phone could be asked to call.'
        : 'The verification could not be started: there is no way to call this number with this code now.'
    },
    ru: ({ about }) => {
      if (about === 'look-up') return 'Этот номер нельзя проверить: в тарифе нет цены для него.'
      if (about === 'no-price')
        return 'Не удалось начать проверку: в тарифе нет цены для этого режима и номера.'
      if (about === 'no-numbers')
        return 'Не удалось начать проверку: у администратора нет номеров, на которые можно позвонить.'
      return about === 'inbound'
        ? 'Не удалось начать проверку: сейчас нет номера, на который можно было бы попросить позвонить с этого телефона.'
        : 'Не удалось начать проверку: сейчас нет возможности позвонить на этот номер с таким кодом.'
    },
  },
  9: {
    status: 403,
    en: ({ about }) =>
      about === 'dear-range'
        ? 'Premium-rate, shared-cost, satellite and similar numbers are not served.'
        : about === 'test-off'
          ? 'Test numbers are switched off for this service.'
          : about === 'prefix-paused'
            ? 'Calls to this destination are paused for the service after unusual traffic: look at the service in the cabinet.'
            : "Calls to this country are not allowed by the service's settings.",
    ru: ({ about }) =>
      about === 'dear-range'
        ? 'Номера с повышенной или разделённой оплатой, спутниковые и подобные не обслуживаются.'
        : about === 'test-off'
          ? 'Тестовые номера для этого сервиса отключены.'
          : about === 'prefix-paused'
            ? 'Звонки на это направление приостановлены для сервиса из-за необычного трафика: посмотрите сервис в личном кабинете.'
            : 'Звонки в эту страну запрещены настройками сервиса.',
  },
  10: {
    status: 404,
    en: 'There is no verification with this "uid" in this service.',
    ru: 'В этом сервисе нет проверки с таким «uid».',
  },
  11: {
    status: 409,
    en: 'A free repeat is possible only within five minutes of the first call.',
    ru: 'Бесплатный повтор возможен только в течение пяти минут после первого звонка.',
  },
  12: { status: 409, en: 'Both free repeats are used up.', ru: 'Оба бесплатных повтора уже использованы.' },
  13: {
    status: 409,
    en: ({ seconds }) =>
      seconds === undefined
        ? 'This verification cannot be repeated: only an outgoing call that failed can.'
        : `This call cannot be repeated yet: try again in ${seconds} s, if it failed.`,
    ru: ({ seconds }) =>
      seconds === undefined
        ? 'Эту проверку нельзя повторить: повторяется только исходящий звонок, который не удался.'
        : `Эту проверку пока нельзя повторить: попробуйте через ${seconds} с, если она не удалась.`,
  },
  18: {
    status: 429,
    en: (words) =>
      words.about === 'waiting-limit'
        ? `Too many requests already wait for a call from this phone, an account has three at most: try again in ${wait(words)} s.`
        : words.about === 'test-limit'
          ? `Too many requests with test numbers in this hour: try again in ${wait(words)} s.`
          : `Too many calls to this number: try again in ${wait(words)} s.`,
    ru: (words) =>
      words.about === 'waiting-limit'
        ? `Слишком много запросов уже ждут звонка с этого телефона, у аккаунта их не больше трёх: повторите через ${wait(words)} с.`
        : words.about === 'test-limit'
          ? `Слишком много запросов с тестовыми номерами за этот час: повторите через ${wait(words)} с.`
          : `Слишком много звонков на этот номер: повторите через ${wait(words)} с.`,
  },
  19: {
    status: 429,
    en: (words) => `This number was called a moment ago: wait ${wait(words)} s.`,
    ru: (words) => `На этот номер только что звонили: подождите ${wait(words)} с.`,
  },
  20: {
    status: 400,
    en: 'Voice is available for Russia and Kazakhstan, mix for Russia only.',
    ru: 'Голос доступен для России и Казахстана, смешанный режим — только для России.',
  },
  21: {
    status: 403,
    en: 'The owner of this number asked not to be called.',
    ru: 'Владелец этого номера просил ему не звонить.',
  },
  401: {
    status: 401,
    en: 'Authentication failed: use the correct authentication scheme with a valid key and service id.',
    ru: 'Ошибка аутентификации: используйте верную схему аутентификации с действующим ключом и id сервиса.',
  },
  404: { status: 404, en: 'There is no such method.', ru: 'Такого метода нет.' },
  405: {
    status: 405,
    en: ({ isGone }) =>
      isGone
        ? 'The method is no longer supported for this service: start a new initCall, or ask the operator to switch free repeats on.'
        : 'The method is not supported.',
    ru: ({ isGone }) =>
      isGone
        ? 'Метод больше не поддерживается для этого сервиса: начните новый initCall или попросите администратора включить бесплатные повторы.'
        : 'Метод не поддерживается.',
  },
  429: {
    status: 429,
    en: (words) =>
      typeof words.limit === 'object'
        ? `Too many requests from this address: at most ${words.limit.perSecond} requests per second. Try again in ${wait(words)} s.`
        : `Too many wrong credentials from this address: only a valid key is served here for the next ${wait(words)} s.`,
    ru: (words) =>
      typeof words.limit === 'object'
        ? `Слишком много запросов с этого адреса: не больше ${words.limit.perSecond} в секунду. Повторите через ${wait(words)} с.`
        : `Слишком много неверных ключей с этого адреса: ещё ${wait(words)} с обслуживаются только запросы с действующим ключом.`,
  },
  500: {
    status: 500,
    en: ({ requestId }) => `Internal error. Please report the request id ${requestId}.`,
    ru: ({ requestId }) => `Внутренняя ошибка. Сообщите, пожалуйста, номер запроса ${requestId}.`,
  },
  503: {
    status: 503,
    en: ({ about }) =>
      `${about === 'store' ? 'The database takes no requests now' : 'The service is overloaded'}: nothing was started and nothing was charged. Try again later.`,
    ru: ({ about }) =>
      `${about === 'store' ? 'База данных сейчас не принимает запросы' : 'Сервис перегружен'}: ничего не начато и не списано. Повторите позже.`,
  },
  1001: { status: 403, en: 'The account is blocked.', ru: 'Аккаунт заблокирован.' },
  1002: {
    status: 402,
    en: (words) =>
      words.about === 'spend-cap'
        ? `A spend cap is reached, although there is enough money: try again in ${wait(words)} s.`
        : 'Not enough money on the account.',
    ru: (words) =>
      words.about === 'spend-cap'
        ? `Достигнут лимит расходов, хотя денег на счёте достаточно: повторите через ${wait(words)} с.`
        : 'На счёте недостаточно средств.',
  },
  1003: {
    status: 403,
    en: "This address is not on the service's allow list.",
    ru: 'Этого адреса нет в списке разрешённых для сервиса.',
  },
  1004: { status: 403, en: 'The service is archived.', ru: 'Сервис в архиве.' },
  1005: {
    status: 403,
    en: 'The account has not confirmed its own phone yet.',
    ru: 'Владелец аккаунта ещё не подтвердил свой телефон.',
  },
  1006: {
    status: 403,
    en: ({ scope }) =>
      scope === 'test'
        ? 'This key is for test numbers only, such as 79000000001.'
        : 'This key may only read: it may not use this method.',
    ru: ({ scope }) =>
      scope === 'test'
        ? 'Этот ключ — только для тестовых номеров, например 79000000001.'
        : 'Этот ключ — только для чтения: этот метод ему недоступен.',
  },
} as const satisfies Record<number, Entry>

export type ErrorCode = keyof typeof catalogue
type Exceptions = Extract<(typeof catalogue)[ErrorCode], { except: object }>

/** Every code with each HTTP status that it can have; `when` is "" for its usual one. */
export const statuses = Object.entries<Entry>(catalogue).flatMap(([key, { status, except }]) => {
  const code = Number(key) as ErrorCode
  return [{ code, status, when: '' }, ...(except === undefined ? [] : [{ code, ...except }])]
})

/** These errors come with the time after which to try again, if waiting helps. */
export const temporaryStatuses: readonly number[] = [429, 503]

export interface FailureOptions {
  readonly status?: Exceptions['except']['status']
  /** null when waiting does not help. */
  readonly retryAfterMs?: number | null
  readonly allowedVerbs?: readonly string[]
  /** Certainly nothing was stored: the same request may be sent again. */
  readonly storedNothing?: boolean
}

/** An error answer. A plain value, not an exception: a wrong parameter captures no stack. */
export class Failure {
  readonly code: ErrorCode
  readonly words: Words
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** The verbs that are allowed instead of the one used. */
  readonly allowedVerbs: readonly string[]
  readonly storedNothing: boolean

  constructor(code: ErrorCode, words: Words = {}, options: FailureOptions = {}) {
    this.code = code
    this.allowedVerbs = options.allowedVerbs ?? []
    this.storedNothing = options.storedNothing ?? false
    this.status = options.status ?? catalogue[code].status
    const { retryAfterMs = temporaryStatuses.includes(this.status) ? 1000 : null } = options
    this.retryAfterSeconds = retryAfterMs === null ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000))
    this.words = this.retryAfterSeconds === undefined ? words : { seconds: this.retryAfterSeconds, ...words }
  }

  body(language: Language): { status: false; error: string; code: number } {
    const text: Text = catalogue[this.code][language]
    const { hint } = this.words
    const error = typeof text === 'string' ? text : text(this.words)
    return {
      status: false,
      error: hint === undefined ? error : `${error} ${hint[language]}`,
      code: this.code,
    }
  }

  /** The same with a sentence about what would have been right. */
  withHint(hint: Hint): Failure {
    return new Failure(
      this.code,
      { ...this.words, hint },
      {
        status: this.status as NonNullable<FailureOptions['status']>,
        retryAfterMs: this.retryAfterSeconds === undefined ? null : this.retryAfterSeconds * 1000,
        allowedVerbs: this.allowedVerbs,
        storedNothing: this.storedNothing,
      },
    )
  }
}

/** The service stops or is overloaded. */
export const notNow = new Failure(503, {}, { storedNothing: true })

/** What says to clients, and to their proxies, that the same request may be sent again. */
export const safeToRetry = ['X-Ringkey-Retry', 'safe'] as const

export function wrongParameter(parameter: string, expected: Readonly<Record<Language, string>>): Failure {
  return new Failure(2, { parameter, expected })
}
