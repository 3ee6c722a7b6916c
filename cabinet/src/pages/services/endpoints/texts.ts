import type { EndpointList } from '@ringkey/server/cabinet-api'

type TypeName = EndpointList['types'][number]

interface Words {
  readonly title: string
  readonly about: string
  readonly none: string
  readonly noneHint: string
  readonly add: string
  readonly full: (max: number) => string
  readonly address: string
  readonly addressHint: string
  readonly errors: Readonly<Record<string, string>>
  readonly description: string
  readonly descriptionHint: string
  readonly which: string
  readonly all: string
  readonly some: string
  readonly types: Readonly<Record<TypeName, string>>
  readonly on: string
  readonly off: string
  readonly isOn: string
  readonly newTitle: string
  readonly edit: string
  readonly save: string
  readonly test: string
  readonly tested: string
  readonly seeTest: string
  readonly deliveries: string
  readonly remove: string
  readonly removeQuestion: (url: string) => string
  readonly removeHint: string
  readonly secret: string
  readonly theSecret: string
  readonly show: string
  readonly hide: string
  readonly rotate: string
  readonly previousUntil: string
  readonly secretHint: string
}

export const endpointTexts: { readonly en: Words; readonly ru: Words } = {
  en: {
    title: 'Event endpoints',
    about:
      'Your program is notified of what happens to verifications, calls, the balance and paused destinations. Every event is signed as webhooks are.',
    none: 'No event endpoint yet',
    noneHint: 'Add an address, and events are sent there as they happen, without polling.',
    add: 'Add an endpoint',
    full: (max) => `A service has at most ${max} endpoints. Remove one to add another.`,
    address: 'Address',
    addressHint: 'An http or https address that can be reached from the internet.',
    errors: {
      url: 'An http or https address without user and password that can be reached from the internet, at most 2,048 characters.',
    },
    description: 'What it is for',
    descriptionHint: 'For you: of all events only the test event contains it.',
    which: 'Events',
    all: 'All events, also new ones of later versions',
    some: 'Only these',
    types: {
      'verification.step_started': 'a step of a verification has started',
      'verification.step_delivered': 'a step has reached the phone',
      'verification.step_undelivered': 'a step has not reached the phone',
      'verification.approved': 'a verification is approved',
      'verification.failed': 'a verification has failed',
      'verification.expired': 'a verification has expired',
      'verification.canceled': 'a verification was canceled',
      'verification.blocked': 'a verification is blocked after too many wrong codes',
      'call.ended': 'a call of /v1.0 has ended',
      'balance.low': 'the balance is below the threshold of your low-balance notice',
      'prefix.paused': 'calls to a destination are paused after unusual traffic',
    },
    on: 'On',
    off: 'Off',
    isOn: 'Send events',
    newTitle: 'New event endpoint',
    edit: 'Change',
    save: 'Save',
    test: 'Send a test event',
    tested: 'The test event is being sent.',
    seeTest: 'See it arrive',
    deliveries: 'Deliveries',
    remove: 'Remove',
    removeQuestion: (url) => `Remove ${url}?`,
    removeHint: 'Events that wait for it are deleted. Deliveries that were sent stay in the list.',
    secret: 'Secret',
    theSecret: 'the secret',
    show: 'Show',
    hide: 'Hide',
    rotate: 'New secret',
    previousUntil: 'Events are also signed with the previous secret until',
    secretHint: 'Signs the events of this endpoint alone. Who looked at it is recorded in the history.',
  },
  ru: {
    title: 'Адреса событий',
    about:
      'Ваша программа узнаёт о ходе проверок и звонков, о балансе и о приостановленных направлениях. Каждое событие подписано так же, как веб-хуки.',
    none: 'Адресов событий пока нет',
    noneHint: 'Добавьте адрес, и события будут приходить сразу, без опроса.',
    add: 'Добавить адрес',
    full: (max) =>
      `У сервиса может быть не больше ${max} адресов. Чтобы добавить новый, удалите один из них.`,
    address: 'Адрес',
    addressHint: 'Адрес http или https, доступный из интернета.',
    errors: {
      url: 'Адрес http или https без имени и пароля, доступный из интернета, не длиннее 2048 символов.',
    },
    description: 'Для чего он',
    descriptionHint: 'Для вас: из всех событий попадает только в тестовое.',
    which: 'События',
    all: 'Все события, в том числе новые из следующих версий',
    some: 'Только эти',
    types: {
      'verification.step_started': 'шаг проверки начат',
      'verification.step_delivered': 'шаг дошёл до телефона',
      'verification.step_undelivered': 'шаг не дошёл до телефона',
      'verification.approved': 'проверка подтверждена',
      'verification.failed': 'проверка не удалась',
      'verification.expired': 'время проверки истекло',
      'verification.canceled': 'проверка отменена',
      'verification.blocked': 'проверка заблокирована: слишком много неверных кодов',
      'call.ended': 'звонок /v1.0 завершён',
      'balance.low': 'баланс ниже порога уведомления',
      'prefix.paused': 'звонки на направление приостановлены из-за необычного трафика',
    },
    on: 'Включён',
    off: 'Выключен',
    isOn: 'Отправлять события',
    newTitle: 'Новый адрес событий',
    edit: 'Изменить',
    save: 'Сохранить',
    test: 'Отправить тестовое событие',
    tested: 'Тестовое событие отправляется.',
    seeTest: 'Посмотреть доставку',
    deliveries: 'Доставка',
    remove: 'Удалить',
    removeQuestion: (url) => `Удалить ${url}?`,
    removeHint: 'События, которые ждут отправки, будут удалены. Отправленные останутся в списке.',
    secret: 'Секрет',
    theSecret: 'секрет',
    show: 'Показать',
    hide: 'Скрыть',
    rotate: 'Новый секрет',
    previousUntil: 'События подписываются и прежним секретом до',
    secretHint: 'Подписывает события только этого адреса. Кто его смотрел, видно в истории.',
  },
}

export const endpointProblems = {
  en: { 'too-many-endpoints': 'The service has as many endpoints as it may. Remove one first.' },
  ru: { 'too-many-endpoints': 'Адресов уже столько, сколько можно. Сначала удалите один.' },
}
