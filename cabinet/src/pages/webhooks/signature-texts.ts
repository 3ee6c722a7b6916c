import { defineMessages } from '../../language/texts.ts'

export const signatureTexts = defineMessages({
  about: [
    'Paste what your receiver got. Nothing is stored.',
    'Вставьте то, что получил ваш приёмник. Мы ничего из этого не сохраняем.',
  ],
  whose: ['Secret', 'Секрет'],
  another: ['A secret that I paste', 'Вставлю свой'],
  secret: ['Webhook secret', 'Секрет веб-хуков'],
  headers: ['Headers', 'Заголовки'],
  payload: ['Body', 'Тело'],
  payloadHint: ['The raw bytes as they came, before any JSON parser.', 'Байты как пришли, до разбора JSON.'],
  check: ['Check', 'Проверить'],
  valid: ['The signature is valid', 'Подпись верна'],
  wrong: ['The signature is not valid', 'Подпись неверна'],
  with: {
    current: ['It was made with the current secret of the service.', 'Сделана действующим секретом сервиса.'],
    previous: [
      'It was made with the secret before the last rotation, which is still valid.',
      'Сделана прежним секретом, он ещё действует.',
    ],
    endpoint: [
      'It was made with the secret of a webhook endpoint of the service.',
      'Подписано секретом одного из адресов веб-хуков сервиса.',
    ],
    given: ['It was made with the secret that you pasted.', 'Сделана секретом, который вы вставили.'],
  },
  late: (age: number) => [
    age > 0
      ? `A receiver would refuse it now: the timestamp is ${age} s old, 300 s are allowed. That is normal for a webhook from a log.`
      : `A receiver would refuse it: the timestamp lies ${-age} s ahead, so one of the clocks is wrong.`,
    age > 0
      ? `Сейчас приёмник отклонил бы её: метке времени ${age} с, допускается 300 с. Для веб-хука из журнала это нормально.`
      : `Приёмник отклонил бы её: метка времени на ${-age} с впереди, чьи-то часы неверны.`,
  ],
  faults: {
    'secret-malformed': [
      'This is not a webhook secret: a secret is whsec_ followed by base64. Copy all of it.',
      'Это не секрет веб-хуков: он начинается с whsec_, дальше base64. Скопируйте целиком.',
    ],
    'id-missing': [
      'The header webhook-id is missing. The request was not sent by Ringkey, or a proxy removed the header.',
      'Нет заголовка webhook-id. Отправил не Ringkey, или заголовок убрал прокси.',
    ],
    'timestamp-missing': ['The header webhook-timestamp is missing.', 'Нет заголовка webhook-timestamp.'],
    'signature-missing': ['The header webhook-signature is missing.', 'Нет заголовка webhook-signature.'],
    'timestamp-unreadable': [
      'webhook-timestamp is not a number of seconds.',
      'webhook-timestamp — не число секунд.',
    ],
    'signature-version': [
      'webhook-signature holds no signature of version 1: it begins with "v1,".',
      'В webhook-signature нет подписи версии 1: она начинается с «v1,».',
    ],
    'masked-body': [
      'This is the copy from the cabinet, where the number is masked. Take the body that your receiver got.',
      'Это копия из кабинета, номер в ней закрыт. Возьмите тело, которое получил приёмник.',
    ],
    'body-spaces': [
      'It is valid without the spaces or line breaks around the body: something added them. Check the raw bytes.',
      'Подходит без пробелов и переводов строк вокруг тела: их что-то добавило. Проверяйте сами байты.',
    ],
    'body-rewritten': [
      'It is valid for the body as we send it: yours was parsed and written again. Check the raw bytes, before the JSON parser.',
      'Подходит к телу, как его пишем мы: ваше разобрали и записали заново. Проверяйте байты до разбора JSON.',
    ],
    'no-fit': [
      'Another secret, another webhook-id or timestamp, or a changed body. Check that it is the secret of the service that asked.',
      'Другой секрет, другие webhook-id или время, либо тело изменено. Проверьте, что секрет того сервиса, который делал запрос.',
    ],
  },
})
