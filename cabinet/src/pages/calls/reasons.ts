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

type ReasonTexts = Readonly<Record<string, ReasonText>>

const reason = (name: string, sentence: string | ReasonText['sentence'], inboundName = name): ReasonText => ({
  name,
  inboundName,
  sentence: typeof sentence === 'string' ? () => sentence : sentence,
})

const en: ReasonTexts = {
  rang: reason('rang', ({ rang }) =>
    rang === null
      ? 'The phone rang and then we hung up: the number was shown.'
      : `Rang ${rang}, then we hung up: the number was shown.`,
  ),
  declined: reason('declined', 'The person declined the call: the number was shown.'),
  answered: reason('answered', 'The person answered: the number was shown.'),
  'answered without ringing': reason(
    'answered without ringing',
    'Answered before it rang, possibly by voicemail. The number counts as shown.',
  ),
  spoken: reason('spoken', 'The person answered and heard the code to its end.'),
  'key pressed': reason('key pressed', 'The person pressed the key that was asked for.'),
  'wrong key': reason('wrong key', 'The person pressed other digits than those that were asked for.'),
  'no key pressed': reason('no key', 'The person answered and pressed no key.'),
  called: reason('called', 'The person called the confirmation number from this phone.'),
  'code typed': reason(
    'code typed',
    'The right code was typed before the call showed that the person got it, so it counts as delivered.',
  ),
  'handed over': reason('handed over', 'Your gateway took the code.'),
  'not delivered': reason('not delivered', 'Your gateway says that the code was not delivered.'),
  'delivery unknown': reason(
    'delivery unknown',
    'Your gateway does not know whether the code was delivered.',
  ),
  'gateway refused': reason('gateway refused', 'Your gateway answered with an error.'),
  'gateway unreachable': reason(
    'gateway unreachable',
    'Your gateway did not answer in time, or its address may not be used.',
  ),
  'test number': reason(
    'test number',
    'A test number that always succeeds: nobody was called, nothing is charged.',
  ),
  'test number, unreachable': reason(
    'test number, fails',
    'A test number that always fails: nobody was called, nothing is charged.',
  ),
  'not answered': reason('not answered', ({ rang }) =>
    rang === null
      ? 'Nobody answered, so the code was not spoken.'
      : `Rang ${rang} and nobody answered, so the code was not spoken.`,
  ),
  'early media only': reason(
    'announcement only',
    'The network played an announcement and the phone did not ring.',
  ),
  busy: reason('busy', 'The line was busy, or the call was rejected before it rang.'),
  unreachable: reason('unreachable', 'The phone is switched off or out of coverage.'),
  'bad number': reason('no such number', 'The network says that there is no such number.'),
  'no ringing': reason('did not ring', 'The network took the call, but the phone did not ring in time.'),
  'no audio': reason(
    'no audio',
    'It was answered, but no sound came through, or nothing shows that anybody heard the code.',
  ),
  'hung up before the code': reason(
    'hung up early',
    'The person answered and hung up before the code was spoken.',
  ),
  'no response': reason('carrier silent', 'The carrier did not answer at all.'),
  'trunk fault': reason(
    'carrier refused',
    'The carrier refused the call. The operator has to check the trunk.',
  ),
  'route fault': reason('route fault', 'The route to the phone was broken or overloaded.'),
  redirected: reason('redirected', 'The carrier redirected the call; redirects are not followed.'),
  'trunk full': reason('lines full', 'All lines were busy at that moment.'),
  stopped: reason('stopped', 'It was hung up before the phone rang: its call ended, or the service stopped.'),
  'placed too late': reason('placed too late', 'The call could not be placed in time, so it was not placed.'),
  'caller not believed': reason(
    'caller not trusted',
    'A call came, but its number was less trusted than the service requires. The money was released.',
  ),
  'from not trusted': reason(
    'From not trusted',
    'A call came, but only From named its number, which is not trusted on that trunk. The money was released.',
  ),
  'number withheld': reason(
    'number withheld',
    'A call came from a phone that hides its number. The money was released.',
  ),
  canceled: reason('cancelled', 'Cancelled while it was waiting for the call. The money was released.'),
  'no result in time': reason(
    'no result in time',
    ({ isInbound }) =>
      isInbound === true
        ? 'Nobody called in time. The money was released.'
        : 'No result came in time. The money was released.',
    'nobody called',
  ),
  'the service was restarted': reason(
    'service restarted',
    'The service was restarted during the call, so its result is not known. The money was released.',
  ),
}

