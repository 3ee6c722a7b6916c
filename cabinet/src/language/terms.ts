import { defineMessages, type InOne, type Pairs, type Texts } from './texts.ts'

/**
 * One word for each thing, in each language. Pages take labels of modes, states and kinds from here; sentences use the
 * same words. test/cabinet/terms.unit.test.ts finds other words for the same things.
 */
export const terms = defineMessages({
  mode: ['Mode', 'Режим'],
  modes: {
    flash: ['Flash', 'Звонок-сброс'],
    voice: ['Voice', 'Голос'],
    mix: ['Flash and voice', 'Смешанный'],
    inbound: ['Inbound', 'Входящий'],
    http: ['Your gateway', 'Свой шлюз'],
    checkPhone: ['Number look-up (checkPhone)', 'Справка о номере (checkPhone)'],
  },
  /** One attempt over the phone network; its id is the vendor id. */
  call: ['Call', 'Звонок'],
  calls: ['Calls', 'Звонки'],
  states: {
    checking: ['In progress', 'Идёт'],
    completed: ['Delivered', 'Доставлено'],
    failed: ['Failed', 'Не удалось'],
  },
  /** The person calls: nothing is delivered. */
  inboundStates: {
    checking: ['Waiting', 'Ждём звонка'],
    completed: ['Confirmed', 'Подтверждено'],
    failed: ['Not confirmed', 'Не подтверждено'],
  },
  /** One phone, confirmed by one or more calls (/v2); its id begins with vf_. */
  verification: ['Verification', 'Проверка'],
  verifications: ['Verifications', 'Проверки'],
  verificationStatuses: {
    pending: ['In progress', 'Идёт'],
    approved: ['Approved', 'Подтверждено'],
    failed: ['Failed', 'Не удалось'],
    expired: ['Expired', 'Срок истёк'],
    canceled: ['Cancelled', 'Отменено'],
    blocked: ['Blocked', 'Заблокировано'],
  },
  /** A step of a verification is one call, planned or made. */
  stepStatuses: {
    planned: ['Planned', 'Впереди'],
    started: ['In progress', 'Идёт'],
    delivered: ['Delivered', 'Доставлено'],
    undelivered: ['Not delivered', 'Не доставлено'],
    skipped: ['Skipped', 'Пропущено'],
  },
  unknown: ['not known', 'неизвестно'],
  /** Approved of delivered; defined in parts/conversion.tsx. */
  conversion: ['Conversion', 'Конверсия'],
  ledger: ['Ledger', 'Журнал операций'],
  entryKinds: {
    'top-up': ['Top-up', 'Пополнение'],
    reversal: ['Reversal', 'Отмена пополнения'],
    capture: ['Charged', 'Списание'],
    release: ['Released', 'Возврат'],
    charge: ['Other charge', 'Прочее списание'],
  },
  note: ['Note', 'Примечание'],
  spendCap: ['Spend cap', 'Лимит расходов'],
  webhookStates: {
    pending: ['waiting', 'ждёт отправки'],
    'under-way': ['being sent', 'отправляется'],
    delivered: ['delivered', 'доставлен'],
    retrying: ['retrying', 'повторяем'],
    failed: ['failed', 'не доставлен'],
  },
  /** The company that serves the number. Who runs the installation is the operator (администратор). */
  networkOperator: ['Network operator', 'Оператор связи'],
  roles: {
    owner: ['owner', 'владелец'],
    developer: ['developer', 'разработчик'],
    accountant: ['accountant', 'бухгалтер'],
    'read-only': ['read only', 'только чтение'],
  },
})

/** Words that many pages have. */
const words = {
  add: ['Add', 'Добавить'],
  address: ['Address', 'Адрес'],
  balance: ['Balance', 'Баланс'],
  browser: ['Browser', 'Браузер'],
  calls: [terms.en.calls, terms.ru.calls],
  client: ['Client', 'Метка клиента'],
  code: ['Code', 'Код'],
  confirm: ['Confirm', 'Подтвердить'],
  country: ['Country', 'Страна'],
  created: ['Created', 'Создан'],
  csv: ['CSV', 'CSV'],
  customer: ['Customer', 'Клиент'],
  demo: ['demo', 'демо'],
  destination: ['Destination', 'Направление'],
  earlier: ['Earlier', 'Раньше'],
  edit: ['Edit', 'Изменить'],
  email: ['E-mail', 'Почта'],
  from: ['From', 'С'],
  held: ['Held', 'Удержано'],
  hide: ['Hide', 'Скрыть'],
  id: ['Id', 'Id'],
  kind: ['Kind', 'Вид'],
  language: ['Language', 'Язык'],
  lastRequest: ['Last request', 'Последний запрос'],
  ledger: [terms.en.ledger, terms.ru.ledger],
  margin: ['Margin', 'Маржа'],
  mode: [terms.en.mode, terms.ru.mode],
  modes: [terms.en.modes, terms.ru.modes],
  name: ['Name', 'Название'],
  note: [terms.en.note, terms.ru.note],
  numbers: ['Numbers', 'Номеров'],
  operator: [terms.en.networkOperator, terms.ru.networkOperator],
  password: ['Password', 'Пароль'],
  phone: ['Phone number', 'Номер телефона'],
  reason: ['Reason', 'Причина'],
  region: ['Region', 'Регион'],
  remove: ['Remove', 'Удалить'],
  role: ['Role', 'Роль'],
  save: ['Save', 'Сохранить'],
  service: ['Service', 'Сервис'],
  show: ['Show', 'Показать'],
  since: ['Since', 'С'],
  state: ['State', 'Состояние'],
  status: ['Status', 'Состояние'],
  tariff: ['Tariff', 'Тариф'],
  theAddress: ['the address', 'адрес'],
  theClient: ['the client', 'client'],
  theId: ['the id', 'id'],
  time: ['Time', 'Время'],
  trunk: ['Trunk', 'Транк'],
  unknown: [terms.en.unknown, terms.ru.unknown],
  until: ['Until', 'До'],
  version: ['Version', 'Версия'],
  why: ['Why', 'Почему'],
} satisfies Pairs

/** The texts of a page or a part: its own, and the words that many have. It may say one of them otherwise. */
// @__NO_SIDE_EFFECTS__
export const withCommon = <P extends Pairs>(messages: P): Texts<InOne<Omit<typeof words, keyof P> & P>> =>
  defineMessages({ ...words, ...messages })
