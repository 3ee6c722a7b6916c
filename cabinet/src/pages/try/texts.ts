import { callRefusals } from '../../language/call-refusals.ts'
import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const tryTexts = withCommon({
  title: ['Try it', 'Попробовать'],
  noService: ['No service is switched on', 'Ни один сервис не включён'],
  noServiceHint: [
    'Create one under My services: calls are always placed by a service.',
    'Создайте его в разделе «Мои сервисы»: звонит всегда сервис.',
  ],
  api: ['API', 'API'],
  apis: {
    v2: ['/v2: verification', '/v2: проверка'],
    v1: ['/v1.0: single call', '/v1.0: один звонок'],
  },
  apiHints: {
    v2: [
      'Ringkey calls, tries the next way when nobody is reached, and checks the code for you.',
      'Ringkey звонит, при неудаче пробует следующий режим и сам проверяет код.',
    ],
    v1: [
      'One call. Your program gets the code and compares it itself.',
      'Один звонок. Ваша программа получает код и сравнивает его сама.',
    ],
  },
  plan: ['Calls', 'Звонки'],
  plans: {
    workflow: ['As the workflow of the service says', 'Как задано в сценарии сервиса'],
    'flash voice': ['Flash, then voice', 'Звонок-сброс, затем голос'],
    flash: ['Flash only', 'Только звонок-сброс'],
    voice: ['Voice only', 'Только голос'],
    mix: ['Mix only', 'Только смешанный'],
    inbound: ['Inbound: the person calls', 'Входящий: звонит сам человек'],
  },
  longCodeHint: [
    'Generated if empty. Four digits; up to ten if every call is spoken.',
    'Если пусто, создаётся сам. Четыре цифры; до десяти, если все звонки голосовые.',
  ],
  testCodeHint: [
    'A test number is not called, so nobody sees a generated code: choose one to type it.',
    'На тестовый номер не звонят, и выбранный нами код никто не увидит: задайте свой.',
  ],
  verify: ['Start the verification', 'Начать проверку'],
  modeHints: {
    flash: [
      'The phone rings once; the last four digits of the calling number are the code.',
      'Телефон прозвонит один раз, код — последние четыре цифры звонящего номера.',
    ],
    voice: [
      'A robot calls and speaks the code. Russia and Kazakhstan.',
      'Робот звонит и диктует код. Россия и Казахстан.',
    ],
    mix: [
      'The code is in the calling number, and spoken when the call is answered. Russia.',
      'Код в номере звонящего, а при ответе ещё и диктуется. Россия.',
    ],
    inbound: [
      'The person calls a number that we show; a webhook tells your server.',
      'Человек сам звонит на номер, который мы покажем, а веб-хук сообщит об этом вашему серверу.',
    ],
  },
  target: ['Whom to call', 'Куда звонить'],
  targets: {
    good: ['Test number that succeeds', 'Тестовый номер: успех'],
    bad: ['Test number that fails', 'Тестовый номер: неудача'],
    demo: ['The demo phone', 'Демо-телефон'],
    own: ['A number of yours', 'Свой номер'],
  },
  targetHints: {
    good: [
      '79000000001: completes after a second, costs nothing. With /v2 the settings of a real service have to allow it.',
      '79000000001: подтверждается через секунду, бесплатно. В /v2 у рабочего сервиса его нужно включить в настройках.',
    ],
    bad: [
      '79000000002: fails after a second, costs nothing. With /v2 as above.',
      '79000000002: не удаётся через секунду, бесплатно. В /v2 — как выше.',
    ],
    demo: [
      'In the demo every number rings it. Open it in another window to see the call.',
      'В демо на него попадает любой номер. Откройте его в другом окне, чтобы увидеть звонок.',
    ],
    own: ['A real call at the price of your tariff.', 'Настоящий звонок по цене вашего тарифа.'],
  },
  openPhone: ['Open the demo phone', 'Открыть демо-телефон'],
  phone: ['Number with country code', 'Номер с кодом страны'],
  codeHint: ['Four digits; drawn when left empty.', 'Четыре цифры; если пусто, выберем сами.'],
  callback: ['Where the webhook goes', 'Куда отправить веб-хук'],
  callbackHint: [
    'Your receiver. To look at one on this machine: ringkey webhook listen SERVICE_ID',
    'Ваш приёмник. Посмотреть на него здесь же: ringkey webhook listen SERVICE_ID',
  ],
  place: ['Place the call', 'Позвонить'],
  wait: ['Wait for the call', 'Ждать звонка'],
  same: ['The same from a terminal', 'То же из терминала'],
  errors: {
    phone: [
      'This is no phone number that can be called. Write it with the country code, such as 79161234567.',
      'На такой номер позвонить нельзя. Напишите его с кодом страны, например 79161234567.',
    ],
    code: [
      'Four digits from 0001 to 9999. With /v2 up to ten, if every call is spoken; none for inbound.',
      'Четыре цифры от 0001 до 9999. В /v2 до десяти, если все звонки голосовые; для входящего кода нет.',
    ],
    callbackUrl: [
      'An http or https address that is reachable from outside, without user and password.',
      'Адрес http или https, доступный извне, без имени и пароля.',
    ],
  },
})

export const tryProblems = defineMessages({
  ...callRefusals,
  'account-blocked': [
    'The account is blocked. Ask the operator.',
    'Аккаунт заблокирован. Обратитесь к администратору.',
  ],
  'phone-unconfirmed': [
    'Confirm the phone of the account first: see Account.',
    'Сначала подтвердите телефон аккаунта в разделе «Аккаунт».',
  ],
  archived: ['This service is archived. Choose another one.', 'Этот сервис в архиве. Выберите другой.'],
  'switched-off': [
    'This service is switched off. Switch it on under My services.',
    'Этот сервис выключен. Включите его в «Моих сервисах».',
  ],
  'too-many-attempts': [
    'Too many attempts. Wait a few minutes, or use the API.',
    'Слишком много попыток. Подождите несколько минут или используйте API.',
  ],
})
