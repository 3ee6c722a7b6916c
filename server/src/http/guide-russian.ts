import { inboundLifetime } from '../accounts/service-settings.ts'
import { maxWaitingPerOwner } from '../books/admit-inbound.ts'
import { testNumberThatFails, testNumberThatSucceeds } from '../books/test-numbers.ts'
import { maxTestsPerHour } from '../books/test-quota.ts'
import { secondMs } from '../platform/clock.ts'
import { postLimits } from '../webhooks/post.ts'
import { retryAfterMs } from '../webhooks/schedule.ts'
import { toleranceSeconds } from '../webhooks/signature.ts'
import { wrongCredentialsPerMinute } from './address-limits.ts'
import type { Block, NamedChapter } from './documents/documentation.ts'
import { type Figures, type Guide, spanIn, startExample } from './guide.ts'
import { maxBodyBytes } from './request-body.ts'
import * as example from './webhook-example.ts'

/** The guide in Russian, with the same chapters and blocks as `guide.ts`. */

const { defaultSeconds, minSeconds, maxSeconds } = inboundLifetime
const span = (timeMs: number) => spanIn(timeMs, ['ч', 'мин', 'с'])

const introduction =
  'Звонок подтверждает, что номер телефона принадлежит человеку. Две версии API с общими сервисами, ключами, деньгами и ' +
  'ограничениями: `/v2` проверяет код сам и подходит новым программам; `/v1.0` отдаёт код вам и совместим с ' +
  'существующими клиентами. То, что вы передаёте в `client`, `metadata`, `unique` и `callback_url`, хранится как есть; ' +
  'от номера телефона хранятся только хеш с ключом и маска.'

const authentication: readonly Block[] = [
  'Каждый запрос несёт в заголовке секретный ключ и id сервиса, соединённые точкой:',
  { code: 'Authorization: Bearer SECRET_KEY.SERVICE_ID' },
  'Существующие клиенты передают их и иначе, это тоже работает: `key` и `service_id` — поля тела (POST) или параметры строки запроса (только GET). Адреса попадают в журналы прокси, поэтому в новых программах используйте заголовок. Решает первое место, где есть ключ.',
  'У сервиса может быть несколько ключей, они выпускаются в личном кабинете. Ключу можно всё, только чтение или только тестовые номера. Чего ключу нельзя, отклоняется с кодом 1006, в `/v2` — `key_not_allowed`.',
  'Параметры POST передаются в JSON с `Content-Type: application/json`; объект JSON без этого заголовка тоже читается. Читается и форма (`application/x-www-form-urlencoded`), но не multipart.',
]

const verifications: readonly Block[] = [
  'Проверка звонит на телефон, хранит код, считает неверные попытки, следит за сроком, пробует другой способ, если дозвониться не удалось, и сообщает итог одним ожидающим запросом. Ваша программа кода не видит.',
  [
    '`POST /v2/verifications` создаёт проверку и начинает первый шаг.',
    '`GET /v2/verifications/{id}` читает её; с `?wait=25` отвечает при следующем изменении.',
    '`POST /v2/verifications/{id}/check` сравнивает код, который ввёл человек.',
    '`POST /v2/checks` делает то же для последней незавершённой проверки телефона.',
    '`POST /v2/verifications/{id}/next` начинает следующий шаг сейчас, `POST /v2/verifications/{id}/cancel` завершает проверку.',
    '`GET /v2/verifications` — список, `POST /v2/verifications/search` ищет по телефону.',
    '`POST /v2/phones` сообщает, что известно о номерах, до 1000 за раз.',
    '`POST /v2/feedback` — для звонков `/v1.0`: верно ли был введён код.',
  ],
  [
    'Ключ принимается только в заголовке `Authorization`. Тело — JSON. С `Idempotency-Key` создание можно безопасно повторить.',
    'Шаги — это звонки: `flash`, `voice`, `mix`, `inbound`. Если `steps` не передан, решает сценарий сервиса.',
    'Передавайте `ip` пользователя: сервис ограничивает число проверок, телефонов и стран для одного адреса.',
    'Ошибки — это problem details (RFC 9457) с постоянным `code` и страницей `/docs/errors/CODE`.',
    'OpenAPI 3.1: `/openapi-v2.json`. Всё остальное: `docs/v2.md` в исходном коде сервиса.',
  ],
]

const compatible: readonly Block[] = [
  'Методы, начиная с `initCall`, и всё, что ниже. Они отдают код вам: вы храните его, сравниваете, считаете неверные попытки и следите за сроком. Каждый метод принимает GET (строка запроса) и POST (JSON или форма) и отвечает JSON. Время — в секундах Unix, деньги — в рублях.',
]

