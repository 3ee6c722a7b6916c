import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const poolsTexts = withCommon({
  coverage: ['Codes that can be shown', 'Коды, которые можно показать'],
  coverageAbout: [
    'A code is the last four digits of a calling number: 0001 to 9999, one small square each.',
    'Код — последние четыре цифры номера звонящего: от 0001 до 9999, по квадратику на код.',
  ],
  everywhere: ['Everywhere', 'Куда угодно'],
  covered: (codes: string) => [`${codes} of 9,999 codes`, `${codes} из 9 999 кодов`],
  over: (trunks: string) => [`over ${trunks}`, `через ${trunks}`],
  verdicts: {
    enough: ['Enough: a code is hard to guess.', 'Достаточно: код трудно угадать.'],
    alarm: [
      'Few: codes can be guessed. Add numbers with other endings.',
      'Мало: коды можно угадать. Добавьте номера с другими окончаниями.',
    ],
    refuse: ['Too few: flash calls are refused.', 'Слишком мало: звонки-сбросы отклоняются.'],
  },
  demoAlarm: ['Few, which is fine for the demo.', 'Мало, но для демо достаточно.'],
  mapLabel: (codes: string) => [
    `Map of the codes 0000 to 9999, a hundred in a row: ${codes} can be shown`,
    `Карта кодов от 0000 до 9999, по сто в строке: можно показать ${codes}`,
  ],
  missing: (count: string, examples: string) => [
    `${count} cannot be shown, such as ${examples}.`,
    `Нельзя показать: ${count}, например ${examples}.`,
  ],
  noneMissing: ['None is missing.', 'Показать можно все.'],
  leftOut: (count: string) => [
    `${count} more destinations are not shown here.`,
    `Ещё направлений, не показанных здесь: ${count}.`,
  ],
  noTrunk: ['No trunk is in use', 'Ни один транк не используется'],
  noTrunkAbout: [
    'Add a trunk first: numbers belong to the trunks that may show them.',
    'Сначала добавьте транк: номера принадлежат транкам, которые могут их показывать.',
  ],
  ranges: ['Caller numbers', 'Исходящие номера'],
  rangesAbout: [
    'Numbers that the carrier lets us show, by trunk.',
    'Номера, которые оператор связи разрешает показывать, по транкам.',
  ],
  noRanges: ['No numbers yet', 'Номеров пока нет'],
  noRangesAbout: [
    'Add the numbers that your carrier gave you: one, or a range such as 74951230000-74951239999.',
    'Добавьте номера от оператора связи: один или диапазон вроде 74951230000-74951239999.',
  ],
  range: ['Number or range', 'Номер или диапазон'],
  rangeEmpty: ['74951230000-74951230009', '74951230000-74951230009'],
  trunks: ['Trunks', 'Транки'],
  label: ['Label', 'Маркировка'],
  labelChange: (range: string) => [`Label of ${range}`, `Маркировка ${range}`],
  labelText: ['Name that phones show', 'Название на экране телефона'],
  labelCategory: ['Category of calls', 'Категория звонков'],
  labelAbout: [
    'As agreed with the network. Phones get it from there; here it is noted.',
    'Как согласовано с оператором связи. Телефоны получают её от сети, здесь она только записана.',
  ],
  labelNone: ['none', 'нет'],
  remove: ['Remove', 'Убрать'],
  removeName: (range: string) => [`Remove ${range}`, `Убрать ${range}`],
  removeQuestion: ['Remove these numbers?', 'Убрать эти номера?'],
  removeAbout: (range: string, trunk: string) => [
    `${range} will no longer be shown on ${trunk}.`,
    `${range} больше не будет показываться через ${trunk}.`,
  ],
  confirmation: ['Confirmation numbers', 'Номера подтверждения'],
  confirmationAbout: [
    'Numbers that people call to confirm their own. Calls to them must reach this service.',
    'На них звонят люди, чтобы подтвердить свой номер. Эти звонки должны приходить сюда.',
  ],
  confirmationTrunks: ['Carried by', 'Через транки'],
  trunksEmpty: ['any trunk', 'любой транк'],
  countries: ['For people of', 'Для людей из стран'],
  countriesEmpty: ['every country', 'из любой страны'],
  tollFree: ['Toll-free: people call it free of charge', 'Бесплатный для звонящего'],
  tollFreeHint: [
    'Toll-free numbers are given out first. Say for which countries they work.',
    'Бесплатные номера выдаются первыми. Укажите, из каких стран на них можно позвонить.',
  ],
  isTollFree: ['toll-free', 'бесплатный'],
  thanks: [
    'Answer calls that confirm with a spoken thank-you',
    'Отвечать на подтвердивший звонок и благодарить голосом',
  ],
  thanksHint: [
    'Every answered call costs you money, as your carrier charges calls to this number. Without it calls are refused unanswered and cost nobody anything.',
    'Каждый принятый звонок стоит вам денег: за звонки на этот номер платите вы. Без этого звонки отклоняются без ответа и никому ничего не стоят.',
  ],
  isThanked: ['answered', 'с ответом'],
  noConfirmation: ['No confirmation number yet', 'Номеров подтверждения пока нет'],
  noConfirmationAbout: ['Without one, inbound calls are refused.', 'Без них режим «Входящий» отклоняется.'],
  removeConfirmation: (range: string) => [
    `${range} will not be given out any more. Calls that already wait at it can still come until their time is over.`,
    `${range} больше не будет выдаваться. Звонков на него, которые уже ждут, мы дождёмся до конца их срока.`,
  ],
  use: (calls: string, tooSoon: string) => [
    `Calls from this node: ${calls}. Of these, ${tooSoon} showed a number that had been shown less than a minute before.`,
    `Звонков с этого узла: ${calls}; из них с номера, который показывали меньше минуты назад: ${tooSoon}.`,
  ],
})

export const poolProblems = defineMessages({
  'bad-range': [
    'Expected a whole number with its country code, such as 74951230000, or a range of such numbers, the smaller first.',
    'Нужен полный номер с кодом страны вроде 74951230000 или диапазон таких номеров, меньший первым.',
  ],
  gone: ['It was already removed.', 'Это уже кто-то убрал.'],
})
