export const signatureTexts = {
  en: {
    about: 'Paste what your receiver got. Nothing is stored.',
    whose: 'Secret',
    another: 'A secret that I paste',
    secret: 'Webhook secret',
    headers: 'Headers',
    payload: 'Body',
    payloadHint: 'The raw bytes as they came, before any JSON parser.',
    check: 'Check',
    valid: 'The signature is valid',
    wrong: 'The signature is not valid',
    with: {
      current: 'It was made with the current secret of the service.',
      previous: 'It was made with the secret before the last rotation, which is still valid.',
      endpoint: 'It was made with the secret of an event endpoint of the service.',
      given: 'It was made with the secret that you pasted.',
    },
    late: (age: number) =>
      age > 0
        ? `A receiver would refuse it now: the timestamp is ${age} s old, 300 s are allowed. That is normal for a webhook from a log.`
        : `A receiver would refuse it: the timestamp lies ${-age} s ahead, so one of the clocks is wrong.`,
    faults: {
      'secret-malformed':
        'This is not a webhook secret: a secret is whsec_ followed by base64. Copy all of it.',
      'id-missing':
        'The header webhook-id is missing. The request was not sent by Ringkey, or a proxy removed the header.',
      'timestamp-missing': 'The header webhook-timestamp is missing.',
      'signature-missing': 'The header webhook-signature is missing.',
      'timestamp-unreadable': 'webhook-timestamp is not a number of seconds.',
      'signature-version': 'webhook-signature holds no signature of version 1: it begins with "v1,".',
      'masked-body':
        'This is the copy from the cabinet, where the number is masked. Take the body that your receiver got.',
      'body-spaces':
        'It is valid without the spaces or line breaks around the body: something added them. Check the raw bytes.',
      'body-rewritten':
        'It is valid for the body as we send it: yours was parsed and written again. Check the raw bytes, before the JSON parser.',
      'no-fit':
        'Another secret, another webhook-id or timestamp, or a changed body. Check that it is the secret of the service that asked.',
    },
  },
  ru: {
    about: 'Вставьте то, что получил ваш приёмник. Мы ничего из этого не сохраняем.',
    whose: 'Секрет',
    another: 'Вставлю свой',
    secret: 'Секрет веб-хуков',
    headers: 'Заголовки',
    payload: 'Тело',
    payloadHint: 'Байты как пришли, до разбора JSON.',
    check: 'Проверить',
    valid: 'Подпись верна',
    wrong: 'Подпись неверна',
    with: {
      current: 'Сделана действующим секретом сервиса.',
      previous: 'Сделана прежним секретом, он ещё действует.',
      endpoint: 'Подписано секретом одного из адресов событий сервиса.',
      given: 'Сделана секретом, который вы вставили.',
    },
    late: (age: number) =>
      age > 0
        ? `Сейчас приёмник отклонил бы её: метке времени ${age} с, допускается 300 с. Для веб-хука из журнала это нормально.`
        : `Приёмник отклонил бы её: метка времени на ${-age} с впереди, чьи-то часы неверны.`,
    faults: {
      'secret-malformed':
        'Это не секрет веб-хуков: он начинается с whsec_, дальше base64. Скопируйте целиком.',
      'id-missing': 'Нет заголовка webhook-id. Отправил не Ringkey, или заголовок убрал прокси.',
      'timestamp-missing': 'Нет заголовка webhook-timestamp.',
      'signature-missing': 'Нет заголовка webhook-signature.',
      'timestamp-unreadable': 'webhook-timestamp — не число секунд.',
      'signature-version': 'В webhook-signature нет подписи версии 1: она начинается с «v1,».',
      'masked-body': 'Это копия из кабинета, номер в ней закрыт. Возьмите тело, которое получил приёмник.',
      'body-spaces':
        'Подходит без пробелов и переводов строк вокруг тела: их что-то добавило. Проверяйте сами байты.',
      'body-rewritten':
        'Подходит к телу, как его пишем мы: ваше разобрали и записали заново. Проверяйте байты до разбора JSON.',
      'no-fit':
        'Другой секрет, другие webhook-id или время, либо тело изменено. Проверьте, что секрет того сервиса, который делал запрос.',
    },
  },
}
