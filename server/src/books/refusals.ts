import type { EndReason, SkipReason } from './verification.ts'

type Both = readonly [en: string, ru: string]

/** A refusal of admission: what it is for each interface and each page. Everything that maps a refusal reads its row. */
interface Row {
  /** Status and texts of a code stand in its catalogue: http/errors.ts, http/v2/catalogue.ts. */
  readonly codes: {
    /** null: calls of `/v1.0` and of its dialects are never refused so. */
    readonly v1: number | null
    readonly v2: string
    readonly smsRu: number | null
  }
  readonly means: Duration & {
    /** What the sign-in page says: neither what is wrong with the account that pays nor who wants no calls. */
    readonly page: 'wait' | 'tooMany' | 'notServed' | 'notNow'
  }
  /** What `/v1.0` says; null: the text of its code. */
  readonly v1: Both | null
  /** What the cabinet says; null: no call that is started there is refused so. */
  readonly cabinet: Both | null
}

/** Whether the same request can succeed later: the answer then says after how long. Otherwise no step waits for it. */
type Duration =
  | { readonly passes: true; readonly step: OfStep | 'waits' }
  | { readonly passes: false; readonly step: OfStep }

/** The step is skipped, or the verification ends; null: no step is refused so. */
type OfStep = { readonly skips: SkipReason } | { readonly ends: EndReason } | null