const safetyOf = (figures: Figures): readonly Block[] => [
  'Начинайте проверку запросом POST со своим `unique`, лучше всего UUID, и повторяйте тот же `unique`, если ответа не было. HTTP-клиенты и прокси повторяют GET сами: без `unique` один потерянный ответ — это два звонка и двойная оплата.',
  { code: startExample(figures) },
  [
    'Сначала смотрите на `status`. У ошибки тоже есть поле `code`, и 1001–1006 похожи на код проверки: программа, которая сохраняет `code` не глядя, сохранит ошибку как секрет. В ответах `checkPhone` и `getAccount` поля `status` нет, поэтому ошибка — это `status === false`, а не отсутствие `status`.',
    'Держите код на своём сервере. Браузеру и приложению ответ не нужен: кто видит код, тому не нужен телефон.',
    'Дайте пользователю три попытки, затем забудьте код и начните заново.',
    'Код живёт пять минут и годится один раз: использованный код ничего не стоит.',
    'Привяжите код к сессии, которая его запросила, и к номеру, на который звонили.',
    'Ограничьте, как часто один пользователь и один адрес могут просить звонок: звонки стоят денег, и каждый кого-то беспокоит.',
    'Если `call_status` равен 0, предложите другой режим или входящий звонок. Не звоните по кругу.',
    'Ключу место на сервере, а не на странице и не в приложении. С `Authorization: Bearer SECRET_KEY.SERVICE_ID` он не попадает в журналы с адресами запросов.',
  ],
  'Если запрос выполнен, но что-то в нём странно, ответ несёт `X-Ringkey-Warning`: неизвестные параметры с именем, которое, вероятно, имелось в виду, `voice` вместе с `mix`, дополненный нулями код. Смотрите на него при разработке.',
]

/** Fields and rules of profile `ucaller`. */
function profileChapter({ profile }: Figures): readonly Block[] {
  return [
    `Публичные клиенты сервиса, чей это API, работают без изменений с сервисом в профиле \`ucaller\`. Профиль выбирает владелец сервиса в кабинете; здесь у сервисов, где он не выбран, профиль \`${profile}\`.`,
    [
      '`ucaller_id`, `first_ucaller_id` и `repeated_ucaller_ids` стоят рядом с `vendor_id`, `first_vendor_id` и `repeated_vendor_ids`.',
      'Ошибки — HTTP 200, если сервису не задано своё. Ограничение по адресу остаётся HTTP 429. У ошибки до проверки ключа, например кода 401, HTTP-статус задан для всей установки: сервис ещё не известен.',
      'POST берёт параметры из строки запроса, если тело пустое, `{}` или содержит только `key` и `service_id`. Ключ оттуда не берётся никогда.',
      '`89XXXXXXXXX` читается как `79XXXXXXXXX` в `initCall` и `inboundCallWaiting`.',
      `Если это включено у сервиса, \`initCall\` для \`${testNumberThatFails}\` отвечает \`status\` false без \`error\`.`,
    ],
    'Ответы этого профиля описаны в `/openapi.json?profile=ucaller`.',
  ]
}

const testNumbers: readonly Block[] = [
  `Два номера никому не звонят и ничего не стоят. Ограничения по номеру, список стран и лимиты расходов на них не действуют, в кабинете они отмечены TEST. Не больше ${maxTestsPerHour} в час на сервис, иначе код 18; хранятся сутки.`,
  [
    `\`${testNumberThatSucceeds}\` всегда успешен. \`initCall\` в любом режиме: \`call_status\` становится 1 примерно через секунду. \`inboundCallWaiting\`: звонок «поступает» сам примерно через секунду, и уходит веб-хук.`,
    `\`${testNumberThatFails}\` всегда неудачен. \`initCall\`: \`call_status\` становится 0 примерно через секунду. \`inboundCallWaiting\`: никто не звонит, запрос истекает, веб-хука нет.`,
  ],
  '`checkPhone` этих номеров — обычный платный запрос.',
]

