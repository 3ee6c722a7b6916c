import type { Language } from '../errors.ts'

/** The error catalogue of `/v2`: each code once, with its HTTP status and its texts. `/docs/errors/CODE` shows it. */

interface Entry {
  readonly status: number
  readonly title: Readonly<Record<Language, string>>
  /** What happened and what helps, in a sentence or two. */
  readonly detail: Readonly<Record<Language, string>>
}

export const problems = {
  invalid_request: {
    status: 400,
    title: { en: 'The request is not valid', ru: 'Запрос неверен' },
    detail: {
      en: 'One or more members are missing, unknown or wrong: see `errors`.',
      ru: 'Одно или несколько полей отсутствуют, неизвестны или неверны: см. `errors`.',
    },
  },
  unreadable_request: {
    status: 400,
    title: { en: 'The request cannot be read', ru: 'Запрос не удалось прочитать' },
    detail: { en: 'Send an HTTP/1.1 request.', ru: 'Отправьте запрос HTTP/1.1.' },
  },
  unreadable_body: {
    status: 400,
    title: { en: 'The body cannot be read', ru: 'Тело запроса не удалось прочитать' },
    detail: {
      en: 'Send a JSON object in UTF-8 with `Content-Type: application/json`.',
      ru: 'Отправьте объект JSON в UTF-8 с заголовком `Content-Type: application/json`.',
    },
  },
  body_too_large: {
    status: 413,
    title: { en: 'The body is too large', ru: 'Тело запроса слишком большое' },
    detail: {
      en: 'A body may have 16,384 bytes, that of `/v2/phones` 65,536.',
      ru: 'Тело запроса может занимать не больше 16 384 байт, для `/v2/phones` — 65 536.',
    },
  },
  unauthorized: {
    status: 401,
    title: { en: 'Authentication failed', ru: 'Ошибка аутентификации' },
    detail: {
      en: 'Send a valid key in the header `Authorization: Bearer KEY.SERVICE_ID`. Credentials in the URL or in the body are not read. A client token ends ten minutes after its verification.',
      ru: 'Передайте действующий ключ в заголовке `Authorization: Bearer KEY.SERVICE_ID`. Ключ в адресе или в теле запроса не читается. Клиентский токен действует ещё десять минут после завершения проверки.',
    },
  },
  hook_signature: {
    status: 401,
    title: { en: 'The signature of the hook does not match', ru: 'Подпись хука не подходит' },
    detail: {
      en: 'The hook of an identity provider has to be signed with the secret that this service shows for it, and no longer than five minutes ago. The address names the id of the service.',
      ru: 'Хук системы входа подписывается секретом, который для него показал этот сервис, и не раньше чем пять минут назад. В адресе стоит id сервиса.',
    },
  },
  hook_credential: {
    status: 401,
    title: { en: 'The credential of the hook does not match', ru: 'Учётные данные хука не подходят' },
    detail: {
      en: 'The identity server has to send the credential that this service showed for its hook. The address names the id of the service.',
      ru: 'Система входа передаёт учётные данные, которые этот сервис показал для её хука. В адресе стоит id сервиса.',
    },
  },
  address_blocked: {
    status: 403,
    title: { en: 'This address is blocked', ru: 'Этот адрес заблокирован' },
    detail: {
      en: 'The operator has blocked requests from this address.',
      ru: 'Администратор заблокировал запросы с этого адреса.',
    },
  },
  address_not_allowed: {
    status: 403,
    title: { en: 'This address is not on the allow list', ru: 'Этого адреса нет в списке разрешённых' },
    detail: {
      en: 'The service accepts requests only from the addresses on its allow list.',
      ru: 'Сервис принимает запросы только с адресов из своего списка разрешённых.',
    },
  },
  account_blocked: {
    status: 403,
    title: { en: 'The account is blocked', ru: 'Аккаунт заблокирован' },
    detail: { en: 'Ask the operator why.', ru: 'Причину уточните у администратора.' },
  },
  account_unconfirmed: {
    status: 403,
    title: { en: 'The account has not confirmed its phone', ru: 'Телефон аккаунта не подтверждён' },
    detail: {
      en: 'The owner has to confirm a phone in the cabinet first.',
      ru: 'Сначала владелец должен подтвердить телефон в личном кабинете.',
    },
  },
  service_archived: {
    status: 403,
    title: { en: 'The service is archived', ru: 'Сервис в архиве' },
    detail: { en: 'An archived service cannot be used again.', ru: 'Архивный сервис использовать нельзя.' },
  },
  service_off: {
    status: 403,
    title: { en: 'The service is switched off', ru: 'Сервис выключен' },
    detail: { en: 'Switch it on in the cabinet.', ru: 'Включите его в личном кабинете.' },
  },
  key_not_allowed: {
    status: 403,
    title: { en: 'The scope of this key excludes the request', ru: 'Запрос выходит за права этого ключа' },
    detail: {
      en: 'A key that may only read starts and changes nothing. A key for test numbers works with +79000000001 and +79000000002 only. A client token works with its own verification only.',
      ru: 'Ключ только для чтения ничего не запускает и не меняет. Ключ для тестовых номеров работает только с +79000000001 и +79000000002. Клиентский токен работает только со своей проверкой.',
    },
  },
  not_a_number: {
    status: 400,
    title: { en: 'This is no phone number', ru: 'Это не номер телефона' },
    detail: {
      en: 'Only an entry of `/v2/phones` has this code: the other numbers of the request were looked up.',
      ru: 'Этот код бывает только у записи ответа `/v2/phones`: остальные номера запроса проверены.',
    },
  },
  not_found: {
    status: 404,
    title: { en: 'There is no such address', ru: 'Такого адреса нет' },
    detail: { en: '`/docs` lists every method.', ru: 'Все методы перечислены в `/docs`.' },
  },
  verification_not_found: {
    status: 404,
    title: { en: 'There is no such verification', ru: 'Такой проверки нет' },
    detail: {
      en: 'This service has no verification with this id, or none that is pending for this phone.',
      ru: 'У этого сервиса нет проверки с таким id или нет незавершённой проверки этого телефона.',
    },
  },
  call_not_found: {
    status: 404,
    title: { en: 'There is no such call', ru: 'Такого звонка нет' },
    detail: {
      en: 'This service has no call with this `vendor_id`.',
      ru: 'У этого сервиса нет звонка с таким `vendor_id`.',
    },
  },
  method_not_allowed: {
    status: 405,
    title: { en: 'This verb is not served here', ru: 'Этот метод HTTP здесь не поддерживается' },
    detail: {
      en: 'GET reads and POST acts: see the header `Allow`.',
      ru: 'GET читает, POST выполняет: см. заголовок `Allow`.',
    },
  },
  verification_ended: {
    status: 409,
    title: { en: 'The verification has ended', ru: 'Проверка уже завершена' },
    detail: {
      en: 'Its end is for good: `verification_status` says how. Create a new one.',
      ru: 'Итог окончательный, он указан в `verification_status`. Создайте новую проверку.',
    },
  },
  nothing_to_check: {
    status: 409,
    title: { en: 'There is no code to compare with yet', ru: 'Кода для сравнения пока нет' },
    detail: {
      en: 'No step that carries a code has started. The try was not counted.',
      ru: 'Ещё не начался ни один шаг с кодом. Попытка не засчитана.',
    },
  },
  step_in_progress: {
    status: 409,
    title: { en: 'A step is in progress', ru: 'Шаг ещё выполняется' },
    detail: {
      en: 'The phone may be ringing. Wait until the step has ended.',
      ru: 'Телефон, возможно, звонит. Дождитесь окончания шага.',
    },
  },
  no_step_left: {
    status: 409,
    title: { en: 'No step is left', ru: 'Шагов больше нет' },
    detail: {
      en: 'All steps of this verification were started or skipped.',
      ru: 'Все шаги этой проверки уже начаты или пропущены.',
    },
  },
  feedback_for_step: {
    status: 409,
    title: { en: 'This call is a step of a verification', ru: 'Этот звонок — шаг проверки' },
    detail: {
      en: 'Its code is checked here, so there is nothing to report. Feedback is for calls of `/v1.0`.',
      ru: 'Его код проверяется здесь, сообщать ничего не нужно. Отзывы принимаются о звонках `/v1.0`.',
    },
  },
  feedback_too_late: {
    status: 409,
    title: { en: 'Too late for feedback', ru: 'Сообщать поздно' },
    detail: {
      en: 'Feedback is taken within 24 hours of the call.',
      ru: 'Отзыв принимается в течение 24 часов после звонка.',
    },
  },
  idempotency_key_erased: {
    status: 409,
    title: { en: 'What this key made was erased', ru: 'Созданное с этим ключом удалено' },
    detail: {
      en: 'The personal data of that verification was erased, so its first answer cannot be repeated. Use a new key.',
      ru: 'Персональные данные той проверки удалены, повторить первый ответ нельзя. Возьмите новый ключ.',
    },
  },
  idempotency_key_reused: {
    status: 422,
    title: { en: 'This key came with another body', ru: 'Этот ключ уже использован с другим телом' },
    detail: {
      en: 'An `Idempotency-Key` repeats one request to the byte for 24 hours. Use a new key for a new request.',
      ru: '`Idempotency-Key` 24 часа повторяет один и тот же запрос байт в байт. Для нового запроса возьмите новый ключ.',
    },
  },
  insufficient_funds: {
    status: 402,
    title: { en: 'Not enough money', ru: 'Недостаточно средств' },
    detail: { en: 'Top the account up.', ru: 'Пополните счёт.' },
  },
  spend_cap: {
    status: 402,
    title: { en: 'A spend cap is reached', ru: 'Достигнут лимит расходов' },
    detail: {
      en: 'A spend cap of the service, the account or the destination does not allow this call now.',
      ru: 'Лимит расходов сервиса, аккаунта или направления сейчас не позволяет этот звонок.',
    },
  },
  max_cost: {
    status: 422,
    title: { en: 'The call costs more than `max_cost`', ru: 'Звонок дороже `max_cost`' },
    detail: {
      en: 'No step of this verification costs as little as the request allows.',
      ru: 'Ни один шаг этой проверки не укладывается в сумму, указанную в запросе.',
    },
  },
  no_gateway: {
    status: 400,
    title: { en: 'No gateway for this step', ru: 'Для этого шага нет шлюза' },
    detail: {
      en: 'The service has no gateway for this channel, the country of the number and the length of the code. The owner adds one in the cabinet.',
      ru: 'У сервиса нет шлюза для этого канала, страны номера и длины кода. Его добавляет владелец в кабинете.',
    },
  },
  own_code_not_served: {
    status: 422,
    title: { en: 'The tariff does not serve own codes', ru: 'Тариф не обслуживает свои коды' },
    detail: {
      en: 'The tariff charges approved verifications only, and only codes that Ringkey draws. Leave `code` out.',
      ru: 'Тариф берёт деньги только за подтверждённые проверки и только с кодами, которые выбирает Ringkey. Не передавайте `code`.',
    },
  },
  mode_not_served: {
    status: 400,
    title: { en: 'This mode does not serve the country', ru: 'Этот режим не работает в этой стране' },
    detail: {
      en: 'Voice serves Russia and Kazakhstan, mix Russia only.',
      ru: 'Голос работает в России и Казахстане, смешанный режим — только в России.',
    },
  },
  country_not_allowed: {
    status: 403,
    title: { en: 'The country is not allowed', ru: 'Страна не разрешена' },
    detail: {
      en: 'The settings of the service do not allow calls to this country.',
      ru: 'Настройки сервиса не разрешают звонки в эту страну.',
    },
  },
  number_not_served: {
    status: 403,
    title: { en: 'Numbers of this kind are not called', ru: 'На такие номера звонки не выполняются' },
    detail: {
      en: 'Premium-rate, shared-cost, satellite and similar numbers are not served.',
      ru: 'Номера с повышенной или разделённой оплатой, спутниковые и подобные не обслуживаются.',
    },
  },
  do_not_call: {
    status: 403,
    title: { en: 'The owner of this number asked not to be called', ru: 'Владелец номера просил не звонить' },
    detail: { en: 'The number is on the do-not-call list.', ru: 'Номер в списке запрета звонков.' },
  },
  no_price: {
    status: 403,
    title: { en: 'The tariff has no price for this call', ru: 'В тарифе нет цены для такого звонка' },
    detail: {
      en: 'The tariff of the account does not serve this mode for this destination. Ask the operator.',
      ru: 'Тариф аккаунта не включает этот режим для этого направления. Обратитесь к администратору.',
    },
  },
  prefix_paused: {
    status: 403,
    title: { en: 'Calls to this destination are paused', ru: 'Звонки в этом направлении приостановлены' },
    detail: {
      en: 'Unusual traffic has paused this prefix for the service. The owner can resume it in the cabinet.',
      ru: 'Из-за необычного трафика этот префикс для сервиса приостановлен. Владелец может возобновить звонки в кабинете.',
    },
  },
  number_rests: {
    status: 429,
    title: { en: 'This number was called a moment ago', ru: 'На этот номер только что звонили' },
    detail: {
      en: 'Wait as long as `Retry-After` says.',
      ru: 'Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  number_limit: {
    status: 429,
    title: { en: 'Too many calls to this number', ru: 'Слишком много звонков на этот номер' },
    detail: {
      en: 'Wait as long as `Retry-After` says.',
      ru: 'Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  waiting_limit: {
    status: 429,
    title: {
      en: 'Too many requests wait for this phone',
      ru: 'Слишком много запросов ждут звонка с этого телефона',
    },
    detail: {
      en: 'Wait as long as `Retry-After` says.',
      ru: 'Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  test_limit: {
    status: 429,
    title: { en: 'Too many requests with test numbers', ru: 'Слишком много запросов с тестовыми номерами' },
    detail: {
      en: 'Wait as long as `Retry-After` says.',
      ru: 'Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  phone_blocked: {
    status: 429,
    title: {
      en: 'Too many wrong codes for this phone',
      ru: 'Слишком много неверных кодов для этого телефона',
    },
    detail: {
      en: 'After twenty wrong codes in 24 hours at this service, or thirty at all services of the installation, a phone gets no calls until the oldest of them is a day old. An `inbound` step is still possible. Wait as long as `Retry-After` says.',
      ru: 'После двадцати неверных кодов за 24 часа в этом сервисе или тридцати во всех сервисах установки на телефон не звонят, пока самому старому из них не исполнятся сутки. Шаг `inbound` остаётся возможным. Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  source_blocked: {
    status: 429,
    title: {
      en: 'Too many wrong codes from this address or device for this phone',
      ru: 'Слишком много неверных кодов с этого адреса или устройства для этого телефона',
    },
    detail: {
      en: 'The verifications of this `ip` or `device_id` got ten wrong codes for this phone in 24 hours. Wait as long as `Retry-After` says.',
      ru: 'В проверках с этим `ip` или `device_id` за 24 часа введено десять неверных кодов для этого телефона. Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  ip_verification_limit: {
    status: 429,
    title: {
      en: 'Too many verifications from this address',
      ru: 'Слишком много проверок с этого адреса',
    },
    detail: {
      en: 'The `ip` of this request has started as many verifications in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
      ru: 'С адреса, указанного в `ip`, за час начато столько проверок, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  ip_phone_limit: {
    status: 429,
    title: {
      en: 'Too many different phones from this address',
      ru: 'Слишком много разных телефонов с этого адреса',
    },
    detail: {
      en: 'The `ip` of this request has asked for as many different phones in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
      ru: 'С адреса, указанного в `ip`, за час проверялось столько разных телефонов, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  ip_country_limit: {
    status: 429,
    title: {
      en: 'Too many different countries from this address',
      ru: 'Слишком много разных стран с этого адреса',
    },
    detail: {
      en: 'The `ip` of this request has asked for phones of as many countries in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
      ru: 'С адреса, указанного в `ip`, за час проверялись телефоны стольких стран, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  device_verification_limit: {
    status: 429,
    title: {
      en: 'Too many verifications from this device',
      ru: 'Слишком много проверок с этого устройства',
    },
    detail: {
      en: 'The `device_id` of this request has started as many verifications in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
      ru: 'С устройства, указанного в `device_id`, за час начато столько проверок, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  device_phone_limit: {
    status: 429,
    title: {
      en: 'Too many different phones from this device',
      ru: 'Слишком много разных телефонов с этого устройства',
    },
    detail: {
      en: 'The `device_id` of this request has asked for as many different phones in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
      ru: 'С устройства, указанного в `device_id`, за час проверялось столько разных телефонов, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  device_country_limit: {
    status: 429,
    title: {
      en: 'Too many different countries from this device',
      ru: 'Слишком много разных стран с этого устройства',
    },
    detail: {
      en: 'The `device_id` of this request has asked for phones of as many countries in an hour as the service allows. Nothing was charged. Wait as long as `Retry-After` says.',
      ru: 'С устройства, указанного в `device_id`, за час проверялись телефоны стольких стран, сколько разрешает сервис. Ничего не списано. Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  rate_limited: {
    status: 429,
    title: { en: 'Too many requests', ru: 'Слишком много запросов' },
    detail: {
      en: 'This address sends more requests than it may. Wait as long as `Retry-After` says.',
      ru: 'С этого адреса приходит слишком много запросов. Подождите столько, сколько указано в `Retry-After`.',
    },
  },
  internal_error: {
    status: 500,
    title: { en: 'Internal error', ru: 'Внутренняя ошибка' },
    detail: {
      en: 'Please report the request id that stands in `X-Request-Id`.',
      ru: 'Сообщите, пожалуйста, номер запроса из `X-Request-Id`.',
    },
  },
  overloaded: {
    status: 503,
    title: { en: 'The service is overloaded', ru: 'Сервис перегружен' },
    detail: {
      en: 'Nothing was started and nothing was charged. Try again later.',
      ru: 'Ничего не начато и не списано. Повторите позже.',
    },
  },
  unavailable: {
    status: 503,
    title: { en: 'The database takes no requests now', ru: 'База данных сейчас не принимает запросы' },
    detail: {
      en: 'Nothing was started and nothing was charged. Try again later.',
      ru: 'Ничего не начато и не списано. Повторите позже.',
    },
  },
  channels_in_use: {
    status: 503,
    title: { en: 'All channels of the trunks are in use', ru: 'Все каналы транков заняты' },
    detail: {
      en: 'Nothing was started and nothing was charged. Try again in a few seconds.',
      ru: 'Ничего не начато и не списано. Повторите через несколько секунд.',
    },
  },
  no_route: {
    status: 503,
    title: { en: 'There is no way to call this number now', ru: 'Сейчас на этот номер нельзя позвонить' },
    detail: {
      en: 'No trunk, calling number or confirmation number fits the steps of this verification now.',
      ru: 'Сейчас для шагов этой проверки нет подходящей линии или номера.',
    },
  },
} as const satisfies Readonly<Record<string, Entry>>

export type ProblemCode = keyof typeof problems
