import { ofPage } from '../../language/terms.ts'
import { inBoth } from '../../language/texts.ts'

export const tryTexts = ofPage({
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
    'Drawn when left empty. Four digits; up to ten if every call is spoken.',
    'Если пусто, выберем сами. Четыре цифры; до десяти, если все звонки голосовые.',
  ],
  testCodeHint: [
    'A test number is not called, so nobody sees a drawn code: choose one to type it.',
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
  errors: [
    {
      phone:
        'This is no phone number that can be called. Write it with the country code, such as 79161234567.',
      code: 'Four digits from 0001 to 9999. With /v2 up to ten, if every call is spoken; none for inbound.',
      callbackUrl: 'An http or https address that is reachable from outside, without user and password.',
    } as Record<string, string>,
    {
      phone: 'На такой номер позвонить нельзя. Напишите его с кодом страны, например 79161234567.',
      code: 'Четыре цифры от 0001 до 9999. В /v2 до десяти, если все звонки голосовые; для входящего кода нет.',
      callbackUrl: 'Адрес http или https, доступный извне, без имени и пароля.',
    },
  ],
})

export const tryProblems = inBoth({
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
  'refused-mode-country': [
    'Voice is for Russia and Kazakhstan, mix for Russia only. Choose another mode.',
    'Голос — для России и Казахстана, смешанный режим — только для России. Выберите другой.',
  ],
  'refused-country': [
    'The settings of this service do not allow this country.',
    'Настройки сервиса не разрешают эту страну.',
  ],
  'refused-prefix-paused': [
    'Calls to this destination are paused after unusual traffic. Resume them on the page of the service.',
    'Звонки на это направление приостановлены из-за необычного трафика. Возобновить их можно на странице сервиса.',
  ],
  'refused-dear-range': [
    'Premium-rate, shared-cost, satellite and similar numbers are not served.',
    'Номера с повышенной или разделённой оплатой, спутниковые и подобные не обслуживаются.',
  ],
  'refused-do-not-call': [
    'The owner of this number asked not to be called.',
    'Владелец этого номера просил ему не звонить.',
  ],
  'refused-wait': [
    'This number was called a moment ago. Wait 15 seconds, or take another number.',
    'На этот номер только что звонили. Подождите 15 секунд или возьмите другой.',
  ],
  'refused-waiting-limit': [
    'Three requests already wait for a call from this number. Take another one, or wait a minute.',
    'Три запроса уже ждут звонка с этого номера. Возьмите другой или подождите минуту.',
  ],
  'refused-test-off': [
    'This service does not serve this test number here. Choose which ones it serves in its settings, or take another number.',
    'Этот тестовый номер сервис здесь не обслуживает. Выберите нужные в его настройках или возьмите другой номер.',
  ],
  'refused-test-limit': [
    'This service has used its test numbers too often in this hour.',
    'Сервис слишком часто использовал тестовые номера за этот час.',
  ],
  'refused-number-limit': [
    'Too many calls to this number. Take another one, or come back later.',
    'Слишком много звонков на этот номер. Возьмите другой или вернитесь позже.',
  ],
  'refused-funds': [
    'Not enough money for this call. See Money.',
    'На этот звонок не хватает денег. Смотрите раздел «Деньги».',
  ],
  'refused-spend-cap': [
    'A spend cap is reached: see the settings of the service.',
    'Достигнут лимит расходов: смотрите настройки сервиса.',
  ],
  'refused-full': [
    'All lines are busy. Nothing was started; try again in a moment.',
    'Все линии заняты. Ничего не начато, попробуйте чуть позже.',
  ],
  'refused-no-way': [
    'There is no way to call this number now: no trunk, or no calling number with this code.',
    'Сейчас на этот номер не позвонить: нет линии или номера с таким кодом.',
  ],
  'refused-no-price': [
    'Your tariff has no price for this mode and number. Ask the operator.',
    'В вашем тарифе нет цены для этого режима и номера. Обратитесь к администратору.',
  ],
  'refused-own-code': [
    'Your tariff does not serve own codes. Leave the code empty.',
    'Ваш тариф не обслуживает свои коды. Оставьте поле кода пустым.',
  ],
  'refused-phone-blocked': [
    'Too many wrong codes for this phone in a day. Take another number, or let the phone call you (inbound).',
    'Для этого телефона за сутки слишком много неверных кодов. Возьмите другой или пусть телефон позвонит сам (входящий).',
  ],
  'refused-no-numbers': [
    'The operator has not added confirmation numbers yet.',
    'Администратор ещё не добавил номера подтверждения.',
  ],
  'too-many-attempts': [
    'Too many attempts. Wait a few minutes, or use the API.',
    'Слишком много попыток. Подождите несколько минут или используйте API.',
  ],
})
