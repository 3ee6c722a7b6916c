import { defineMessages } from '../../../language/texts.ts'

/** How sure it is that the caller holds the number; docs/trunks.md says more. */
export const callerTexts = defineMessages({
  title: ['Number of the caller', 'Номер звонящего'],
  levels: {
    none: ['not trusted', 'не принят'],
    low: ['low trust', 'низкая надёжность'],
    medium: ['medium trust', 'средняя надёжность'],
    high: ['high trust', 'высокая надёжность'],
  },
  rejected: (demanded: string) => [
    `A call came from this number and confirmed nothing: the service demands at least ${demanded}.`,
    `С этого номера был звонок, но он ничего не подтвердил: сервису нужна как минимум ${demanded}.`,
  ],
  notBelieved: [
    'A call with this number came and confirmed nothing: the number was not trusted.',
    'Был звонок с этим номером, но он ничего не подтвердил: номеру нельзя верить.',
  ],
  why: {
    asserted: [
      'The network asserts the number (P-Asserted-Identity).',
      'Номер подтверждает сеть (P-Asserted-Identity).',
    ],
    'remote-party-screened': [
      'The network has checked the number (Remote-Party-ID, screen=yes).',
      'Сеть проверила номер (Remote-Party-ID, screen=yes).',
    ],
    'remote-party-unscreened': [
      'Remote-Party-ID names the number; the network has not checked it.',
      'Номер указан в Remote-Party-ID, сеть его не проверяла.',
    ],
    'from-screened': [
      'From names the number, and the carrier checks From.',
      'Номер указан в From, и оператор связи проверяет From.',
    ],
    'from-verified': [
      'From names the number, and the network has verified it.',
      'Номер указан в From, и сеть его проверила.',
    ],
    'from-unscreened': [
      'Only From names the number, which the caller may have written.',
      'Номер указан только в From, его мог вписать сам звонящий.',
    ],
    'asserted-no-number': ['What the network asserts is not a number.', 'Сеть передала не номер.'],
    'asserted-two-numbers': [
      'The network asserts two different numbers.',
      'Сеть передала два разных номера.',
    ],
    'verstat-failed': [
      'The network checked the number, and the check failed.',
      'Сеть проверила номер, проверка не пройдена.',
    ],
    withheld: ['The caller withholds the number.', 'Звонящий скрыл номер.'],
    'remote-party-no-number': ['Remote-Party-ID names no number.', 'В Remote-Party-ID нет номера.'],
    'remote-party-not-screened': [
      'The network has not checked the number (Remote-Party-ID without screen=yes).',
      'Сеть не проверила номер (Remote-Party-ID без screen=yes).',
    ],
    'from-not-trusted': [
      'Only From names the number, and From is not trusted on this line.',
      'Номер указан только в From, а From на этой линии не принимается.',
    ],
    'from-without-country': [
      'Only From names the number, without the country code that this line writes.',
      'Номер указан только в From и без кода страны, который эта линия пишет.',
    ],
    'no-number': ['The call names no number.', 'В звонке нет номера.'],
  },
  verstat: ['Check by the network (verstat)', 'Проверка сетью (verstat)'],
  verstats: {
    passed: ['passed', 'пройдена'],
    failed: ['failed', 'не пройдена'],
    'not-validated': ['not made', 'не проводилась'],
    none: ['not reported', 'не сообщается'],
  },
  signals: {
    'verstat-passed': [
      'The network verified the number: one level up.',
      'Сеть проверила номер: на уровень выше.',
    ],
    'verstat-from-caller': [
      'From says “verified”, but the caller may have written that: not counted.',
      'В From стоит «проверен», но это мог вписать сам звонящий: не учтено.',
    ],
    'trunk-usually-asserts': [
      'This line usually asserts who calls, and did not this time: one level down.',
      'Обычно эта линия подтверждает номер, а в этот раз нет: на уровень ниже.',
    ],
    'operator-fits': [
      'The network operator of the number is that of the line: one level up.',
      'У номера и у линии один оператор связи: на уровень выше.',
    ],
    'operator-differs': [
      'The network operator of the number is not that of the line: one level down.',
      'У номера и у линии разные операторы связи: на уровень ниже.',
    ],
    'operator-ported': [
      'The number was ported away from the network operator of the line: not counted.',
      'Номер перенесён от оператора связи этой линии к другому: не учтено.',
    ],
    'region-fits': [
      'The region of the number is that of the line: one level up.',
      'Регион номера совпадает с регионом линии: на уровень выше.',
    ],
    'region-differs': [
      'The region of the number is not that of the line: one level down.',
      'Регион номера не совпадает с регионом линии: на уровень ниже.',
    ],
  },
})
