import * as parameters from '../parameters.ts'
import { expectationsOf } from '../v2/input.ts'
import * as bodiesOfV2 from '../v2/schemas.ts'
import { sentencesOfV2 } from './russian-v2.ts'

/** Sentences of schemas and operations in Russian. A missing sentence stays English, and a test names it. */
const sentences: Readonly<Record<string, string>> = {
  'Start a verification call.': 'Начать проверочный звонок.',
  'Calls the person.': 'Звонит человеку.',
  'The last four digits of the calling number are the code, or a robot speaks it.':
    'Код — последние четыре цифры номера, с которого звонят; или его произносит робот.',
  'Keep `code` on your server and compare it with what the person types.':
    'Храните `code` на своём сервере и сравните его с тем, что введёт человек.',
  'Use POST and pass a new `unique` for each attempt of a person: HTTP clients repeat a GET by themselves, and without a key the repetition rings and charges twice.':
    'Используйте POST и передавайте новый `unique` для каждой попытки человека: HTTP-клиенты сами повторяют GET, и без ключа повтор позвонит и спишет деньги дважды.',
  'The number of the person.': 'Номер человека.',
  'The code that the calling number ends with; drawn by the service when left out.':
    'Код, на который оканчивается номер звонящего; если не передан, его выберет сервис.',
  'Your words about the user, to find the verification by.':
    'Ваши слова о пользователе, чтобы потом найти проверку.',
  'Idempotency key: a repeated call with it returns the first result and charges nothing.':
    'Ключ идемпотентности: повтор с ним возвращает первый результат и ничего не списывает.',
  'A robot speaks the code (Russia and Kazakhstan).': 'Код произносит робот (Россия и Казахстан).',
  'The code is in the calling number and spoken (Russia).':
    'Код и в номере звонящего, и произносится (Россия).',
  'Identifier of the verification.': 'Идентификатор проверки.',
  'Masked number.': 'Номер под маской.',
  'The code, always four digits.': 'Код, всегда четыре цифры.',
  'What was passed as `client`.': 'То, что передано в `client`.',
  'What was passed as `unique`.': 'То, что передано в `unique`.',
  'With `unique`: this key was used before, this is its first result.':
    'С `unique`: ключ уже использован, это его первый результат.',
  'Details of a verification.': 'Сведения о проверке.',
  'Tells how a verification of this service stands.': 'Говорит, как идёт проверка этого сервиса.',
  '`call_status` is -1 for 1 to 60 seconds, then 0 or 1 for ever.':
    '`call_status` равен -1 от 1 до 60 секунд, затем навсегда 0 или 1.',
  'Which verification.': 'Какая проверка.',
  'When the verification began.': 'Когда проверка началась.',
  'Unix seconds.': 'Секунды Unix.',
  '-1 checking, 0 failed, 1 completed.': '-1 — идёт, 0 — не удалась, 1 — звонок сделан.',
  'Deprecated: this is a free repeat.': 'Устарело: это бесплатный повтор.',
  'Deprecated: the first of the repeats.': 'Устарело: первая проверка в цепочке повторов.',
  'Deprecated: free repeats are left.': 'Устарело: бесплатные повторы ещё есть.',
  'Deprecated: how many are left.': 'Устарело: сколько повторов осталось.',
  'Deprecated: repeats so far.': 'Устарело: сделанные повторы.',
  'The code; "" for an inbound verification, for a step of `/v2`, and in the first hour of a call for a key that may only read.':
    'Код; "" у проверки входящим звонком, у шага `/v2` и, для ключа с доступом только на чтение, в первый час звонка.',
  'ISO code of the country.': 'Код страны по ISO.',
  'What is known about the number; empty when nothing is.': 'Что известно о номере; пусто, если ничего.',
  'Operator by the numbering registry.': 'Оператор связи по реестру нумерации.',
  'Region by the numbering registry.': 'Регион по реестру нумерации.',
  'Operator after porting; "" when not ported.':
    'Оператор связи после переноса; "", если номер не перенесён.',
  'Price held or charged; 0 when it was released.': 'Цена: удержана или списана; 0, если возвращена.',
  'Roubles.': 'В рублях.',
  'Roubles, with two to four decimals.': 'В рублях, от двух до четырёх знаков после точки.',
  'Balance before the price was held.': 'Баланс до удержания цены.',
  'Free repeat of a verification.': 'Бесплатный повтор проверки.',
  'Deprecated: 405 unless the operator switched it on for the service.':
    'Устарел: 405, если администратор не включил повторы для сервиса.',
  'Calls once more with the same code, free of charge: at most twice, within five minutes of a first call that failed, and 60 seconds after the last one.':
    'Звонит ещё раз с тем же кодом, бесплатно: не больше двух раз, в течение пяти минут после первого неудавшегося звонка и через 60 секунд после последнего.',
  'Code 405 unless the operator has switched free repeats on for the service.':
    'Код 405, если администратор не включил для сервиса бесплатные повторы.',
  'The repeat was started.': 'Повтор начат.',
  'Start a verification by a call from the person.': 'Начать проверку входящим звонком от человека.',
  'Asks the person to call.': 'Просит человека позвонить.',
  'Show `confirmation_number`: a call from `phone` to it is rejected unanswered, costs the person nothing, and a signed web-hook goes to `callback_url`.':
    'Покажите `confirmation_number`: звонок на него с `phone` сбрасывается без ответа, человеку ничего не стоит, а на `callback_url` уходит подписанный веб-хук.',
  'Where the web-hook goes when the call arrives.': 'Куда придёт веб-хук, когда поступит звонок.',
  'The number to call.': 'Номер, на который звонить.',
  'Validate and enrich a phone number.': 'Проверить номер и узнать о нём.',
  'Reads a number as people write it and tells its country, operator and place.':
    'Читает номер так, как его пишут люди, и называет страну, оператора связи и место.',
  'The answer has no `status`.': 'В ответе нет `status`.',
  'An invalid number has `error`, is HTTP 200 and costs nothing.':
    'У недействительного номера есть `error`, ответ — HTTP 200, списания нет.',
  'The number to look up.': 'Номер, о котором узнать.',
  'What was passed.': 'То, что передано.',
  'Present when the number is not valid.': 'Есть, если номер недействителен.',
  'Present when the number is not valid: then all else is "" or 0.':
    'Есть, если номер недействителен: тогда всё остальное "" или 0.',
  '1 for a mobile number.': '1 у мобильного номера.',
  'The number in E.164 digits.': 'Номер цифрами в E.164.',
  'Calling code of the country.': 'Телефонный код страны.',
  'Mobile network code; 0 when unknown.': 'Код мобильной сети; 0, если неизвестен.',
  'The number without the country code.': 'Номер без кода страны.',
  'Operator today.': 'Оператор связи сейчас.',
  "The operator's organisation (Russia).": 'Организация оператора связи (Россия).',
  'Name of the country.': 'Название страны.',
  'Region (Russia).': 'Регион (Россия).',
  'City (Russia).': 'Город (Россия).',
  'As it is written in its country.': 'Как его пишут в его стране.',
  'Price of the look-up.': 'Цена запроса.',
  'Balance after the charge.': 'Баланс после списания.',
  'Account information.': 'Сведения об аккаунте.',
  'The account that pays for this service, with its last 50 actions.':
    'Аккаунт, который платит за этот сервис, и его последние 50 действий.',
  'When it happened.': 'Когда это было.',
  'Last sign-in, change or API call.': 'Последний вход, изменение или запрос к API.',
  'When the account was made.': 'Когда создан аккаунт.',
  'Service information.': 'Сведения о сервисе.',
  'The service whose key this is.': 'Сервис, которому принадлежит ключ.',
  '`service_status` is its id.': '`service_status` — его id.',
  'Identifier of the service.': 'Идентификатор сервиса.',
  'When the service was made.': 'Когда создан сервис.',
  'Last API call that was not a replay; 0 when there was none.':
    'Последний запрос к API, который не был повтором; 0, если их не было.',
  "Owner's e-mail.": 'Почта владельца.',
  'Balance and tariff.': 'Баланс и тариф.',
  'What can be spent, in roubles, and the tariff.': 'Сколько можно потратить, в рублях, и тариф.',
  'The price of calls under way is already taken off.': 'Цена текущих звонков уже вычтена.',
  'What can be spent.': 'Сколько можно потратить.',
  'The `vendor_id` that `inboundCallWaiting` returned.': '`vendor_id` из ответа `inboundCallWaiting`.',
  'Your `callback_url`.': 'Ваш `callback_url`.',
  'The number that was verified, in E.164 digits.': 'Проверенный номер цифрами в E.164.',
  'The number that was called, in E.164 digits.': 'Номер, на который позвонили, цифрами в E.164.',
  'The number was ported to another operator.': 'Номер перенесён к другому оператору связи.',
  'Operator by the numbering registry; "" unless `isMnp`.':
    'Оператор связи по реестру нумерации; "", если не `isMnp`.',
  'Operator that it was ported to; "" unless `isMnp`.':
    'Оператор связи, к которому перенесён номер; "", если не `isMnp`.',
  'Region by the numbering registry; "" when unknown.': 'Регион по реестру нумерации; "", если неизвестен.',
  'Names the web-hook; the same in every try of it.': 'Имя веб-хука; одно и то же во всех его попытках.',
  'When this try was signed, in Unix seconds.': 'Когда подписана эта попытка, в секундах Unix.',
  '`v1,` and a signature in base64; two of them, separated by a space, while the secret is being changed.':
    '`v1,` и подпись в base64; две через пробел, пока меняется секрет.',
  'the body is too large': 'тело слишком велико',
  '`unique` was used for another phone, for one that was erased, or for another method':
    '`unique` уже использован для другого номера, для удалённого или в другом методе',
  'The number that was verified, as you passed it: with its plus, if it had one.':
    'Проверенный номер в том виде, в каком вы его передали: с плюсом, если он был.',
  'How sure it is that the caller holds the number; null for a test number.':
    'Насколько точно, что звонивший владеет номером; null для тестового номера.',
  'Only where the service has it on.': 'Только если включено у сервиса.',
}

/** The expectation of a parameter is defined in both languages together with the parameter. */
const expectations = new Map<string, string>(
  [
    ...Object.values(parameters).flatMap((parameter) =>
      typeof parameter === 'function' ? [] : [parameter.expected],
    ),
    ...Object.values(bodiesOfV2).flatMap(expectationsOf),
  ].map(({ en, ru }) => [`Expected: ${en}.`, `Ожидается: ${ru}.`]),
)

const inRussianOf = (sentence: string) =>
  sentences[sentence] ?? sentencesOfV2[sentence] ?? expectations.get(sentence)

/** Translates sentence by sentence; `onMissing` gets each sentence without a translation. */
export function inRussian(text: string, onMissing: (sentence: string) => void = () => {}): string {
  const whole = inRussianOf(text)
  if (whole !== undefined) return whole
  return text
    .split(/(?<=\.)\s+/)
    .map((sentence) => {
      const found = inRussianOf(sentence)
      if (found === undefined && sentence !== '') onMissing(sentence)
      return found ?? sentence
    })
    .join(' ')
}