const ru: ReasonTexts = {
  rang: reason('дозвонились', ({ rang }) =>
    rang === null
      ? 'Телефон звонил, потом мы сбросили: номер показан.'
      : `Звонок шёл ${rang}, потом мы сбросили: номер показан.`,
  ),
  declined: reason('сброшен', 'Абонент сбросил звонок: номер показан.'),
  answered: reason('ответили', 'Абонент ответил: номер показан.'),
  'answered without ringing': reason(
    'ответ без гудков',
    'Ответили раньше гудков: возможно, автоответчик. Номер считается показанным.',
  ),
  spoken: reason('код продиктован', 'Абонент ответил и дослушал код до конца.'),
  'key pressed': reason('нажата клавиша', 'Человек нажал нужные цифры.'),
  'wrong key': reason('не та клавиша', 'Человек нажал не те цифры.'),
  'no key pressed': reason('ничего не нажато', 'Человек ответил, но ничего не нажал.'),
  called: reason('позвонили', 'Абонент позвонил на номер подтверждения с этого телефона.'),
  'code typed': reason(
    'код введён',
    'Верный код ввели раньше, чем звонок показал, что он дошёл, поэтому он считается доставленным.',
  ),
  'handed over': reason('передан шлюзу', 'Ваш шлюз принял код.'),
  'not delivered': reason('не доставлен', 'Ваш шлюз сообщил, что код не доставлен.'),
  'delivery unknown': reason('доставка неизвестна', 'Ваш шлюз не знает, доставлен ли код.'),
  'gateway refused': reason('шлюз отказал', 'Ваш шлюз ответил ошибкой.'),
  'gateway unreachable': reason(
    'шлюз недоступен',
    'Ваш шлюз не ответил вовремя, или на его адрес нельзя отправлять.',
  ),
  'test number': reason(
    'тестовый номер',
    'Тестовый номер, который всегда успешен: никому не звонили, списаний нет.',
  ),
  'test number, unreachable': reason(
    'тестовый номер, отказ',
    'Тестовый номер, который всегда недоступен: никому не звонили, списаний нет.',
  ),
  'not answered': reason('не ответили', ({ rang }) =>
    rang === null
      ? 'Никто не ответил, код не продиктован.'
      : `Звонок шёл ${rang}, никто не ответил, код не продиктован.`,
  ),
  'early media only': reason('только объявление', 'Сеть проиграла объявление, телефон не зазвонил.'),
  busy: reason('занято', 'Линия занята, или звонок отклонён ещё до гудков.'),
  unreachable: reason('недоступен', 'Телефон выключен или вне зоны действия сети.'),
  'bad number': reason('нет такого номера', 'Сеть сообщает, что такого номера нет.'),
  'no ringing': reason('не зазвонил', 'Сеть приняла звонок, но телефон вовремя не зазвонил.'),
  'no audio': reason('нет звука', 'Ответили, но звук не прошёл, или нет признаков, что код услышали.'),
  'hung up before the code': reason(
    'положили трубку',
    'Абонент ответил и положил трубку раньше, чем прозвучал код.',
  ),
  'no response': reason('нет ответа оператора связи', 'Оператор связи совсем не ответил.'),
  'trunk fault': reason(
    'отказ оператора связи',
    'Оператор связи отказал в звонке: администратору нужно проверить транк.',
  ),
  'route fault': reason('сбой маршрута', 'Маршрут до телефона был неисправен или перегружен.'),
  redirected: reason(
    'переадресация',
    'Оператор связи переадресовал звонок, а переадресация не поддерживается.',
  ),
  'trunk full': reason('линии заняты', 'В этот момент все линии были заняты.'),
  stopped: reason(
    'остановка',
    'Звонок прекратили раньше, чем телефон зазвонил: проверка закончилась или сервис остановили.',
  ),
  'placed too late': reason('поздно начат', 'Звонок не удалось начать вовремя, поэтому его не было.'),
  'caller not believed': reason(
    'номер ненадёжен',
    'Звонок был, но надёжность номера ниже той, что нужна сервису. Деньги возвращены.',
  ),
  'from not trusted': reason(
    'From не принят',
    'Звонок был, но номер назван только в From, а From на этом транке не принимается. Деньги возвращены.',
  ),
  'number withheld': reason('номер скрыт', 'Звонок был, но телефон скрывает свой номер. Деньги возвращены.'),
  canceled: reason('отменён', 'Ожидание звонка отменили. Деньги возвращены.'),
  'no result in time': reason(
    'нет результата',
    ({ isInbound }) =>
      isInbound === true
        ? 'За отведённое время никто не позвонил. Деньги возвращены.'
        : 'Результат не пришёл вовремя. Деньги возвращены.',
    'никто не позвонил',
  ),
  'the service was restarted': reason(
    'перезапуск сервиса',
    'Сервис перезапустили во время звонка, его результат неизвестен. Деньги возвращены.',
  ),
}

export const reasonTexts: { readonly en: ReasonTexts; readonly ru: ReasonTexts } = { en, ru }

export type ReasonGroup = 'completed' | 'phone' | 'network' | 'ended'

/** Every reason by its outcome; of failures, by where to look. */
export const reasonGroups: Readonly<Record<string, ReasonGroup>> = {
  rang: 'completed',
  declined: 'completed',
  answered: 'completed',
  'answered without ringing': 'completed',
  spoken: 'completed',
  'key pressed': 'completed',
  called: 'completed',
  'code typed': 'completed',
  'handed over': 'completed',
  'test number': 'completed',
  'not answered': 'phone',
  busy: 'phone',
  unreachable: 'phone',
  'bad number': 'phone',
  'no ringing': 'phone',
  'early media only': 'phone',
  'hung up before the code': 'phone',
  'wrong key': 'phone',
  'no key pressed': 'phone',
  'caller not believed': 'phone',
  'from not trusted': 'network',
  'number withheld': 'phone',
  'test number, unreachable': 'phone',
  'not delivered': 'phone',
  'delivery unknown': 'network',
  'gateway refused': 'network',
  'gateway unreachable': 'network',
  'no audio': 'network',
  'no response': 'network',
  'trunk fault': 'network',
  'route fault': 'network',
  redirected: 'network',
  'trunk full': 'network',
  'no result in time': 'ended',
  canceled: 'ended',
  stopped: 'ended',
  'placed too late': 'ended',
  'the service was restarted': 'ended',
}
