import { type Both, defineMessages, type Texts } from '../../language/texts.ts'

/** Facts about the call that the sentence may mention. */
export interface ReasonFacts {
  /** How long it rang, as the language writes it; null when that is not known. */
  readonly rang: string | null
  /** The person was to call. */
  readonly isInbound?: boolean
}

export interface ReasonText {
  /** For lists and plots. */
  readonly name: string
  /** Where the person was to call. */
  readonly inboundName: string
  readonly sentence: (facts: ReasonFacts) => string
}

/** The outcome; of failures, where to look. */
export type ReasonGroup = 'completed' | 'phone' | 'blocked' | 'network' | 'ended'

const reason = (
  group: ReasonGroup,
  name: Both,
  sentence: Both | ((facts: ReasonFacts) => Both),
  inboundName = name,
) => ({
  group,
  texts: { name, inboundName, sentence: typeof sentence === 'function' ? sentence : () => sentence },
})

const reasons = {
  rang: reason('completed', ['rang', 'дозвонились'], ({ rang }) =>
    rang === null
      ? [
          'The phone rang and then we hung up: the number was shown.',
          'Телефон звонил, потом мы сбросили: номер показан.',
        ]
      : [
          `Rang ${rang}, then we hung up: the number was shown.`,
          `Звонок шёл ${rang}, потом мы сбросили: номер показан.`,
        ],
  ),
  declined: reason(
    'completed',
    ['declined', 'сбросили'],
    ['The person declined the call: the number was shown.', 'Абонент сбросил звонок: номер показан.'],
  ),
  answered: reason(
    'completed',
    ['answered', 'ответили'],
    ['The person answered: the number was shown.', 'Абонент ответил: номер показан.'],
  ),
  'answered without ringing': reason(
    'completed',
    ['answered without ringing', 'ответ без гудков'],
    [
      'Answered before it rang, possibly by voicemail. The number counts as shown.',
      'Ответили раньше гудков: возможно, автоответчик. Номер считается показанным.',
    ],
  ),
  spoken: reason(
    'completed',
    ['spoken', 'код продиктован'],
    ['The person answered and heard the code to its end.', 'Абонент ответил и дослушал код до конца.'],
  ),
  'key pressed': reason(
    'completed',
    ['key pressed', 'нажата клавиша'],
    ['The person pressed the key that was asked for.', 'Человек нажал нужные цифры.'],
  ),
  'wrong key': reason(
    'phone',
    ['wrong key', 'не та клавиша'],
    [
      'The person pressed other digits than those that were asked for. Charged as a spoken code.',
      'Человек нажал не те цифры. Оплачивается как продиктованный код.',
    ],
  ),
  'no key pressed': reason(
    'phone',
    ['no key', 'ничего не нажато'],
    [
      'The person heard the question and pressed no key. Charged as a spoken code.',
      'Человек выслушал просьбу и ничего не нажал. Оплачивается как продиктованный код.',
    ],
  ),
  called: reason(
    'completed',
    ['called', 'позвонили'],
    [
      'The person called the confirmation number from this phone.',
      'Абонент позвонил на номер подтверждения с этого телефона.',
    ],
  ),
  'code typed': reason(
    'completed',
    ['code typed', 'код введён'],
    [
      'The right code was typed before the call showed that the person got it, so it counts as delivered.',
      'Верный код ввели раньше, чем звонок показал, что он дошёл, поэтому он считается доставленным.',
    ],
  ),
  'handed over': reason(
    'completed',
    ['handed over', 'передано шлюзу'],
    ['Your gateway took the code.', 'Ваш шлюз принял код.'],
  ),
  'not delivered': reason(
    'phone',
    ['not delivered', 'не доставлено'],
    ['Your gateway says that the code was not delivered.', 'Ваш шлюз сообщил, что код не доставлен.'],
  ),
  'delivery unknown': reason(
    'network',
    ['delivery unknown', 'доставка неизвестна'],
    ['Your gateway does not know whether the code was delivered.', 'Ваш шлюз не знает, доставлен ли код.'],
  ),
  'gateway refused': reason(
    'network',
    ['gateway refused', 'шлюз отказал'],
    ['Your gateway answered with an error.', 'Ваш шлюз ответил ошибкой.'],
  ),
  'gateway unreachable': reason(
    'network',
    ['gateway unreachable', 'шлюз недоступен'],
    [
      'Your gateway did not answer in time, or its address may not be used.',
      'Ваш шлюз не ответил вовремя, или на его адрес нельзя отправлять.',
    ],
  ),
  'test number': reason(
    'completed',
    ['test number', 'тестовый номер'],
    [
      'A test number that always succeeds: nobody was called, nothing is charged.',
      'Тестовый номер, который всегда успешен: никому не звонили, списаний нет.',
    ],
  ),
  'test number, unreachable': reason(
    'phone',
    ['test number, fails', 'тестовый номер, отказ'],
    [
      'A test number that always fails: nobody was called, nothing is charged.',
      'Тестовый номер, который всегда недоступен: никому не звонили, списаний нет.',
    ],
  ),
  'not answered': reason('phone', ['not answered', 'не ответили'], ({ rang }) =>
    rang === null
      ? ['Nobody answered, so the code was not spoken.', 'Никто не ответил, код не продиктован.']
      : [
          `Rang ${rang} and nobody answered, so the code was not spoken.`,
          `Звонок шёл ${rang}, никто не ответил, код не продиктован.`,
        ],
  ),
  'early media only': reason(
    'phone',
    ['announcement only', 'только объявление'],
    [
      'The network played an announcement and the phone did not ring.',
      'Сеть проиграла объявление, телефон не зазвонил.',
    ],
  ),
  busy: reason(
    'phone',
    ['busy', 'занято'],
    [
      'The line was busy, or the call was rejected before it rang.',
      'Линия занята, или звонок отклонён ещё до гудков.',
    ],
  ),
  unreachable: reason(
    'phone',
    ['unreachable', 'телефон недоступен'],
    ['The phone is switched off or out of coverage.', 'Телефон выключен или вне зоны действия сети.'],
  ),
  'bad number': reason(
    'phone',
    ['no such number', 'нет такого номера'],
    ['The network says that there is no such number.', 'Сеть сообщает, что такого номера нет.'],
  ),
  blocked_by_network: reason(
    'blocked',
    ['blocked by a network', 'заблокировано сетью'],
    [
      'A network stopped the call: its analytics take the calling number for unwanted. Nothing is charged.',
      'Сеть остановила звонок: её аналитика считает наш номер нежелательным. Списаний нет.',
    ],
  ),
  unwanted: reason(
    'blocked',
    ['marked as unwanted', 'помечено нежелательным'],
    [
      'The called person has marked the caller as unwanted. Nothing is charged.',
      'Абонент пометил звонящего как нежелательного. Списаний нет.',
    ],
  ),
  'no ringing': reason(
    'phone',
    ['did not ring', 'телефон не зазвонил'],
    [
      'The network took the call, but the phone did not ring in time.',
      'Сеть приняла звонок, но телефон вовремя не зазвонил.',
    ],
  ),
  'no audio': reason(
    'network',
    ['no audio', 'нет звука'],
    [
      'It was answered, but no sound came through, or nothing shows that anybody heard the code.',
      'Ответили, но звук не прошёл, или нет признаков, что код услышали.',
    ],
  ),
  machine_answered: reason(
    'phone',
    ['a machine answered', 'ответил автомат'],
    [
      'An assistant, a voicemail or a facsimile machine answered. The code was spoken to it; the person may not have heard it.',
      'Ответил ассистент, автоответчик или факс. Код продиктован ему, абонент мог его не услышать.',
    ],
  ),
  'hung up before the code': reason(
    'phone',
    ['hung up early', 'положили трубку'],
    [
      'The person answered and hung up before the code, or the question for a key, was spoken.',
      'Абонент ответил и положил трубку раньше, чем прозвучал код или просьба нажать клавишу.',
    ],
  ),
  'no response': reason(
    'network',
    ['carrier silent', 'нет ответа оператора связи'],
    ['The carrier did not answer at all.', 'Оператор связи совсем не ответил.'],
  ),
  'trunk fault': reason(
    'network',
    ['carrier refused', 'отказ оператора связи'],
    [
      'The carrier refused the call. The operator has to check the trunk.',
      'Оператор связи отказал в звонке: администратору нужно проверить транк.',
    ],
  ),
  'route fault': reason(
    'network',
    ['route fault', 'сбой маршрута'],
    [
      'The route to the phone was broken or overloaded.',
      'Маршрут до телефона был неисправен или перегружен.',
    ],
  ),
  redirected: reason(
    'network',
    ['redirected', 'переадресация'],
    [
      'The carrier redirected the call; redirects are not followed.',
      'Оператор связи переадресовал звонок, а переадресация не поддерживается.',
    ],
  ),
  'trunk full': reason(
    'network',
    ['lines full', 'линии заняты'],
    ['All lines were busy at that moment.', 'В этот момент все линии были заняты.'],
  ),
  stopped: reason(
    'ended',
    ['stopped', 'остановка'],
    [
      'It was hung up before the phone rang: its call ended, or the service stopped.',
      'Звонок прекратили раньше, чем телефон зазвонил: проверка закончилась или сервис остановили.',
    ],
  ),
  'placed too late': reason(
    'ended',
    ['placed too late', 'начато поздно'],
    [
      'The call could not be placed in time, so it was not placed.',
      'Звонок не удалось начать вовремя, поэтому его не было.',
    ],
  ),
  'caller not believed': reason(
    'phone',
    ['caller not trusted', 'номер ненадёжен'],
    [
      'A call came, but its number was less trusted than the service requires. The money was released.',
      'Звонок был, но надёжность номера ниже той, что нужна сервису. Деньги возвращены.',
    ],
  ),
  'from not trusted': reason(
    'network',
    ['From not trusted', 'From не принят'],
    [
      'A call came, but only From named its number, which is not trusted on that trunk. The money was released.',
      'Звонок был, но номер назван только в From, а From на этом транке не принимается. Деньги возвращены.',
    ],
  ),
  'number withheld': reason(
    'phone',
    ['number withheld', 'номер скрыт'],
    [
      'A call came from a phone that hides its number. The money was released.',
      'Звонок был, но телефон скрывает свой номер. Деньги возвращены.',
    ],
  ),
  canceled: reason(
    'ended',
    ['cancelled', 'отменено'],
    [
      'Cancelled while it was waiting for the call. The money was released.',
      'Ожидание звонка отменили. Деньги возвращены.',
    ],
  ),
  'no result in time': reason(
    'ended',
    ['no result in time', 'нет результата'],
    ({ isInbound }) =>
      isInbound === true
        ? [
            'Nobody called in time. The money was released.',
            'За отведённое время никто не позвонил. Деньги возвращены.',
          ]
        : [
            'No result came in time. The money was released.',
            'Результат не пришёл вовремя. Деньги возвращены.',
          ],
    ['nobody called', 'никто не позвонил'],
  ),
  'the service was restarted': reason(
    'ended',
    ['service restarted', 'перезапуск сервиса'],
    [
      'The service was restarted during the call, so its result is not known. The money was released.',
      'Сервис перезапустили во время звонка, его результат неизвестен. Деньги возвращены.',
    ],
  ),
}

export const reasonTexts: Texts<Readonly<Record<string, ReasonText>>> = defineMessages(
  Object.fromEntries(Object.entries(reasons).map(([name, { texts }]) => [name, texts])),
)

export const reasonGroups: Readonly<Record<string, ReasonGroup>> = Object.fromEntries(
  Object.entries(reasons).map(([name, { group }]) => [name, group]),
)
