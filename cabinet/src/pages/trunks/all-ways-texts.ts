import { defineMessages } from '../../language/texts.ts'

export const allWaysTexts = defineMessages({
  title: (trunk: string) => [`All ways of ${trunk}`, `Полная проверка ${trunk}`],
  about: [
    'Registration, OPTIONS, a ringing call, a declined call, a voice call and a call to us, one after the other. The report contains no full phone numbers, so it can be sent to the carrier.',
    'Регистрация, OPTIONS, звонок с гудками, отклонённый звонок, голосовой звонок и звонок к нам — по очереди. В отчёте нет полных номеров, его можно отправить оператору связи.',
  ],
  phone: ['Phone to call', 'На какой телефон звонить'],
  phoneAbout: [
    'Keep this phone at hand. Leave empty to place no calls.',
    'Держите телефон под рукой. Пусто — проверка без звонков.',
  ],
  start: ['Start', 'Начать'],
  checks: {
    registration: ['Registration', 'Регистрация'],
    options: ['OPTIONS', 'OPTIONS'],
    ringing: ['Ringing call', 'Звонок с гудками'],
    declined: ['Declined call', 'Отклонённый звонок'],
    voice: ['Voice call', 'Голосовой звонок'],
    inbound: ['Incoming call', 'Входящий звонок'],
  },
  results: {
    passed: ['passed', 'в порядке'],
    failed: ['failed', 'не прошла'],
    'left-out': ['skipped', 'пропущена'],
  },
  requests: {
    'let-it-ring': ['Let the phone ring; do not answer.', 'Пусть телефон звонит, не отвечайте.'],
    decline: ['Decline the call on the phone.', 'Отклоните вызов на телефоне.'],
    answer: [
      'Answer the call and speak, or have an echo service answer it.',
      'Ответьте и говорите, или пусть ответит служба эха.',
    ],
    'call-us': [
      'Call a confirmation number of this trunk from any phone, within a minute.',
      'Позвоните с любого телефона на номер подтверждения этого транка в течение минуты.',
    ],
  },
  findings: {
    registered: [
      'The registrar accepts us and has our contact.',
      'Сервер регистрации принимает нас и знает наш адрес.',
    ],
    'not-registered': [
      'The registrar accepts us but has no contact of ours: the service is not registered.',
      'Сервер регистрации принимает нас, но адреса не знает: сервис не зарегистрирован.',
    ],
    'registrar-refuses': ['The registrar does not accept us.', 'Сервер регистрации нас не принимает.'],
    'does-not-register': ['This trunk does not register.', 'Этот транк не регистрируется.'],
    answers: ['Every server answers.', 'Все серверы отвечают.'],
    'some-servers-silent': ['Some of the servers in DNS do not answer.', 'Отвечают не все серверы из DNS.'],
    silent: ['No server answers.', 'Ни один сервер не отвечает.'],
    'no-phone': ['No phone number was given.', 'Телефон не указан.'],
    'no-number': ['The trunk has no caller number.', 'У транка нет номеров для показа.'],
    'call-as-expected': ['The call went as it should.', 'Звонок прошёл как надо.'],
    'call-failed': ['The call failed.', 'Звонок не удался.'],
    'network-blocks': [
      'A network stopped the call and said so.',
      'Сеть заблокировала звонок и сообщила об этом.',
    ],
    'not-declined': [
      'The phone rang, and nobody declined the call.',
      'Телефон звонил, но вызов не отклонили.',
    ],
    'echo-heard': [
      'The code came back as an echo: sound passes both ways.',
      'Код вернулся эхом: звук проходит в обе стороны.',
    ],
    'sound-heard': [
      'The code was spoken, and other sound came back: sound passes both ways.',
      'Код произнесён, в ответ пришёл другой звук: звук проходит в обе стороны.',
    ],
    'nothing-heard': [
      'The code was spoken, and no sound came back.',
      'Код произнесён, но звука в ответ не было.',
    ],
    'call-came': [
      'A call came in with both numbers, and our refusal was acknowledged.',
      'Звонок пришёл с обоими номерами, наш отказ подтверждён.',
    ],
    'call-not-usable': [
      'A call came in, but it could not have confirmed a phone.',
      'Звонок пришёл, но подтвердить телефон не смог бы.',
    ],
    'no-call-came': ['Nobody called us in time.', 'Вовремя никто не позвонил.'],
    'incoming-off': ['This trunk takes no incoming calls.', 'Этот транк не принимает входящих.'],
    'no-service': ['The running service did not answer.', 'Работающий сервис не ответил.'],
    'given-up': ['The test was stopped before this step.', 'Проверку прервали до этого шага.'],
  },
  heard: (seconds: string) => [`Heard: ${seconds}.`, `Слышно: ${seconds}.`],
  recording: ['What was heard in the voice call', 'Что было слышно в голосовом звонке'],
  messages: ['SIP messages', 'Сообщения SIP'],
  save: ['Save the report', 'Сохранить отчёт'],
  broken: [
    'The test was interrupted. The log of the service says why.',
    'Проверка прервалась. Причина — в журнале сервиса.',
  ],
})
