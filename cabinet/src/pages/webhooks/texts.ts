import { terms, withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const webhooksTexts = withCommon({
  title: ['Webhooks', 'Веб-хуки'],
  deliveries: ['Deliveries', 'Доставка'],
  tabs: {
    list: ['Endpoints and deliveries', 'Адреса и доставка'],
    check: ['Check a signature', 'Проверить подпись'],
  },
  states: [terms.en.webhookStates, terms.ru.webhookStates],
  retrying: (failed: string) => [`retrying, ${failed} failed`, `повторяем, неудач: ${failed}`],
  verification: ['Verification', 'Проверка'],
  call: ['Call', 'Звонок'],
  about: ['About', 'О чём'],
  type: ['Event', 'Событие'],
  inbound: ['Webhook of an inbound call', 'Веб-хук о входящем звонке'],
  test: ['Test event', 'Тестовое событие'],
  endpoint: ['Webhook endpoint', 'Адрес веб-хуков'],
  receiver: ['Receiver', 'Приёмник'],
  tries: ['Attempts', 'Попыток'],
  created: ['Time', 'Время'],
  next: ['Next attempt', 'Следующая попытка'],
  none: ['No webhooks here', 'Веб-хуков здесь нет'],
  noneHint: [
    'A webhook is sent when a person calls the confirmation number of inboundCallWaiting. Events are sent to the endpoints of a service: add one above.',
    'Веб-хук отправляется, когда человек звонит на номер подтверждения из inboundCallWaiting. События отправляются на адреса веб-хуков сервиса: добавьте адрес выше.',
  ],
  noneFiltered: [
    'Nothing matches these filters. Choose others above.',
    'По этим условиям ничего нет. Выберите другие выше.',
  ],
  more: ['Show older ones', 'Показать более ранние'],
  trouble: ['These receivers do not accept webhooks', 'Эти приёмники не принимают веб-хуки'],
  troubleLine: (receiver: string, pending: string, failed: string) => [
    `${receiver}: ${pending} waiting for another attempt, ${failed} failed in the last 7 days`,
    `${receiver}: ждут новой попытки — ${pending}, не доставлены за 7 дней — ${failed}`,
  ],
  newest: ['see the newest', 'смотреть последний'],
  erased: [
    'erased with the number, or the endpoint was removed',
    'удалён вместе с номером или адресом веб-хуков',
  ],
  back: ['Webhooks', 'Веб-хуки'],
  detail: (id: number) => [`Webhook of call ${id}`, `Веб-хук звонка ${id}`],
  detailEvent: (type: string) => [`Event ${type}`, `Событие ${type}`],
  noticeTypes: {
    'alarm.began': ['An alarm began', 'Оповещение: началось'],
    'alarm.ended': ['An alarm is over', 'Оповещение: прошло'],
    'alarm.test': ['A test', 'Проверочное сообщение'],
    'balance.low': ['Low balance', 'Мало средств'],
    'service.charged_on_delivery': ['Charged on delivery', 'Оплата за доставку'],
  },
  backToAlarms: ['Alarms', 'Оповещения'],
  webhookId: ['webhook-id', 'webhook-id'],
  url: ['Address', 'Адрес'],
  again: ['Send again', 'Отправить ещё раз'],
  againMany: ['Send many again', 'Отправить повторно'],
  which: ['Which', 'Какие'],
  onlyFailed: ['Those that failed', 'Только неудачные'],
  allOfThem: ['All of them', 'Все'],
  againHint: [
    'Of the service, to all its addresses. Each keeps its webhook-id, by which a receiver knows repeats.',
    'Все веб-хуки сервиса, на все его адреса. У каждого остаётся свой webhook-id: по нему приёмник узнаёт повторы.',
  ],
  againHintOne: [
    'Of the endpoint that the list shows. Each keeps its webhook-id, by which a receiver knows repeats.',
    'Веб-хуки адреса, который показан в списке. У каждого остаётся свой webhook-id: по нему приёмник узнаёт повторы.',
  ],
  sentAgain: (count: string) => [`Sent again: ${count}`, `Отправлено повторно: ${count}`],
  queued: ['It is being sent again with the same webhook-id.', 'Отправляем ещё раз с тем же webhook-id.'],
  attempts: ['Attempts', 'Попытки'],
  noAttempts: ['Not tried yet.', 'Ещё не отправляли.'],
  answer: ['Answer', 'Ответ'],
  duration: ['Duration', 'Длительность'],
  start: ['Response body', 'Тело ответа'],
  noAnswer: ['no answer', 'нет ответа'],
  whyNoAnswer: [
    {} as Readonly<Record<string, string>>,
    {
      'the alarm has been over for a day': 'причина исчезла больше суток назад',
      'the person was removed': 'человек удалён',
      'the receiver was removed': 'получатель удалён',
      'no mail server is set (RINGKEY_SMTP_URL)': 'почтовый сервер не задан (RINGKEY_SMTP_URL)',
      'no bot is set (RINGKEY_TELEGRAM_TOKEN)': 'бот не задан (RINGKEY_TELEGRAM_TOKEN)',
      'this person has not connected Telegram in the cabinet':
        'этот человек не подключил Telegram в кабинете',
      'sent while the database was away': 'отправлено, пока база данных была недоступна',
      'the connection failed': 'не удалось соединиться',
      'no answer in time': 'ответ не пришёл вовремя',
      'the address is not public': 'адрес не публичный',
      'that is this service itself': 'это адрес самого сервиса',
      'neither http nor https': 'не http и не https',
      'user and password in it': 'в адресе логин и пароль',
      'no host': 'нет имени хоста',
    } as Readonly<Record<string, string>>,
  ],
  payload: ['What is sent', 'Что отправляется'],
  payloadHint: [
    'This is what is sent, except clientNumber: we store only a mask of the number, the receiver gets the full number. The signature therefore does not match this copy.',
    'Всё как отправлено, кроме clientNumber: мы храним только маску номера, а приёмник получает его целиком. Поэтому к этой копии подпись не подойдёт.',
  ],
  payloadHintEvent: [
    'This is what is sent, formatted for reading.',
    'Так и отправляется; здесь с отступами, чтобы было удобно читать.',
  ],
  payloadGone: [
    'The number was erased, and the body with it.',
    'Номер удалён, а вместе с ним и тело веб-хука.',
  ],
  noticeGone: ['There is nobody to send it to any more.', 'Отправлять больше некому.'],
  thePayload: ['the payload', 'тело'],
})

/** What people got is named, an event has the name that programs know. */
export const noticeName = (
  text: { readonly noticeTypes: Readonly<Record<string, string>> },
  type: string | null,
) => text.noticeTypes[type ?? ''] ?? type

export const webhookProblems = defineMessages({
  'under-way': [
    'It is being sent at this moment. Wait for the answer.',
    'Он отправляется прямо сейчас. Дождитесь ответа.',
  ],
})
