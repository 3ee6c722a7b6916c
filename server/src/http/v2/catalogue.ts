import type { Language } from '../errors.ts'

/**
 * The error catalogue of `/v2`: each code once, with its HTTP status and its text. The first sentence is the title; what
 * follows says what happened and what helps. `/docs/errors/CODE` shows both.
 */
const catalogue = {
  invalid_request: {
    status: 400,
    en: 'The request is not valid. One or more members are missing, unknown or wrong: see `errors`.',
    ru: 'Запрос неверен. Одно или несколько полей отсутствуют, неизвестны или неверны: см. `errors`.',
  },
  unreadable_request: {
    status: 400,
    en: 'The request cannot be read. Send an HTTP/1.1 request.',
    ru: 'Запрос не удалось прочитать. Отправьте запрос HTTP/1.1.',
  },
  unreadable_body: {
    status: 400,
    en: 'The body cannot be read. Send a JSON object in UTF-8 with `Content-Type: application/json`.',
    ru: 'Тело запроса не удалось прочитать. Отправьте объект JSON в UTF-8 с заголовком `Content-Type: application/json`.',
  },
  body_too_large: {
    status: 413,
    en: 'The body is too large. A body may have 16,384 bytes, that of `/v2/phones` 65,536.',
    ru: 'Тело запроса слишком большое. Тело запроса может занимать не больше 16 384 байт, для `/v2/phones` — 65 536.',
  },
  unauthorized: {
    status: 401,
    en: 'Authentication failed. Send a valid key in the header `Authorization: Bearer KEY.SERVICE_ID`. Credentials in the URL or in the body are not read. A client token ends ten minutes after its verification.',
    ru: 'Ошибка аутентификации. Передайте действующий ключ в заголовке `Authorization: Bearer KEY.SERVICE_ID`. Ключ в адресе или в теле запроса не читается. Клиентский токен действует ещё десять минут после завершения проверки.',
  },
  hook_signature: {
    status: 401,
    en: 'The signature of the hook does not match. The hook of an identity provider has to be signed with the secret that this service shows for it, and no longer than five minutes ago. The address names the id of the service.',
    ru: 'Подпись хука не подходит. Хук системы входа подписывается секретом, который для него показал этот сервис, и не раньше чем пять минут назад. В адресе стоит id сервиса.',
  },
  hook_credential: {
    status: 401,
    en: 'The credential of the hook does not match. The identity server has to send the credential that this service showed for its hook. The address names the id of the service.',
    ru: 'Учётные данные хука не подходят. Система входа передаёт учётные данные, которые этот сервис показал для её хука. В адресе стоит id сервиса.',
  },
  address_blocked: {
    status: 403,
    en: 'This address is blocked. The operator has blocked requests from this address.',
    ru: 'Этот адрес заблокирован. Администратор заблокировал запросы с этого адреса.',
  },
  address_not_allowed: {
    status: 403,
    en: 'This address is not on the allow list. The service accepts requests only from the addresses on its allow list.',
    ru: 'Этого адреса нет в списке разрешённых. Сервис принимает запросы только с адресов из своего списка разрешённых.',
  },
  account_blocked: {
    status: 403,
    en: 'The account is blocked. Ask the operator why.',
    ru: 'Аккаунт заблокирован. Причину уточните у администратора.',
  },
  account_unconfirmed: {
    status: 403,
    en: 'The account has not confirmed its phone. The owner has to confirm a phone in the cabinet first.',
    ru: 'Телефон аккаунта не подтверждён. Сначала владелец должен подтвердить телефон в личном кабинете.',
  },
  service_archived: {
    status: 403,
    en: 'The service is archived. An archived service cannot be used again.',
    ru: 'Сервис в архиве. Архивный сервис использовать нельзя.',
  },
  service_off: {
    status: 403,
    en: 'The service is switched off. Switch it on in the cabinet.',
    ru: 'Сервис выключен. Включите его в личном кабинете.',
  },
  key_not_allowed: {
    status: 403,
    en: 'The scope of this key excludes the request. A key that may only read starts and changes nothing. A key for test numbers works with +79000000001 and +79000000002 only. A client token works with its own verification only.',
    ru: 'Запрос выходит за права этого ключа. Ключ только для чтения ничего не запускает и не меняет. Ключ для тестовых номеров работает только с +79000000001 и +79000000002. Клиентский токен работает только со своей проверкой.',
  },
  not_a_number: {
    status: 400,
    en: 'This is no phone number. Only an entry of `/v2/phones` has this code: the other numbers of the request were looked up.',
    ru: 'Это не номер телефона. Этот код бывает только у записи ответа `/v2/phones`: остальные номера запроса проверены.',
  },
  not_found: {
    status: 404,
    en: 'There is no such address. `/docs` lists every method.',
    ru: 'Такого адреса нет. Все методы перечислены в `/docs`.',
  },
  verification_not_found: {
    status: 404,
    en: 'There is no such verification. This service has no verification with this id, or none that is pending for this phone.',
    ru: 'Такой проверки нет. У этого сервиса нет проверки с таким id или нет незавершённой проверки этого телефона.',
  },
  call_not_found: {
    status: 404,
    en: 'There is no such call. This service has no call with this `vendor_id`.',
    ru: 'Такого звонка нет. У этого сервиса нет звонка с таким `vendor_id`.',
  },
  method_not_allowed: {
    status: 405,
    en: 'This verb is not served here. GET reads and POST acts: see the header `Allow`.',
    ru: 'Этот метод HTTP здесь не поддерживается. GET читает, POST выполняет: см. заголовок `Allow`.',
  },
  verification_ended: {
    status: 409,
    en: 'The verification has ended. Its end is for good: `verification_status` says how. Create a new one.',
    ru: 'Проверка уже завершена. Итог окончательный, он указан в `verification_status`. Создайте новую проверку.',
  },
  nothing_to_check: {
    status: 409,
    en: 'There is no code to compare with yet. No step that carries a code has started. The try was not counted.',
    ru: 'Кода для сравнения пока нет. Ещё не начался ни один шаг с кодом. Попытка не засчитана.',
  },
  step_in_progress: {
    status: 409,
    en: 'A step is in progress. The phone may be ringing. Wait until the step has ended.',
    ru: 'Шаг ещё выполняется. Телефон, возможно, звонит. Дождитесь окончания шага.',
  },
  no_step_left: {
    status: 409,
    en: 'No step is left. All steps of this verification were started or skipped.',
    ru: 'Шагов больше нет. Все шаги этой проверки уже начаты или пропущены.',
  },
  feedback_for_step: {
    status: 409,
    en: 'This call is a step of a verification. Its code is checked here, so there is nothing to report. Feedback is for calls of `/v1.0`.',
    ru: 'Этот звонок — шаг проверки. Его код проверяется здесь, сообщать ничего не нужно. Отзывы принимаются о звонках `/v1.0`.',
  },
  feedback_too_late: {
    status: 409,
    en: 'Too late for feedback. Feedback is taken within 24 hours of the call.',
    ru: 'Сообщать поздно. Отзыв принимается в течение 24 часов после звонка.',
  },
  idempotency_key_erased: {
    status: 409,
    en: 'What this key made was erased. The personal data of that verification was erased, so its first answer cannot be repeated. Use a new key.',
    ru: 'Созданное с этим ключом удалено. Персональные данные той проверки удалены, повторить первый ответ нельзя. Возьмите новый ключ.',
  },
  idempotency_key_reused: {
    status: 422,
    en: 'This key came with another body. An `Idempotency-Key` repeats one request to the byte for 24 hours. Use a new key for a new request.',
    ru: 'Этот ключ уже использован с другим телом. `Idempotency-Key` 24 часа повторяет один и тот же запрос байт в байт. Для нового запроса возьмите новый ключ.',
  },
  insufficient_funds: {
    status: 402,
    en: 'Not enough money. Top the account up.',
    ru: 'Недостаточно средств. Пополните счёт.',
  },
  spend_cap: {
    status: 402,
    en: 'A spend cap is reached. A spend cap of the service, the account or the destination does not allow this call now.',
    ru: 'Достигнут лимит расходов. Лимит расходов сервиса, аккаунта или направления сейчас не позволяет этот звонок.',
  },
  max_cost: {
    status: 422,
    en: 'The call costs more than `max_cost`. No step of this verification costs as little as the request allows.',
    ru: 'Звонок дороже `max_cost`. Ни один шаг этой проверки не укладывается в сумму, указанную в запросе.',
  },
  no_gateway: {
    status: 400,
    en: 'No gateway for this step. The service has no gateway for this channel, the country of the number and the length of the code. The owner adds one in the cabinet.',
    ru: 'Для этого шага нет шлюза. У сервиса нет шлюза для этого канала, страны номера и длины кода. Его добавляет владелец в кабинете.',
  },
  own_code_not_served: {
    status: 422,
    en: 'The tariff does not serve own codes. The tariff charges approved verifications only, and only codes that Ringkey draws. Leave `code` out.',
    ru: 'Тариф не обслуживает свои коды. Тариф берёт деньги только за подтверждённые проверки и только с кодами, которые выбирает Ringkey. Не передавайте `code`.',
  },
  mode_not_served: {
    status: 400,
    en: 'This mode does not serve the country. Voice serves Russia and Kazakhstan, mix Russia only.',
    ru: 'Этот режим не работает в этой стране. Голос работает в России и Казахстане, смешанный режим — только в России.',
  },
  country_not_allowed: {
    status: 403,
    en: 'The country is not allowed. The settings of the service do not allow calls to this country.',
    ru: 'Страна не разрешена. Настройки сервиса не разрешают звонки в эту страну.',
  },
  number_not_served: {
    status: 403,
    en: 'Numbers of this kind are not called. Premium-rate, shared-cost, satellite and similar numbers are not served.',
    ru: 'На такие номера звонки не выполняются. Номера с повышенной или разделённой оплатой, спутниковые и подобные не обслуживаются.',
  },
  do_not_call: {
    status: 403,
    en: 'The owner of this number asked not to be called. The number is on the do-not-call list.',
    ru: 'Владелец номера просил не звонить. Номер в списке запрета звонков.',
  },
  no_price: {
    status: 403,
    en: 'The tariff has no price for this call. The tariff of the account does not serve this mode for this destination. Ask the operator.',
    ru: 'В тарифе нет цены для такого звонка. Тариф аккаунта не включает этот режим для этого направления. Обратитесь к администратору.',
  },
  prefix_paused: {
    status: 403,
    en: 'Calls to this destination are paused. Unusual traffic has paused this prefix for the service. The owner can resume it in the cabinet.',
    ru: 'Звонки в этом направлении приостановлены. Из-за необычного трафика этот префикс для сервиса приостановлен. Владелец может возобновить звонки в кабинете.',
  },
  number_rests: {
    status: 429,
    en: 'This number was called a moment ago. Wait as long as `Retry-After` says.',
    ru: 'На этот номер только что звонили. Подождите столько, сколько указано в `Retry-After`.',
  },
  number_limit: {
    status: 429,
    en: 'Too many calls to this number. Wait as long as `Retry-After` says.',
    ru: 'Слишком много звонков на этот номер. Подождите столько, сколько указано в `Retry-After`.',
  },
  waiting_limit: {
    status: 429,
    en: 'Too many requests wait for this phone. Wait as long as `Retry-After` says.',
    ru: 'Слишком много запросов ждут звонка с этого телефона. Подождите столько, сколько указано в `Retry-After`.',
  },
  test_limit: {
    status: 429,
    en: 'Too many requests with test numbers. Wait as long as `Retry-After` says.',
    ru: 'Слишком много запросов с тестовыми номерами. Подождите столько, сколько указано в `Retry-After`.',
  },
  phone_blocked: {
    status: 429,
    en: 'Too many wrong codes for this phone. After twenty wrong codes in 24 hours at this service, or thirty at all services of the installation, a phone gets no calls until the oldest of them is a day old. An `inbound` step is still possible. Wait as long as `Retry-After` says.',
    ru: 'Слишком много неверных кодов для этого телефона. После двадцати неверных кодов за 24 часа в этом сервисе или тридцати во всех сервисах установки на телефон не звонят, пока самому старому из них не исполнятся сутки. Шаг `inbound` остаётся возможным. Подождите столько, сколько указано в `Retry-After`.',
  },
  source_blocked: {
    status: 429,
    en: 'Too many wrong codes from this address or device for this phone. The verifications of this `ip` or `device_id` got ten wrong codes for this phone in 24 hours. Wait as long as `Retry-After` says.',
    ru: 'Слишком много неверных кодов с этого адреса или устройства для этого телефона. В проверках с этим `ip` или `device_id` за 24 часа введено десять неверных кодов для этого телефона. Подождите столько, сколько указано в `Retry-After`.',
  },
  ip_verification_limit: {
    status: 429,
    en: 'Too many verifications from this address. The `ip` of this request has started as many verifications in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
    ru: 'Слишком много проверок с этого адреса. С адреса, указанного в `ip`, за час начато столько проверок, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
  },
  ip_phone_limit: {
    status: 429,
    en: 'Too many different phones from this address. The `ip` of this request has asked for as many different phones in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
    ru: 'Слишком много разных телефонов с этого адреса. С адреса, указанного в `ip`, за час проверялось столько разных телефонов, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
  },
  ip_country_limit: {
    status: 429,
    en: 'Too many different countries from this address. The `ip` of this request has asked for phones of as many countries in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
    ru: 'Слишком много разных стран с этого адреса. С адреса, указанного в `ip`, за час проверялись телефоны стольких стран, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
  },
  device_verification_limit: {
    status: 429,
    en: 'Too many verifications from this device. The `device_id` of this request has started as many verifications in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
    ru: 'Слишком много проверок с этого устройства. С устройства, указанного в `device_id`, за час начато столько проверок, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
  },
  device_phone_limit: {
    status: 429,
    en: 'Too many different phones from this device. The `device_id` of this request has asked for as many different phones in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
    ru: 'Слишком много разных телефонов с этого устройства. С устройства, указанного в `device_id`, за час проверялось столько разных телефонов, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
  },
  device_country_limit: {
    status: 429,
    en: 'Too many different countries from this device. The `device_id` of this request has asked for phones of as many countries in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
    ru: 'Слишком много разных стран с этого устройства. С устройства, указанного в `device_id`, за час проверялись телефоны стольких стран, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
  },
  rate_limited: {
    status: 429,
    en: 'Too many requests. This address sends more requests than it may. Wait as long as `Retry-After` says.',
    ru: 'Слишком много запросов. С этого адреса приходит слишком много запросов. Подождите столько, сколько указано в `Retry-After`.',
  },
  internal_error: {
    status: 500,
    en: 'Internal error. Please report the request id that stands in `X-Request-Id`.',
    ru: 'Внутренняя ошибка. Сообщите, пожалуйста, номер запроса из `X-Request-Id`.',
  },
  overloaded: {
    status: 503,
    en: 'The service is overloaded. Nothing was started and nothing was charged. Try again later.',
    ru: 'Сервис перегружен. Ничего не начато и не списано. Повторите позже.',
  },
  unavailable: {
    status: 503,
    en: 'The database takes no requests now. Nothing was started and nothing was charged. Try again later.',
    ru: 'База данных сейчас не принимает запросы. Ничего не начато и не списано. Повторите позже.',
  },
  channels_in_use: {
    status: 503,
    en: 'All channels of the trunks are in use. Nothing was started and nothing was charged. Try again in a few seconds.',
    ru: 'Все каналы транков заняты. Ничего не начато и не списано. Повторите через несколько секунд.',
  },
  no_route: {
    status: 503,
    en: 'There is no way to call this number now. No trunk, calling number or confirmation number fits the steps of this verification now.',
    ru: 'Сейчас на этот номер нельзя позвонить. Сейчас для шагов этой проверки нет подходящей линии или номера.',
  },
} as const satisfies Readonly<
  Record<string, { readonly status: number } & Readonly<Record<Language, string>>>
>

export type ProblemCode = keyof typeof catalogue

interface Problem {
  readonly status: number
  readonly title: Readonly<Record<Language, string>>
  readonly detail: Readonly<Record<Language, string>>
}

export const problems = Object.fromEntries(
  Object.entries(catalogue).map(([code, { status, en, ru }]): [string, Problem] => {
    const [english, russian] = [en, ru].map((text) => text.split(/\. (.+)/))
    return [
      code,
      {
        status,
        title: { en: english![0]!, ru: russian![0]! },
        detail: { en: english![1]!, ru: russian![1]! },
      },
    ]
  }),
) as Readonly<Record<ProblemCode, Problem>>
