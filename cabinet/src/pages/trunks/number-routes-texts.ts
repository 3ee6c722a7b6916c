import { withCommon } from '../../language/terms.ts'

export const numberRoutesTexts = withCommon({
  title: ['Route test', 'Проверка маршрута'],
  about: [
    'Which trunks a call would take now, and why. Nobody is called, and the number is not stored.',
    'Через какие транки пошёл бы звонок сейчас и почему. Звонка не будет, номер не сохраняется.',
  ],
  demo: ['As the demo account', 'Как демо-аккаунт'],
  ask: ['Show', 'Показать'],
  kinds: {
    routed: ['The call would be placed.', 'Звонок состоялся бы.'],
    full: [
      'Refused for the moment: every trunk for this destination is full.',
      'Сейчас отказ: все подходящие транки заняты.',
    ],
    'no-way': [
      'Refused: no trunk can carry this call.',
      'Отказ: ни один транк не может провести этот звонок.',
    ],
  },
  who: (mask: string, country: string, operator: string) => [
    [mask, country, operator].filter((part) => part !== '').join(' · '),
    [mask, country, operator].filter((part) => part !== '').join(' · '),
  ],
  shows: ['Shows', 'Покажет'],
  cost: ['Cost of an attempt', 'Цена попытки'],
  rule: (rule: string) => [`rule: ${rule}`, `правило: ${rule}`],
  verdicts: {
    chosen: ['tried first', 'первый'],
    next: ['tried if those before it fail', 'если предыдущие не смогут'],
    off: ['switched off', 'выключен'],
    'demo-only': ['carries calls of demo accounts only', 'проводит звонки только демо-аккаунтов'],
    'not-for-demo': [
      'calls of demo accounts stay with the simulated carrier',
      'звонки демо-аккаунтов идут только в имитатор',
    ],
    'other-prefix': ['does not serve this destination', 'не обслуживает это направление'],
    excluded: ['excluded for this destination', 'исключён для этого направления'],
    'cannot-write': [
      'its number format cannot express this number',
      'его формат не может записать этот номер',
    ],
    unreachable: ['does not answer or is not registered', 'не отвечает или не зарегистрирован'],
    'left-alone': ['paused after route faults', 'приостановлен после сбоев'],
    'too-many-calls': ['all its channels are in use', 'все его каналы заняты'],
    'too-fast': ['its limit of calls per second is reached', 'исчерпан лимит звонков в секунду'],
    'short-calls-used-up': [
      'its limit of short calls per hour is reached',
      'исчерпан лимит коротких звонков за час',
    ],
    'no-number': ['has no number that shows the code', 'нет номера, который показал бы этот код'],
    'not-needed': ['usable, but other trunks come first', 'подходит, но другие транки раньше'],
  },
  everywhere: ['serves every destination', 'обслуживает все направления'],
  prefix: (digits: string) => [`serves +${digits}`, `обслуживает +${digits}`],
})
