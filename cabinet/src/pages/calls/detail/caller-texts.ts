import type { CallDetail } from '@ringkey/server/cabinet-api'

type Caller = NonNullable<CallDetail['caller']>

interface CallerTexts {
  readonly title: string
  readonly levels: Readonly<Record<Caller['level'], string>>
  readonly rejected: (demanded: string) => string
  readonly notBelieved: string
  readonly why: Readonly<Record<Caller['why'], string>>
  readonly verstat: string
  readonly verstats: Readonly<Record<Caller['verstat'], string>>
  readonly signals: Readonly<Record<Caller['signals'][number], string>>
}

/** How sure it is that the caller holds the number; docs/trunks.md says more. */
export const callerTexts: { readonly en: CallerTexts; readonly ru: CallerTexts } = {
  en: {
    title: 'Number of the caller',
    levels: { none: 'not trusted', low: 'low trust', medium: 'medium trust', high: 'high trust' },
    rejected: (demanded) =>
      `A call came from this number and confirmed nothing: the service demands at least ${demanded}.`,
    notBelieved: 'A call with this number came and confirmed nothing: the number was not trusted.',
    why: {
      asserted: 'The network asserts the number (P-Asserted-Identity).',
      'remote-party-screened': 'The network has checked the number (Remote-Party-ID, screen=yes).',
      'remote-party-unscreened': 'Remote-Party-ID names the number; the network has not checked it.',
      'from-screened': 'From names the number, and the carrier checks From.',
      'from-verified': 'From names the number, and the network has verified it.',
      'from-unscreened': 'Only From names the number, which the caller may have written.',
      'asserted-no-number': 'What the network asserts is not a number.',
      'asserted-two-numbers': 'The network asserts two different numbers.',
      'verstat-failed': 'The network checked the number, and the check failed.',
      withheld: 'The caller withholds the number.',
      'remote-party-no-number': 'Remote-Party-ID names no number.',
      'remote-party-not-screened':
        'The network has not checked the number (Remote-Party-ID without screen=yes).',
      'from-not-trusted': 'Only From names the number, and From is not trusted on this line.',
      'from-without-country': 'Only From names the number, without the country code that this line writes.',
      'no-number': 'The call names no number.',
    },
    verstat: 'Check by the network (verstat)',
    verstats: { passed: 'passed', failed: 'failed', 'not-validated': 'not made', none: 'not reported' },
    signals: {
      'verstat-passed': 'The network verified the number: one level up.',
      'verstat-from-caller': 'From says “verified”, but the caller may have written that: not counted.',
      'trunk-usually-asserts': 'This line usually asserts who calls, and did not this time: one level down.',
      'operator-fits': 'The network operator of the number is that of the line: one level up.',
      'operator-differs': 'The network operator of the number is not that of the line: one level down.',
      'operator-ported': 'The number was ported away from the network operator of the line: not counted.',
      'region-fits': 'The region of the number is that of the line: one level up.',
      'region-differs': 'The region of the number is not that of the line: one level down.',
    },
  },
  ru: {
    title: 'Номер звонящего',
    levels: {
      none: 'не принят',
      low: 'низкая надёжность',
      medium: 'средняя надёжность',
      high: 'высокая надёжность',
    },
    rejected: (demanded) =>
      `С этого номера был звонок, но он ничего не подтвердил: сервису нужна как минимум ${demanded}.`,
    notBelieved: 'Был звонок с этим номером, но он ничего не подтвердил: номеру нельзя верить.',
    why: {
      asserted: 'Номер подтверждает сеть (P-Asserted-Identity).',
      'remote-party-screened': 'Сеть проверила номер (Remote-Party-ID, screen=yes).',
      'remote-party-unscreened': 'Номер указан в Remote-Party-ID, сеть его не проверяла.',
      'from-screened': 'Номер указан в From, и оператор связи проверяет From.',
      'from-verified': 'Номер указан в From, и сеть его проверила.',
      'from-unscreened': 'Номер указан только в From, его мог вписать сам звонящий.',
      'asserted-no-number': 'Сеть передала не номер.',
      'asserted-two-numbers': 'Сеть передала два разных номера.',
      'verstat-failed': 'Сеть проверила номер, проверка не пройдена.',
      withheld: 'Звонящий скрыл номер.',
      'remote-party-no-number': 'В Remote-Party-ID нет номера.',
      'remote-party-not-screened': 'Сеть не проверила номер (Remote-Party-ID без screen=yes).',
      'from-not-trusted': 'Номер указан только в From, а From на этой линии не принимается.',
      'from-without-country': 'Номер указан только в From и без кода страны, который эта линия пишет.',
      'no-number': 'В звонке нет номера.',
    },
    verstat: 'Проверка сетью (verstat)',
    verstats: {
      passed: 'пройдена',
      failed: 'не пройдена',
      'not-validated': 'не проводилась',
      none: 'не сообщается',
    },
    signals: {
      'verstat-passed': 'Сеть проверила номер: на уровень выше.',
      'verstat-from-caller': 'В From стоит «проверен», но это мог вписать сам звонящий: не учтено.',
      'trunk-usually-asserts': 'Обычно эта линия подтверждает номер, а в этот раз нет: на уровень ниже.',
      'operator-fits': 'У номера и у линии один оператор связи: на уровень выше.',
      'operator-differs': 'У номера и у линии разные операторы связи: на уровень ниже.',
      'operator-ported': 'Номер перенесён от оператора связи этой линии к другому: не учтено.',
      'region-fits': 'Регион номера совпадает с регионом линии: на уровень выше.',
      'region-differs': 'Регион номера не совпадает с регионом линии: на уровень ниже.',
    },
  },
}
