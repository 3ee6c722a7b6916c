import { callRefusals } from '../../language/call-refusals.ts'
import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const phoneTexts = withCommon({
  title: ['Demo phone', 'Демо-телефон'],
  intro: [
    'The sign-in of a site that uses Ringkey, and the phone of the person who signs in.',
    'Вход на сайт, который работает с Ringkey, и телефон того, кто входит.',
  ],
  offline: [
    'The phone is offline and will reconnect by itself.',
    'Нет связи с телефоном. Она восстановится сама.',
  ],
  reaches: [
    'Calls of the demo account to any number reach this phone.',
    'Сюда попадают звонки демо-аккаунта на любой номер.',
  ],
  noPhone: ['There is no demo phone here', 'Здесь нет демо-телефона'],
  noPhoneWhy: [
    'It belongs to the demo account, works in demo mode only and shows codes: your role must allow calls.',
    'Он принадлежит демо-аккаунту, работает только в демо-режиме и показывает коды: роль должна разрешать звонки.',
  ],
  soundOn: ['Ringing sound is on', 'Звук звонка включён'],
  soundOff: ['Ringing sound is off', 'Звук звонка выключен'],
  handset: ['Handset', 'Аппарат'],
  idle: ['Nobody is calling', 'Никто не звонит'],
  missed: ['Last call', 'Последний звонок'],
  incoming: ['Incoming call', 'Входящий звонок'],
  dialling: ['Calling', 'Набираем'],
  talking: ['On the line', 'На линии'],
  toNumber: (number: string) => [`to ${number}`, `на ${number}`],
  fromNumber: (number: string) => [`from ${number}`, `с ${number}`],
  lastFour: ['Last four digits', 'Последние цифры'],
  spoken: ['The code is spoken: answer to hear it', 'Код продиктуют: ответьте и услышите'],
  wasSpoken: ['The code was spoken: play it below', 'Код продиктован: запись ниже'],
  notHeard: ['The code was not heard', 'Код не прослушан'],
  theLastFour: ['the last four digits', 'последние четыре цифры'],
  theNumber: ['the number', 'номер'],
  answer: ['Answer', 'Ответить'],
  decline: ['Decline', 'Отклонить'],
  hangUp: ['Hang up', 'Положить трубку'],
  alsoRinging: ['Other calls', 'Другие звонки'],
  keypad: ['Keypad', 'Набор номера'],
  closeKeypad: ['Close the keypad', 'Закрыть набор'],
  yourNumber: ['Your number', 'Ваш номер'],
  numberToCall: ['Number to call', 'Куда звонить'],
  call: ['Call', 'Позвонить'],
  erase: ['Erase the last digit', 'Стереть последнюю цифру'],
  keypadHint: [
    'Dial the confirmation number that the site or inboundCallWaiting gave.',
    'Наберите номер подтверждения с сайта или из ответа inboundCallWaiting.',
  ],
  history: ['Calls', 'Звонки'],
  noCalls: ['No calls yet', 'Звонков ещё не было'],
  noCallsHint: [
    'Press “Call me”, or call the API with a key of a service.',
    'Нажмите «Позвоните мне» или вызовите API с ключом сервиса.',
  ],
  from: ['From', 'Откуда'],
  to: ['To', 'Куда'],
  outcome: ['How it ended', 'Чем закончился'],
  heard: ['Heard', 'Запись'],
  into: ['incoming', 'входящий'],
  out: ['outgoing', 'исходящий'],
  play: ['Play what was heard', 'Прослушать запись'],
  pause: ['Pause', 'Пауза'],
  forgotten: [
    'The recording was deleted: only the last 16 are kept.',
    'Запись уже удалена: хранятся последние 16.',
  ],
  wave: (seconds: string) => [`Recording of ${seconds}`, `Запись, ${seconds}`],
  states: {
    ringing: ['ringing', 'звонит'],
    dialling: ['calling', 'набираем'],
    answered: ['on the line', 'на линии'],
    ended: ['ended', 'завершён'],
  },
  whys: [
    {} as Record<string, string>,
    {
      'the caller hung up': 'звонивший положил трубку',
      'hung up here': 'положили трубку здесь',
      'declined here': 'отклонён здесь',
      'the line was lost': 'связь пропала',
      'busy, as confirmation numbers are': 'занято, как и должно быть',
      answered: 'ответили',
      'not answered': 'не ответили',
      'the service did not answer': 'сервис не ответил',
      'the carrier was restarted': 'имитатор оператора связи перезапущен',
      'the carrier is gone': 'имитатор оператора связи недоступен',
    } as Record<string, string>,
  ],
})

export const verificationProblems = defineMessages({
  ...callRefusals,
  'no-service-to-call': [
    'The demo account has no service that may call. Switch one on in My services.',
    'У демо-аккаунта нет включённого сервиса. Включите его в «Моих сервисах».',
  ],
  'refused-funds': [
    'The demo balance is used up. An operator can top it up.',
    'Демо-баланс израсходован. Пополнить его может администратор.',
  ],
  'wrong-field': [
    'This is not a phone number: write it with the country code, digits only.',
    'Это не номер телефона: укажите его с кодом страны, только цифры.',
  ],
  'not-found': [
    'The call is over, or the phone is no longer yours.',
    'Звонок уже закончился, или телефон больше не ваш.',
  ],
})
