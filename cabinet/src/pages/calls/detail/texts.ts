import type { CallDetail } from '@ringkey/server/cabinet-api'
import { withCommon } from '../../../language/terms.ts'
import { defineMessages } from '../../../language/texts.ts'

type Steps = Readonly<Record<CallDetail['timeline'][number]['step'], string>>
const steps: { readonly en: Steps; readonly ru: Steps } = defineMessages({
  admitted: ['Accepted', 'Принят'],
  invite: ['Call placed', 'Звонок начат'],
  progress: ['Network answered', 'Сеть ответила'],
  ringing: ['Ringing', 'Гудки'],
  answered: ['Answered', 'Ответили'],
  'hung-up': ['Hung up', 'Отбой'],
  refused: ['Refused', 'Отказ'],
  called: ['Called us', 'Позвонили нам'],
  settled: ['Finished', 'Завершён'],
  deadline: ['Ends no later than', 'Завершится не позже'],
})
export const detailTexts = withCommon({
  theUnique: ['the unique key', 'ключ unique'],
  underWay: ['The call is in progress.', 'Звонок идёт.'],
  waiting: ['Waiting for a call from this phone.', 'Ждём звонка с этого телефона.'],
  suspect: [
    'Answered unusually fast: possibly voicemail.',
    'Ответили подозрительно быстро: возможно, автоответчик.',
  ],
  unheard: [
    'The code was spoken, but nothing shows that anybody heard it: no sound came from the phone, or its network refused ours.',
    'Код продиктован, но нет признаков, что его услышали: звука с телефона не было, или сеть отвергла наш.',
  ],
  steps: [steps.en, steps.ru],
  timeline: ['Timeline', 'Ход звонка'],
  facts: ['Facts', 'Сведения'],
  phone: ['Phone', 'Телефон'],
  unique: ['Unique key', 'Ключ unique'],
  ported: (from: string, to: string) => [`${to}, ported from ${from}`, `${to}, перенесён из ${from}`],
  toRing: ['Time to ring', 'До гудка'],
  rang: ['Rang for', 'Звонил'],
  number: ['Number to call', 'Куда звонить'],
  callback: ['Webhook address', 'Адрес веб-хука'],
  repeatOf: ['Repeat of', 'Повтор звонка'],
  repeats: ['Repeats', 'Повторы'],
  route: ['Route', 'Маршрут'],
  attemptCost: ['Expected cost of an attempt', 'Ожидаемая цена попытки'],
  carrierCost: ['Paid to carriers', 'Операторам связи'],
  blocks: {
    blocked: ['A network stopped this call', 'Сеть остановила этот звонок'],
    unwanted: [
      'The person has marked the caller as unwanted',
      'Абонент пометил звонящего как нежелательного',
    ],
  },
  redressUrl: ['Address to write to', 'Адрес для обращения'],
  redressTel: ['Phone to ask', 'Телефон для обращения'],
  redressMail: ['Mail to ask', 'Почта для обращения'],
  jcard: ['jCard of the network', 'jCard сети'],
  blockLocation: ['Where it was stopped', 'Где остановлен'],
  aboutBlock: [
    'What the network says, as it came. It was not tried over another trunk, and costs nothing unless the phone rang.',
    'Так сообщила сеть. Через другой транк звонок не пробовали; он бесплатный, если телефон не звонил.',
  ],
  ladder: ['SIP dialogue', 'Диалог SIP'],
  attempt: (index: number) => [`Attempt ${index}`, `Попытка ${index}`],
  over: (trunk: string) => [`over ${trunk}`, `через ${trunk}`],
  ladderHint: [
    'Phone numbers are left out. Times are counted from the first INVITE of the attempt.',
    'Номеров здесь нет. Время считается от первого INVITE попытки.',
  ],
  showLadder: ['Show', 'Показать'],
  hideLadder: ['Hide', 'Скрыть'],
})
