import { withCommon } from '../../language/terms.ts'

export const quickStartTexts = withCommon({
  title: ['Quick start', 'Быстрый старт'],
  back: ['Overview', 'Обзор'],
  intro: [
    'From a key to a sign-in by call, in a few lines. Your address and your service are already in them; only the key is not, because we do not know it.',
    'От ключа до входа по звонку — несколько строк. Ваш адрес и сервис в них уже подставлены, нет только ключа: мы его не знаем.',
  ],
  access: ['1. Your access', '1. Доступ'],
  serviceId: ['Service id', 'Id сервиса'],
  keyHint: [
    'Put your key where YOUR_SECRET_KEY stands. It was shown once, when it was made.',
    'Вместо YOUR_SECRET_KEY подставьте свой ключ. Он был показан один раз, при создании.',
  ],
  createKey: ['Create a key', 'Создать ключ'],
  check: ['2. Is the key right?', '2. Подходит ли ключ?'],
  checkAbout: [
    'The answer names your service. Code 401 means that key and service do not belong together.',
    'В ответе будет название вашего сервиса. Код 401 — ключ не от этого сервиса.',
  ],
  start: ['3. Start a verification', '3. Начните проверку'],
  startAbout: [
    'A test number: nobody is called and nothing is charged. Outside of a demo account the settings of the service have to serve it. The answer has an id that begins with vf_. With a real phone, leave "code" out: then we choose it, and nobody but the person learns it.',
    'Номер тестовый: никому не звоним, ничего не списываем. Вне демо-аккаунта его нужно включить в настройках сервиса. В ответе будет id, который начинается с vf_. Для настоящего телефона уберите "code": тогда код выберем мы, и узнает его только сам человек.',
  ],
  code: ['4. Check the code', '4. Проверьте код'],
  codeAbout: [
    'Put the id where VERIFICATION_ID stands. "valid": true and "status": "approved" mean that the person holds the phone; "test": true, that nobody was called, so a live site lets nobody in. Three wrong codes end the verification.',
    'Вместо VERIFICATION_ID подставьте id. "valid": true и "status": "approved" значат, что телефон у человека в руках, а "test": true — что звонка не было: на рабочем сайте по такому ответу не пускайте. После трёх неверных кодов проверка закончится.',
  ],
  whole: ['5. The whole sign-in as a program', '5. Вход целиком, программой'],
  wholeAbout: [
    'Starts the call, waits until the phone was reached, and checks what the person types. Run it with a phone number as its argument.',
    'Начинает звонок, ждёт, пока он дойдёт до телефона, и проверяет введённые цифры. Номер телефона — первый аргумент программы.',
  ],
  language: ['Language of the program', 'Язык программы'],
  told: ['6. Be told instead of asking', '6. Не спрашивать, а узнавать'],
  toldAbout: [
    'Every change of a verification can be sent to your program, signed. Requests that fail are repeated for a day.',
    'О каждом изменении проверки можно получать подписанный запрос. Если он не дошёл, мы повторяем его в течение суток.',
  ],
  addAddress: ['Add an address for events', 'Добавить адрес для событий'],
  testNumbers: ['Test numbers', 'Тестовые номера'],
  testNumbersList: [
    [
      '79000000001 always succeeds, 79000000002 always fails, in every mode, after about a second.',
      'They cost nothing and place no call. A demo account serves them everywhere; another service serves them in /v2 once its settings say so.',
      'A key with the scope “test numbers only” can do nothing else: take it for CI.',
    ],
    [
      '79000000001 всегда успешен, 79000000002 всегда неудачен — в любом режиме, примерно через секунду.',
      'Они бесплатны и никому не звонят. В демо-аккаунте они работают везде; в /v2 другого сервиса — если включить их в его настройках.',
      'Ключ «только тестовые номера» ничего другого не умеет: он для CI.',
    ],
  ],
  live: ['Before real people use it', 'Прежде чем пускать людей'],
  liveList: [
    [
      'Start and check verifications on your server. A key in an app or a page is a key that everybody has.',
      'Send an Idempotency-Key with each start: a repeated request then starts no second call.',
      'Show how many tries are left, and offer the next mode when a call does not come.',
      'Limit what one visitor may start: pass the address of the visitor as "ip".',
      'Set a spend cap for the service, and a notice for a low balance.',
    ],
    [
      'Начинайте и проверяйте на своём сервере. Ключ в приложении или на странице знают все.',
      'Передавайте Idempotency-Key при каждом старте: тогда повтор запроса не начнёт второй звонок.',
      'Показывайте, сколько попыток осталось, и предлагайте другой режим, если звонка нет.',
      'Ограничьте одного посетителя: передавайте его адрес в поле "ip".',
      'Задайте сервису лимит расходов и уведомление о низком балансе.',
    ],
  ],
  trouble: ['If something is refused', 'Если запрос отклонён'],
  troubles: [
    [
      ['401, unauthorized', 'Key and service id do not belong together, or the key was revoked.'],
      ['1006, key_not_allowed', 'The key may only read, or is for test numbers only.'],
      [
        '3, invalid_request',
        'The phone is not valid: the country code and digits, such as 79001234567; with a plus in /v2.',
      ],
      ['19, number_rests', 'This phone was called less than 15 seconds ago.'],
      ['18, number_limit', 'This phone was called too often in a minute or in a day.'],
      ['1002, insufficient_funds', 'The balance is not enough, or a spend cap is reached.'],
      ['9, number_not_served', 'A premium-rate number, or a test number that this service does not serve.'],
      ['5, no_route', 'There is no way to call this number now: ask the operator.'],
    ] as readonly (readonly [string, string])[],
    [
      ['401, unauthorized', 'Ключ не от этого сервиса или отозван.'],
      ['1006, key_not_allowed', 'Ключ только для чтения или только для тестовых номеров.'],
      [
        '3, invalid_request',
        'Номер недействителен: нужны код страны и цифры, например 79001234567; в /v2 — с плюсом.',
      ],
      ['19, number_rests', 'На этот телефон звонили меньше 15 секунд назад.'],
      ['18, number_limit', 'На этот телефон звонили слишком часто за минуту или за сутки.'],
      ['1002, insufficient_funds', 'Не хватает денег, или достигнут лимит расходов.'],
      ['9, number_not_served', 'Платный номер или тестовый, который этот сервис не обслуживает.'],
      ['5, no_route', 'Сейчас на этот номер не позвонить: спросите администратора.'],
    ] as readonly (readonly [string, string])[],
  ],
  seeRequests: [
    'What your programs asked, and what they were answered',
    'Что запрашивали ваши программы и что им ответили',
  ],
  reference: ['Reference', 'Справочник'],
  referenceAbout: [
    'Every method, parameter and code, with your address and service in the examples.',
    'Все методы, параметры и коды; ваш адрес и сервис подставлены в примеры.',
  ],
  openReference: ['API reference', 'Справочник API'],
  files: [
    'The same for programs, and as a page that needs no sign-in:',
    'То же для программ и страницей, которая открыта всем:',
  ],
  documents: [
    [
      ['/docs', '/docs'],
      ['/openapi-v2.json', 'OpenAPI /v2'],
      ['/openapi.json', 'OpenAPI /v1.0'],
      ['/llms.txt', 'llms.txt'],
    ] as readonly (readonly [string, string])[],
    [
      ['/docs/ru', '/docs'],
      ['/openapi-v2.json', 'OpenAPI /v2'],
      ['/openapi.json', 'OpenAPI /v1.0'],
      ['/llms.txt', 'llms.txt'],
    ] as readonly (readonly [string, string])[],
  ],
})
