/** Sentences of `/v2`, its events and the level of a caller, in Russian; see `russian.ts`. */
export const sentencesOfV2: Readonly<Record<string, string>> = {
  'Create a verification and start its first step.': 'Создать проверку и начать её первый шаг.',
  'What is tried, in this order; the workflow of the service decides when it is left out.':
    'Что пробуется и в каком порядке; если не передано, решает сценарий сервиса.',
  'How the step confirms the phone.': 'Как шаг подтверждает телефон.',
  'How long a delivered step waits for the code before the next one starts.':
    'Сколько секунд после звонка, который дошёл, ждать кода, прежде чем начать следующий шаг.',
  'Your own code, used in every step; drawn by the service when it is left out.':
    'Ваш код, один на все шаги; если не передан, его выберет сервис.',
  'Digits of the code.': 'Число цифр в коде.',
  'Only voice and inbound serve other lengths than 4.':
    'Другая длина, кроме 4, возможна только в режимах voice и inbound.',
  'What voice speaks.': 'На каком языке говорит робот.',
  'Seconds until the verification expires.': 'Через сколько секунд проверка истечёт.',
  'Codes that may be tried.': 'Сколько раз можно ввести код.',
  'Your own words, given back in every answer.': 'Ваши собственные поля; возвращаются в каждом ответе.',
  'The address of the end user.': 'IP-адрес пользователя.',
  'That the person agreed to be called.': 'Согласие человека на звонок.',
  'When the person agreed.': 'Когда человек согласился.',
  'From where the person agreed.': 'С какого адреса человек согласился.',
  'What the person agreed to.': 'На что человек согласился.',
  'What all steps together may cost, in roubles; "0" means that nothing may be charged.':
    'Сколько могут стоить все шаги вместе, в рублях; "0" — списывать нельзя ничего.',
  'Seconds that an inbound step waits for the call.': 'Сколько секунд шаг inbound ждёт звонка.',
  'The same key and body give the first answer again for 24 hours.':
    'С тем же ключом и телом сутки возвращается первый ответ.',
  'Read a verification; with `wait` at its next change.':
    'Прочитать проверку; с `wait` — при её следующем изменении.',
  'Seconds to wait for the next change.': 'Сколько секунд ждать следующего изменения.',
  'With `wait`: answered at once when the version is newer.':
    'Вместе с `wait`: если версия уже новее, ответ приходит сразу.',
  'The id of the verification.': 'Id проверки.',
  'Compare the code that the person typed.': 'Сравнить код, который ввёл человек.',
  'What the person typed.': 'Что ввёл человек.',
  'The code is right.': 'Код верен.',
  'Every status but `pending` is final.': 'Любой статус, кроме `pending`, окончательный.',
  'Codes that may still be tried.': 'Сколько раз ещё можно ввести код.',
  'Grows with every change of the status or of a step.': 'Растёт при каждом изменении статуса или шага.',
  'Compare the code for the newest pending verification of a phone.':
    'Сравнить код для последней незавершённой проверки телефона.',
  'Start the next step now.': 'Начать следующий шаг сейчас.',
  'End a verification; a ringing call is hung up.':
    'Завершить проверку; звонок, который ещё идёт, сбрасывается.',
  'List verifications, newest first.': 'Список проверок, сначала новые.',
  'Only those.': 'Только с этим статусом.',
  'Only those with this `client`.': 'Только с этим `client`.',
  'Where the page begins.': 'С чего начинается страница.',
  'How many, 20 by default.': 'Сколько проверок; если не передано, 20.',
  'Newest first.': 'Сначала новые.',
  'For the next page; null on the last one.': 'Для следующей страницы; null на последней.',
  'List the verifications of a phone, newest first.': 'Проверки одного телефона, сначала новые.',
  'Tell whether the code of a call of /v1.0 was typed rightly.':
    'Сообщить, верно ли был введён код звонка /v1.0.',
  'Which call.': 'Какой звонок.',
  'Whether the person typed the right code.': 'Ввёл ли человек верный код.',
  'False for test numbers.': 'False для тестовых номеров.',
  'Validate and enrich up to 1,000 phone numbers.': 'Проверить до 1000 номеров и узнать о них.',
  'The numbers to look up.': 'Номера, о которых узнать.',
  'In the order of the request.': 'В том же порядке, что в запросе.',
  'The number is valid; only valid numbers are charged.':
    'Номер действителен; оплачиваются только действительные.',
  'Why it was not looked up.': 'Почему справки нет.',
  'E.164 with a plus.': 'E.164 с плюсом.',
  'A mobile number.': 'Мобильный номер.',
  '`ordinary`, or why it is not called.': '`ordinary` или почему на него не звонят.',
  'What the look-up cost.': 'Сколько стоила справка.',
  'Of every price.': 'Валюта всех цен.',
  'Sorts by time.': 'Сортируется по времени.',
  'Why it ended; null when approved or pending.': 'Почему закончилась; null, если подтверждена или ещё идёт.',
  'A test number: nobody was called.': 'Тестовый номер: никому не звонили.',
  'Operator today; "" when unknown.': 'Оператор связи сейчас; "", если неизвестен.',
  'When it was created.': 'Когда создана.',
  'RFC 3339, UTC.': 'RFC 3339, UTC.',
  'When it expires.': 'Когда истечёт.',
  'The calls, in their order: made, skipped or planned.':
    'Звонки по порядку: сделанные, пропущенные и будущие.',
  'When it is due; only of the next one, when that is known.':
    'Когда начнётся; только у ближайшего и если это известно.',
  'How far the step is.': 'Что с шагом.',
  'Skipped: why it was not started.': 'У пропущенного: почему не начат.',
  'The outcome of the call; null while it is under way.': 'У начатого: итог звонка; null, пока звонок идёт.',
  'The call, for `getInfo`.': 'Звонок, для `getInfo`.',
  'When the call was admitted.': 'Когда звонок принят.',
  'When its outcome was known.': 'Когда стал известен его итог.',
  'Held while it is started, charged or 0.00 afterwards.': 'Удержано, пока шаг идёт; затем списано или 0.00.',
  'What to tell the person who waits for the call.': 'Что сказать человеку, который ждёт звонка.',
  'Who calls in the newest step; stars stand for the digits of the code.':
    'Кто звонит в последнем шаге; вместо цифр кода звёздочки.',
  'The call that the person has to make; null unless one is waited for.':
    'Звонок, который должен сделать человек; null, если его не ждут.',
  'The same as a link.': 'То же в виде ссылки.',
  'Until when the call is waited for.': 'До какого времени ждём звонка.',
  'What was passed as `metadata`.': 'То, что передано в `metadata`.',
  'A page about this problem.': 'Страница об этой ошибке.',
  'What is wrong, for people.': 'Что не так, для людей.',
  'The HTTP status.': 'HTTP-статус.',
  'What happened and what helps.': 'Что случилось и что поможет.',
  'What is wrong, for programs.': 'Что не так, для программ.',
  'The members that are wrong; only with `invalid_request`.':
    'Какие поля неверны; только с `invalid_request`.',
  'Which member (RFC 6901).': 'Какое поле (RFC 6901).',
  'What is expected there.': 'Что там ожидается.',
  'A step has started: its call is being placed, or the call of the person is awaited.':
    'Шаг начат: звоним или ждём звонка от человека.',
  'A step has reached the phone.': 'Шаг дошёл до телефона.',
  'A step has not reached the phone.': 'Шаг не дошёл до телефона.',
  'The right code was checked, or the person has called.': 'Введён верный код, или человек позвонил.',
  'No code can be checked any more; `reason` tells why.': 'Проверить код больше нельзя; почему — в `reason`.',
  'The time was over before the right code came.': 'Время вышло раньше, чем введён верный код.',
  'The integrator ended it.': 'Проверку отменил интегратор.',
  'Too many wrong codes were typed for this phone.':
    'Для этого телефона введено слишком много неверных кодов.',
  'A call of `/v1.0` has ended: what `getInfo` tells, without `code` and `balance`.':
    'Звонок `/v1.0` закончился: то, что сообщает `getInfo`, без `code` и `balance`.',
  'The balance has fallen below the threshold of the low-balance notice of the account.':
    'Баланс опустился ниже порога, заданного для уведомления аккаунта.',
  'The account.': 'Аккаунт.',
  'What is left, held money included.': 'Остаток, включая удержанное.',
  'The threshold.': 'Порог.',
  'Calls of a service to a destination are paused after unusual traffic.':
    'Из-за необычного трафика звонки сервиса в одном направлении приостановлены.',
  'The service.': 'Сервис.',
  'Digits, the two letters of a country, or `operator:` and the name of a network operator.':
    'Цифры, две буквы страны или `operator:` и название оператора связи.',
  '`conversion`: many more verifications than usual, of which far fewer were approved.':
    '`conversion`: проверок намного больше обычного, а подтверждено намного меньше.',
  'Otherwise many calls to a new or known destination.':
    'Иначе — много звонков в новом или известном направлении.',
  'Calls in the hour of the pause; for `conversion` delivered verifications in two hours.':
    'Звонков за час паузы; для `conversion` — проверок, которые дошли, за два часа.',
  'The most that was usual before.': 'Сколько бывало раньше, самое большее.',
  'When it was paused.': 'Когда приостановлено.',
  'A test event that somebody asked for.': 'Тестовое событие, которое кто-то запросил.',
  'The endpoint.': 'Адрес для событий.',
  'The description of the endpoint.': 'Описание адреса.',
  'low: the word of the caller; medium: of the network; high: of the network, and confirmed.':
    'low: со слов звонящего; medium: со слов сети; high: со слов сети, с подтверждением.',
  'The header that named the caller.': 'Заголовок, в котором назван звонящий.',
  'What the network says of its own check of the number.': 'Что сеть говорит о своей проверке номера.',
  'What the level was made of.': 'Из чего сложился уровень.',
}
