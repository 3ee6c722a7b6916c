import { defineMessages } from '../../language/texts.ts'

export const inboundTexts = defineMessages({
  title: ['Test an incoming call', 'Проверить входящий звонок'],
  about: [
    'Shows which header names the caller. A carrier that sends From alone confirms nobody until you accept it here.',
    'Покажет, в каком заголовке приходит номер звонящего. Если оператор связи присылает только From, звонки никого не подтвердят, пока вы не примете его здесь.',
  ],
  start: ['Wait for a call', 'Ждать звонка'],
  call: (numbers: string) => [
    numbers === ''
      ? 'Call a number of this trunk from your phone within a minute. You will hear busy: that is right.'
      : `Call one of these numbers from your phone within a minute: ${numbers}. You will hear busy: that is right.`,
    numbers === ''
      ? 'Позвоните со своего телефона на номер этого транка в течение минуты. Вы услышите «занято»: так и должно быть.'
      : `Позвоните со своего телефона в течение минуты на один из номеров: ${numbers}. Вы услышите «занято»: так и должно быть.`,
  ],
  named: (header: string, caller: string) => [
    `${header} named the caller: ${caller}.`,
    `Номер звонящего пришёл в ${header}: ${caller}.`,
  ],
  unnamed: ['No header named the caller.', 'Номера звонящего нет ни в одном заголовке.'],
  notBelieved: (header: string) => [
    `This trunk does not believe ${header}, so the call confirmed nobody. Accept it only if that was you, and the carrier has agreed to put numbers of the calling line there and nothing else: otherwise anybody could call as somebody else.`,
    `Этот транк не доверяет ${header}, и звонок никого не подтвердил. Принимайте его, только если звонили вы, а оператор связи обязался передавать там лишь номер звонящей линии: иначе кто угодно позвонит от чужого имени.`,
  ],
  accept: (header: string) => [`Accept ${header} of this trunk`, `Принимать ${header} этого транка`],
  accepted: (header: string) => [
    `${header} of this trunk is accepted. Call again to see it.`,
    `${header} этого транка принимается. Позвоните ещё раз, чтобы убедиться.`,
  ],
  again: ['Wait for another call', 'Ждать ещё одного звонка'],
})