function limitsOf({ ratePerSecond, numberLimits }: Figures): readonly Block[] {
  const { gapMs, perMinute, perDay, blockMs, everywhere } = numberLimits
  return [
    'На один номер в одном сервисе. Считаются звонки, начатые `initCall`, за скользящую минуту и скользящие сутки; отказы, повторы `unique`, бесплатные повторы и входящие запросы не считаются.',
    [
      ...(gapMs > 0 ? [`${span(gapMs)} между двумя звонками, иначе код 19.`] : []),
      `Звонков в минуту: ${perMinute}, иначе код 18.`,
      `Звонков за 24 часа: ${perDay}, иначе код 18${blockMs > 0 ? `; затем номер отдыхает не меньше ${span(blockMs)}.` : '.'}`,
    ],
    `На один номер во всех сервисах этой установки: ${everywhere.gapMs > 0 ? `${span(everywhere.gapMs)} между двумя звонками, иначе код 19; ` : ''}звонков в минуту: ${everywhere.perMinute}, за 24 часа: ${everywhere.perDay}, иначе код 18.`,
    `Входящий запрос живёт ${defaultSeconds} с, если сервису не задано другое время от ${minSeconds} до ${maxSeconds} с. У аккаунтов одного владельца не больше ${maxWaitingPerOwner} живых запросов на один номер, иначе код 18.`,
    ratePerSecond > 0
      ? `На один адрес клиента: запросов в секунду — ${ratePerSecond}, иначе код 429. В каждом ответе есть \`X-Rate-Limit-Limit\`, \`X-Rate-Limit-Remaining\` (сколько осталось в эту секунду) и \`X-Rate-Limit-Reset\` (когда счёт начнётся заново, в секундах Unix).`
      : 'Число запросов в секунду с одного адреса здесь не ограничено.',
    `Больше ${wrongCredentialsPerMinute} неверных ключей в минуту с одного адреса: запросы с неверным ключом или без него минуту получают код 429. Запросы без ключа не считаются, а действующий ключ обслуживается всё равно.`,
    'Ошибки с HTTP 429 и 503 несут `Retry-After`: через сколько секунд повторить. Он остаётся и там, где сервис переключён на HTTP 200 для любой ошибки. Код 13 несёт его, если ожидание поможет.',
    `Тело — не больше ${maxBodyBytes} байт, иначе код 1 с HTTP 413.`,
  ]
}

function chaptersOf(figures: Figures): readonly NamedChapter[] {
  return [
    { id: 'v2', title: 'Проверки: /v2', blocks: verifications },
    { id: 'authentication', title: 'Аутентификация', blocks: authentication },
    { id: 'v1', title: 'Совместимый API: /v1.0', blocks: compatible },
    { id: 'safety', title: 'Как сделать безопасно', blocks: safetyOf(figures) },
    { id: 'testNumbers', title: 'Тестовые номера', blocks: testNumbers },
    { id: 'limits', title: 'Ограничения', blocks: limitsOf(figures) },
    { id: 'profile', title: 'Клиенты ucaller', blocks: profileChapter(figures) },
  ]
}

const whenWebhook =
  `Когда человек звонит на \`confirmation_number\` с \`phone\`, пока запрос жив (${defaultSeconds} с или заданные ` +
  `сервису от ${minSeconds} до ${maxSeconds} с), звонок сбрасывается без ответа, и на \`callback_url\` из ` +
  '`inboundCallWaiting` уходит POST. Запрос, по которому никто не позвонил, не удался, его цена возвращается, а ' +
  'веб-хука нет: об этом скажет `getInfo`.'

const answerSeconds = postLimits.headersMs / secondMs

const checkingOfWebhook: readonly Block[] = [
  'На ваш адрес может прислать запрос кто угодно, поэтому проверяйте подпись. Секрет сервиса — в кабинете: «Мои сервисы», сервис, «Подключение»; его может назвать и администратор. Это `whsec_` и base64, ключ — раскодированные байты. Формат — Standard Webhooks, для него есть библиотеки на многих языках; без библиотеки:',
  [
    'Возьмите тело байт в байт, до разбора JSON.',
    'Вычислите HMAC-SHA-256 с этим ключом от `<webhook-id>.<webhook-timestamp>.<body>`, в base64.',
    'Разделите `webhook-signature` по пробелам. Одна из частей должна быть `v1,` и вычисленным значением; сравнивайте за постоянное время.',
    `Отклоняйте \`webhook-timestamp\`, который отличается от ваших часов больше чем на ${span(toleranceSeconds * secondMs)}. У каждой попытки своё время.`,
  ],
  `Пример, на котором можно испытать программу без проверки времени. Он подписан секретом \`${example.secret}\`, тело оканчивается без перевода строки:`,
  { code: example.request },
]

const answeringOfWebhook: readonly Block[] = [
  [
    `Любой 2xx за ${answerSeconds} с: доставлено. Текст ответа не используется.`,
    '410: больше попыток не будет.',
    `Всё остальное, включая перенаправления, нет ответа ${answerSeconds} с, нет соединения ${span(postLimits.connectMs)}: попытки повторяются через ${retryAfterMs.map(span).join(', ')}, каждая пауза до десятой части длиннее. Потом доставка не удалась, и её можно отправить снова из кабинета.`,
  ],
  'Доставка — не меньше одного раза: после сбоя с любой стороны тот же веб-хук может прийти ещё раз с тем же `webhook-id`. Запоминайте его или отмечайте `callId` подтверждённым: сделать это дважды безвредно. Веб-хуки разных звонков приходят в любом порядке.',
  'Непубличные адреса в `callback_url` отклоняются, в начале и при каждой попытке, если администратор их не открыл. Сертификат должен быть действителен для имени из URL.',
]

export const russianGuide: Guide = {
  introduction,
  chaptersOf,
  whenWebhook,
  chaptersOfWebhook: [
    { title: 'Проверьте подпись', blocks: checkingOfWebhook },
    { title: 'Ваш ответ', blocks: answeringOfWebhook },
  ],
}
