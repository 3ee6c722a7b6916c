import { withCommon } from '../../language/terms.ts'

export const supportTexts = withCommon({
  title: ['Support', 'Поддержка'],
  about: [
    'A person did not get the call? Type their phone, or the id of the verification. The phone is not kept, and stands in no address.',
    'Человеку не пришёл звонок? Введите его телефон или id проверки. Телефон не сохраняется и не попадает в адрес страницы.',
  ],
  sought: ['Phone or id', 'Телефон или id'],
  find: ['Find', 'Найти'],
  none: ['Nothing found', 'Ничего не нашлось'],
  noneHint: [
    'There was no verification of this phone, or its time to be kept is over. Ask the person how the number is written, with its country.',
    'Проверок этого телефона не было, или срок их хранения прошёл. Уточните номер вместе с кодом страны.',
  ],
  happened: ['What happened', 'Что произошло'],
  tell: ['What to tell the person', 'Что сказать человеку'],
  copy: ['Copy as text', 'Скопировать текстом'],
  copied: ['Copied', 'Скопировано'],
  other: ['Other verifications of this phone', 'Другие проверки этого телефона'],
  details: ['All details', 'Все подробности'],
  wrongCodes: (count: string) => [`Wrong codes typed: ${count}.`, `Введено неверных кодов: ${count}.`],
  advice: {
    done: [
      'The number is confirmed. Nothing is left to do.',
      'Номер подтверждён, делать больше ничего не нужно.',
    ],
    underWay: [
      'The verification goes on at this moment. Keep the phone at hand; the code is in the number that calls, or is spoken.',
      'Проверка идёт прямо сейчас. Держите телефон под рукой: код — в номере, который звонит, или его продиктуют.',
    ],
    arrived: [
      'The call has arrived. The code is the last digits of the number that called: look among the missed calls, also among those that the phone marks as spam. It is never asked for in a message.',
      'Звонок дошёл. Код — последние цифры номера, с которого звонили: посмотрите пропущенные вызовы, в том числе отмеченные как спам. В сообщениях код никто не спрашивает.',
    ],
    wrongCodes: [
      'Too many wrong codes were typed. Ask for a new call, and type the last digits of the number that calls then, not of an earlier one.',
      'Слишком много неверных кодов. Запросите новый звонок и введите последние цифры номера, который позвонит тогда, а не раньше.',
    ],
    tomorrow: [
      'Too many wrong codes were typed within a day. Try again in 24 hours, or confirm in another way.',
      'За сутки введено слишком много неверных кодов. Попробуйте через 24 часа или подтвердите номер иначе.',
    ],
    number: [
      'The network does not know this number. Check each digit and the code of the country.',
      'Сеть не знает такого номера. Проверьте каждую цифру и код страны.',
    ],
    phone: [
      'The phone could not be reached, or was busy. See that it is on, has coverage and does not forward calls, and ask for a new call.',
      'Телефон был недоступен или занят. Проверьте, что он включён, в зоне сети и без переадресации, и запросите новый звонок.',
    ],
    blocked: [
      'The network or an app on the phone stopped our call as unwanted. Switch off the filter for unknown numbers for a minute and ask for a new call, or confirm in another way.',
      'Сеть или приложение на телефоне отклонили звонок как нежелательный. Отключите на минуту фильтр незнакомых номеров и запросите новый звонок или подтвердите номер иначе.',
    ],
    network: [
      'The call failed on the way, and the phone is not to blame. Ask for a new call in a few minutes.',
      'Звонок не прошёл по вине сети, телефон ни при чём. Запросите новый звонок через несколько минут.',
    ],
    doNotCall: [
      'This number is on the list of those that asked not to be called. Confirm in another way; the operator can take it off the list.',
      'Этот номер в списке тех, кто просил не звонить. Подтвердите номер иначе; убрать его из списка может администратор.',
    ],
    again: [
      'It ended before it was confirmed. Ask for a new call.',
      'Проверка закончилась раньше, чем номер подтвердили. Запросите новый звонок.',
    ],
  },
})
