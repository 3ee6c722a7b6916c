import type { AllWaysLine } from '@ringkey/server/cabinet-api'

type Checked = Extract<AllWaysLine, { readonly kind: 'checked' }>['checked']
type Request = Extract<AllWaysLine, { readonly kind: 'asks' }>['request']

interface Texts {
  readonly title: (trunk: string) => string
  readonly about: string
  readonly phone: string
  readonly phoneAbout: string
  readonly start: string
  readonly ways: Readonly<Record<Checked['way'], string>>
  readonly results: Readonly<Record<Checked['result'], string>>
  readonly requests: Readonly<Record<Request, string>>
  readonly findings: Readonly<Record<Checked['finding'], string>>
  readonly heard: (seconds: string) => string
  readonly recording: string
  readonly messages: string
  readonly save: string
  readonly broken: string
}

const en: Texts = {
  title: (trunk) => `All ways of ${trunk}`,
  about:
    'Registration, OPTIONS, a ringing call, a declined call, a voice call and a call to us, one after the other. The report contains no full phone numbers, so it can be sent to the carrier.',
  phone: 'Phone to call',
  phoneAbout: 'Keep this phone at hand. Leave empty to place no calls.',
  start: 'Start',
  ways: {
    registration: 'Registration',
    options: 'OPTIONS',
    ringing: 'Ringing call',
    declined: 'Declined call',
    voice: 'Voice call',
    inbound: 'Incoming call',
  },
  results: { passed: 'passed', failed: 'failed', 'left-out': 'skipped' },
  requests: {
    'let-it-ring': 'Let the phone ring; do not answer.',
    decline: 'Decline the call on the phone.',
    answer: 'Answer the call and speak, or have an echo service answer it.',
    'call-us': 'Call a confirmation number of this trunk from any phone, within a minute.',
  },
  findings: {
    registered: 'The registrar accepts us and has our contact.',
    'not-registered': 'The registrar accepts us but has no contact of ours: the service is not registered.',
    'registrar-refuses': 'The registrar does not accept us.',
    'does-not-register': 'This trunk does not register.',
    answers: 'Every server answers.',
    'some-servers-silent': 'Some of the servers in DNS do not answer.',
    silent: 'No server answers.',
    'no-phone': 'No phone number was given.',
    'no-number': 'The trunk has no number to show.',
    'call-as-expected': 'The call went as it should.',
    'call-failed': 'The call failed.',
    'not-declined': 'The phone rang, and nobody declined the call.',
    'echo-heard': 'The code came back as an echo: sound passes both ways.',
    'sound-heard': 'The code was spoken, and other sound came back: sound passes both ways.',
    'nothing-heard': 'The code was spoken, and no sound came back.',
    'call-came': 'A call came in with both numbers, and our refusal was acknowledged.',
    'call-not-usable': 'A call came in, but it could not have confirmed a phone.',
    'no-call-came': 'Nobody called us in time.',
    'incoming-off': 'This trunk takes no incoming calls.',
    'no-service': 'The running service did not answer.',
    'given-up': 'The test was stopped before this step.',
  },
  heard: (seconds) => `Heard: ${seconds}.`,
  recording: 'What was heard in the voice call',
  messages: 'SIP messages',
  save: 'Save the report',
  broken: 'The test was interrupted. The log of the service says why.',
}

const ru: Texts = {
  title: (trunk) => `Полная проверка ${trunk}`,
  about:
    'Регистрация, OPTIONS, звонок с гудками, отклонённый звонок, голосовой звонок и звонок к нам — по очереди. В отчёте нет полных номеров, его можно отправить оператору связи.',
  phone: 'На какой телефон звонить',
  phoneAbout: 'Держите телефон под рукой. Пусто — проверка без звонков.',
  start: 'Начать',
  ways: {
    registration: 'Регистрация',
    options: 'OPTIONS',
    ringing: 'Звонок с гудками',
    declined: 'Отклонённый звонок',
    voice: 'Голосовой звонок',
    inbound: 'Входящий звонок',
  },
  results: { passed: 'в порядке', failed: 'не прошла', 'left-out': 'пропущена' },
  requests: {
    'let-it-ring': 'Пусть телефон звонит, не отвечайте.',
    decline: 'Отклоните вызов на телефоне.',
    answer: 'Ответьте и говорите, или пусть ответит служба эха.',
    'call-us': 'Позвоните с любого телефона на номер подтверждения этого транка в течение минуты.',
  },
  findings: {
    registered: 'Сервер регистрации принимает нас и знает наш адрес.',
    'not-registered': 'Сервер регистрации принимает нас, но адреса не знает: сервис не зарегистрирован.',
    'registrar-refuses': 'Сервер регистрации нас не принимает.',
    'does-not-register': 'Этот транк не регистрируется.',
    answers: 'Все серверы отвечают.',
    'some-servers-silent': 'Отвечают не все серверы из DNS.',
    silent: 'Ни один сервер не отвечает.',
    'no-phone': 'Телефон не указан.',
    'no-number': 'У транка нет номеров для показа.',
    'call-as-expected': 'Звонок прошёл как надо.',
    'call-failed': 'Звонок не удался.',
    'not-declined': 'Телефон звонил, но вызов не отклонили.',
    'echo-heard': 'Код вернулся эхом: звук проходит в обе стороны.',
    'sound-heard': 'Код произнесён, в ответ пришёл другой звук: звук проходит в обе стороны.',
    'nothing-heard': 'Код произнесён, но звука в ответ не было.',
    'call-came': 'Звонок пришёл с обоими номерами, наш отказ подтверждён.',
    'call-not-usable': 'Звонок пришёл, но подтвердить телефон не смог бы.',
    'no-call-came': 'Вовремя никто не позвонил.',
    'incoming-off': 'Этот транк не принимает входящих.',
    'no-service': 'Работающий сервис не ответил.',
    'given-up': 'Проверку прервали до этого шага.',
  },
  heard: (seconds) => `Слышно: ${seconds}.`,
  recording: 'Что было слышно в голосовом звонке',
  messages: 'Сообщения SIP',
  save: 'Сохранить отчёт',
  broken: 'Проверка прервалась. Причина — в журнале сервиса.',
}

export const allWaysTexts = { en, ru }