export const refusals = {
  // Of `/v1.0` and its dialects: `/v2` speaks in every country.
  'mode-country': {
    codes: { v1: 20, v2: 'number_not_served', smsRu: 207 },
    means: { passes: false, step: { skips: 'number_not_served' }, page: 'notServed' },
    v1: null,
    cabinet: [
      'Voice is for Russia and Kazakhstan, mix for Russia only. Choose another mode.',
      'Голос — для России и Казахстана, смешанный режим — только для России. Выберите другой.',
    ],
  },
  country: {
    codes: { v1: 9, v2: 'country_not_allowed', smsRu: 550 },
    means: { passes: false, step: { skips: 'country_not_allowed' }, page: 'notServed' },
    v1: null,
    cabinet: [
      'The settings of this service do not allow this country.',
      'Настройки сервиса не разрешают эту страну.',
    ],
  },
  'test-off': {
    codes: { v1: 9, v2: 'number_not_served', smsRu: 550 },
    means: { passes: false, step: { skips: 'number_not_served' }, page: 'notServed' },
    v1: [
      'This service does not serve this test number: its setting "test numbers" says which ones it serves.',
      'Этот тестовый номер у сервиса не обслуживается: какие обслуживаются, задаёт его настройка «Тестовые номера».',
    ],
    cabinet: [
      'This service does not serve this test number here. Choose which ones it serves in its settings, or take another number.',
      'Этот тестовый номер сервис здесь не обслуживает. Выберите нужные в его настройках или возьмите другой номер.',
    ],
  },
  /** Premium-rate, shared-cost, satellite and similar ranges. */
  'premium-number': {
    codes: { v1: 9, v2: 'number_not_served', smsRu: 207 },
    means: { passes: false, step: { skips: 'number_not_served' }, page: 'notServed' },
    v1: [
      'Premium-rate, shared-cost, satellite and similar numbers are not served.',
      'Номера с повышенной или разделённой оплатой, спутниковые и подобные не обслуживаются.',
    ],
    cabinet: [
      'Premium-rate, shared-cost, satellite and similar numbers are not served.',
      'Номера с повышенной или разделённой оплатой, спутниковые и подобные не обслуживаются.',
    ],
  },
  'do-not-call': {
    codes: { v1: 21, v2: 'do_not_call', smsRu: 207 },
    means: { passes: false, step: { ends: 'do_not_call' }, page: 'notNow' },
    v1: null,
    cabinet: [
      'The owner of this number asked not to be called.',
      'Владелец этого номера просил ему не звонить.',
    ],
  },
  wait: {
    codes: { v1: 19, v2: 'number_rests', smsRu: 508 },
    means: { passes: true, step: 'waits', page: 'wait' },
    v1: null,
    cabinet: [
      'This number was called a moment ago. Wait 15 seconds, or take another number.',
      'На этот номер только что звонили. Подождите 15 секунд или возьмите другой.',
    ],
  },
  'number-limit': {
    codes: { v1: 18, v2: 'number_limit', smsRu: 508 },
    means: { passes: true, step: 'waits', page: 'tooMany' },
    v1: null,
    cabinet: [
      'Too many calls to this number. Take another one, or come back later.',
      'Слишком много звонков на этот номер. Возьмите другой или вернитесь позже.',
    ],
  },
  'waiting-limit': {
    codes: { v1: 18, v2: 'waiting_limit', smsRu: 508 },
    means: { passes: true, step: 'waits', page: 'tooMany' },
    v1: [
      'Too many requests already wait for a call from this phone, an account has three at most: try again in {seconds} s.',
      'Слишком много запросов уже ждут звонка с этого телефона, у аккаунта их не больше трёх: повторите через {seconds} с.',
    ],
    cabinet: [
      'Three requests already wait for a call from this number. Take another one, or wait a minute.',
      'Три запроса уже ждут звонка с этого номера. Возьмите другой или подождите минуту.',
    ],
  },
  'test-limit': {
    codes: { v1: 18, v2: 'test_limit', smsRu: 508 },
    means: { passes: true, step: 'waits', page: 'tooMany' },
    v1: [
      'Too many requests with test numbers in this hour: try again in {seconds} s.',
      'Слишком много запросов с тестовыми номерами за этот час: повторите через {seconds} с.',
    ],
    cabinet: [
      'This service has used its test numbers too often in this hour.',
      'Сервис слишком часто использовал тестовые номера за этот час.',
    ],
  },
  funds: {
    codes: { v1: 1002, v2: 'insufficient_funds', smsRu: 201 },
    means: { passes: false, step: { skips: 'insufficient_funds' }, page: 'notNow' },
    v1: null,
    cabinet: [
      'Not enough money for this call. See Money.',
      'На этот звонок не хватает денег. Смотрите раздел «Деньги».',
    ],
  },
  'spend-cap': {
    codes: { v1: 1002, v2: 'spend_cap', smsRu: 201 },
    means: { passes: true, step: { skips: 'spend_cap' }, page: 'notNow' },
    v1: [
      'A spend cap is reached, although there is enough money: try again in {seconds} s.',
      'Достигнут лимит расходов, хотя денег на счёте достаточно: повторите через {seconds} с.',
    ],
    cabinet: [
      'A spend cap is reached: see the settings of the service.',
      'Достигнут лимит расходов: смотрите настройки сервиса.',
    ],
  },
  full: {
    codes: { v1: 503, v2: 'channels_in_use', smsRu: 220 },
    means: { passes: true, step: 'waits', page: 'notNow' },
    v1: null,
    cabinet: [
      'All lines are busy. Nothing was started; try again in a moment.',
      'Все линии заняты. Ничего не начато, попробуйте чуть позже.',
    ],
  },
  /** Played by a test number alone: an overloaded service refuses before admission. */
  overloaded: {
    codes: { v1: 503, v2: 'overloaded', smsRu: 220 },
    means: { passes: true, step: 'waits', page: 'notNow' },
    v1: null,
    cabinet: [
      'The service is overloaded: this test number plays it. Nothing was started.',
      'Сервис перегружен: так отвечает этот тестовый номер. Ничего не начато.',
    ],
  },
  'no-way': {
    codes: { v1: 5, v2: 'no_route', smsRu: 207 },
    means: { passes: true, step: { skips: 'no_route' }, page: 'notNow' },
    v1: null,
    cabinet: [
      'There is no way to call this number now: no trunk, or no calling number with this code.',
      'Сейчас на этот номер не позвонить: нет линии или номера с таким кодом.',
    ],
  },
  /** The tariff has no price for this destination. */
  'no-price': {
    codes: { v1: 5, v2: 'no_price', smsRu: 207 },
    means: { passes: false, step: { skips: 'no_route' }, page: 'notNow' },
    v1: [
      'The verification could not be started: the tariff has no price for this mode and number.',
      'Не удалось начать проверку: в тарифе нет цены для этого режима и номера.',
    ],
    cabinet: [
      'Your tariff has no price for this mode and number. Ask the operator.',
      'В вашем тарифе нет цены для этого режима и номера. Обратитесь к администратору.',
    ],
  },
  /** The operator has no confirmation numbers. */
  'no-numbers': {
    codes: { v1: 5, v2: 'no_route', smsRu: 207 },
    means: { passes: false, step: { skips: 'no_route' }, page: 'notNow' },
    v1: [
      'The verification could not be started: the operator has no numbers to call.',
      'Не удалось начать проверку: у администратора нет номеров, на которые можно позвонить.',
    ],
    cabinet: [
      'The operator has not added confirmation numbers yet.',
      'Администратор ещё не добавил номера подтверждения.',
    ],
  },
  /** By the operator, for every customer. */
  'prefix-blocked': {
    codes: { v1: 9, v2: 'number_not_served', smsRu: 207 },
    means: { passes: false, step: { skips: 'number_not_served' }, page: 'notServed' },
    v1: ['The operator does not serve this destination.', 'Администратор не обслуживает это направление.'],
    cabinet: [
      'The operator does not serve this destination.',
      'Администратор не обслуживает это направление.',
    ],
  },
  /** The owner can resume it; time does not. */
  'prefix-paused': {
    codes: { v1: 9, v2: 'prefix_paused', smsRu: 220 },
    means: { passes: false, step: { ends: 'prefix_paused' }, page: 'notServed' },
    v1: [
      'Calls to this destination are paused for the service after unusual traffic: look at the service in the cabinet.',
      'Звонки на это направление приостановлены для сервиса из-за необычного трафика: посмотрите сервис в личном кабинете.',
    ],
    cabinet: [
      'Calls to this destination are paused after unusual traffic. Resume them on the page of the service.',
      'Звонки на это направление приостановлены из-за необычного трафика. Возобновить их можно на странице сервиса.',
    ],
  },
  /** The step would cost more than the integrator allows for the whole verification. */
  'max-cost': {
    codes: { v1: null, v2: 'max_cost', smsRu: null },
    means: { passes: false, step: { skips: 'max_cost' }, page: 'notNow' },
    v1: null,
    cabinet: null,
  },
  /** The tariff does not serve codes of the integrator. */
  'own-code': {
    codes: { v1: null, v2: 'own_code_not_served', smsRu: null },
    means: { passes: false, step: { skips: 'own_code_not_served' }, page: 'notNow' },
    v1: null,
    cabinet: [
      'Your tariff does not serve own codes. Leave the code empty.',
      'Ваш тариф не обслуживает свои коды. Оставьте поле кода пустым.',
    ],
  },
  /** The service has none for this channel and country. */
  'no-gateway': {
    codes: { v1: null, v2: 'no_gateway', smsRu: null },
    means: { passes: false, step: { skips: 'no_gateway' }, page: 'notNow' },
    v1: null,
    cabinet: [
      'The service has no gateway for this number and code. Add one on the page of the service.',
      'У сервиса нет шлюза для этого номера и кода. Добавьте его на странице сервиса.',
    ],
  },
  /** Too many wrong codes were typed, so a call that brings a code is of no use. */
  'phone-blocked': {
    codes: { v1: null, v2: 'phone_blocked', smsRu: null },
    means: { passes: true, step: { skips: 'blocked' }, page: 'tooMany' },
    v1: null,
    cabinet: [
      'Too many wrong codes for this phone in a day. Take another number, or let the phone call you (inbound).',
      'Для этого телефона за сутки слишком много неверных кодов. Возьмите другой или пусть телефон позвонит сам (входящий).',
    ],
  },
  /** Too many calls of the sign-in page for this client confirmed nobody. */
  'page-calls': {
    codes: { v1: null, v2: 'spend_cap', smsRu: null },
    means: { passes: true, step: { skips: 'spend_cap' }, page: 'tooMany' },
    v1: null,
    cabinet: null,
  },
  'address-verifications': ofAddress('ip_verification_limit'),
  'address-phones': ofAddress('ip_phone_limit'),
  'address-countries': ofAddress('ip_country_limit'),
  'device-verifications': ofAddress('device_verification_limit'),
  'device-phones': ofAddress('device_phone_limit'),
  'device-countries': ofAddress('device_country_limit'),
} as const satisfies Readonly<Record<string, Row>>

function ofAddress<Problem extends string>(v2: Problem) {
  const means = { passes: true, step: null, page: 'tooMany' } as const
  return { codes: { v1: null, v2, smsRu: null }, means, v1: null, cabinet: null } as const
}

type Table = typeof refusals

/** Why an admission was refused. */
export type AnyRefusal = keyof Table
/** Why a call of any interface was refused. */
export type Refusal = {
  [Word in AnyRefusal]: Table[Word]['codes']['v1'] extends null ? never : Word
}[AnyRefusal]
/** Why a step was refused. */
export type StepRefusal = {
  [Word in AnyRefusal]: Table[Word]['means']['step'] extends null ? never : Word
}[AnyRefusal]
