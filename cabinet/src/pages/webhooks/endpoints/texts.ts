import { withCommon } from '../../../language/terms.ts'
import { defineMessages } from '../../../language/texts.ts'

export const endpointTexts = withCommon({
  title: ['Webhook endpoints', 'Адреса веб-хуков'],
  last: ['Last delivery', 'Последняя доставка'],
  week: ['Delivered in 7 days', 'Доставлено за 7 дней'],
  everything: ['all', 'все'],
  ofCalls: ['Secret of callback_url', 'Секрет для callback_url'],
  ofCallsHint: [
    'Signs the webhooks of inbound calls (/v1.0), which go to the address of the request.',
    'Подписывает веб-хуки о входящих звонках (/v1.0), которые уходят на адрес из запроса.',
  ],
  about: [
    'Your program is notified of what happens to verifications, calls, the balance and paused destinations. Every event is signed as webhooks are.',
    'Ваша программа узнаёт о ходе проверок и звонков, о балансе и о приостановленных направлениях. Каждое событие подписано так же, как веб-хуки.',
  ],
  none: ['No webhook endpoint yet', 'Адресов веб-хуков пока нет'],
  noneHint: [
    'Add an address, and events are sent there as they happen, without polling.',
    'Добавьте адрес, и события будут приходить сразу, без опроса.',
  ],
  demoHint: (service: number) => [
    `No program yet? The form offers the receiver of the demo: Developers, Webhooks shows what it got. Or “ringkey endpoint listen ${service}” in a terminal of this machine prints the events.`,
    `Программы ещё нет? В форме есть приёмник демо: что он получил, видно в разделе «Разработчикам», «Веб-хуки». А команда «ringkey endpoint listen ${service}» в терминале этого компьютера печатает события.`,
  ],
  add: ['Add an endpoint', 'Добавить адрес'],
  addressHint: [
    'An http or https address that can be reached from the internet.',
    'Адрес http или https, доступный из интернета.',
  ],
  useBuiltIn: ['Use the receiver of the demo', 'Взять приёмник демо'],
  errors: {
    url: [
      'This is no http or https address, or it has more than 2,048 characters.',
      'Это не адрес http или https, или в нём больше 2048 символов.',
    ],
  },
  description: ['What it is for', 'Для чего он'],
  descriptionHint: [
    'For you: of all events only the test event contains it.',
    'Для вас: из всех событий попадает только в тестовое.',
  ],
  which: ['Events', 'События'],
  all: ['All events, also new ones of later versions', 'Все события, в том числе новые из следующих версий'],
  some: ['Only these', 'Только эти'],
  types: {
    'verification.step_started': ['a step of a verification has started', 'шаг проверки начат'],
    'verification.step_delivered': ['a step has reached the phone', 'шаг дошёл до телефона'],
    'verification.step_undelivered': ['a step has not reached the phone', 'шаг не дошёл до телефона'],
    'verification.approved': ['a verification is approved', 'проверка подтверждена'],
    'verification.failed': ['a verification has failed', 'проверка не удалась'],
    'verification.expired': ['a verification has expired', 'время проверки истекло'],
    'verification.canceled': ['a verification was canceled', 'проверка отменена'],
    'verification.blocked': [
      'a verification is blocked after too many wrong codes',
      'проверка заблокирована: слишком много неверных кодов',
    ],
    'verification.settled': [
      'a verification has ended, and the price of every step is known',
      'проверка завершена, и цена каждого шага известна',
    ],
    'call.ended': ['a call of /v1.0 has ended', 'звонок /v1.0 завершён'],
    'balance.low': [
      'the balance is below the threshold of your low-balance notice',
      'баланс ниже порога уведомления',
    ],
    'prefix.paused': [
      'calls to a destination are paused after unusual traffic',
      'звонки на направление приостановлены из-за необычного трафика',
    ],
  },
  on: ['On', 'Включён'],
  off: ['Off', 'Выключен'],
  isOn: ['Send events', 'Отправлять события'],
  newTitle: ['New webhook endpoint', 'Новый адрес веб-хуков'],
  edit: ['Change', 'Изменить'],
  test: ['Send a test event', 'Отправить тестовое событие'],
  tested: ['The test event is being sent.', 'Тестовое событие отправляется.'],
  seeTest: ['See it arrive', 'Посмотреть доставку'],
  removeQuestion: (url: string) => [`Remove ${url}?`, `Удалить ${url}?`],
  removeHint: [
    'Events that wait for it are deleted. Deliveries that were sent stay in the list.',
    'События, которые ждут отправки, будут удалены. Отправленные останутся в списке.',
  ],
  secret: ['Secret', 'Секрет'],
  secretHint: [
    'Signs the events of this endpoint alone. Who looked at it is recorded in the history.',
    'Подписывает события только этого адреса. Кто его смотрел, видно в истории.',
  ],
})

export const endpointProblems = defineMessages({
  'too-many-endpoints': [
    'The service has as many endpoints as it may. Remove one first.',
    'Адресов уже столько, сколько можно. Сначала удалите один.',
  ],
  'address-with-password': [
    'The address has a user and a password in it. Leave them out.',
    'В адресе есть имя и пароль. Уберите их.',
  ],
  'address-not-public': [
    'The address cannot be reached from the internet.',
    'Адрес недоступен из интернета.',
  ],
  'address-of-ringkey': [
    'This is the address of Ringkey itself. Give that of your program.',
    'Это адрес самого Ringkey. Укажите адрес вашей программы.',
  ],
})
