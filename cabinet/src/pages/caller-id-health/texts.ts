import { withCommon } from '../../language/terms.ts'

export const healthTexts = withCommon({
  ranges: ['Ranges compared', 'Сравнение диапазонов'],
  rangesAbout: [
    'Calls of the last two weeks. In brackets: the other ranges of the same trunk. A range or number that people refuse or networks block is paused automatically, and later retested with few calls. Least covered codes: those that only this range can show. From 6 calls a number in the busiest hour of the week on, more numbers are advised.',
    'Звонки за две недели. В скобках — остальные диапазоны того же транка. Если абоненты сбрасывают звонки с номера или сети его блокируют, он сам уходит на паузу, а потом возвращается на проверку с малым числом звонков. Хуже всего покрыты коды, которые показывает только этот диапазон. Если в час пик недели на номер приходится 6 звонков и больше, советуем добавить номера.',
  ],
  off: [
    'Refused numbers stay in use: the installation does not pause them.',
    'Отклоняемые номера остаются в работе: пауза выключена в настройках установки.',
  ],
  range: ['Range', 'Диапазон'],
  calls: ['Calls', 'Звонков'],
  blocked: ['Networks block', 'Блокируют сети'],
  rings: ['Phone rings', 'Телефон звонит'],
  declined: ['Declined', 'Сбросили'],
  confirmed: ['Code typed', 'Код введён'],
  busyHour: ['Calls per number, busiest hour', 'Звонков на номер в час пик'],
  lacking: (count: string) => [`add ${count} numbers`, `добавьте номеров: ${count}`],
  shortBudget: (calls: string, budget: string) => [
    `${calls} of ${budget} short calls: ask the carrier for more`,
    `коротких звонков ${calls} из ${budget}: запросите больше`,
  ],
  leastCovered: ['Least covered codes', 'Хуже всего покрытые коды'],
  states: {
    new: ['in use', 'в работе'],
    healthy: ['in use', 'в работе'],
    quarantined: ['paused', 'на паузе'],
    probation: ['being retested', 'на проверке'],
  },
  someRest: (count: string) => [`${count} of its numbers are paused`, `номеров на паузе: ${count}`],
  replace: ['Replace', 'Заменить'],
  replaceReasons: {
    refused: ['people or networks refuse it', 'абоненты или сети его отклоняют'],
    spoilt: ['a tenth of its numbers are paused', 'десятая часть номеров на паузе'],
    foreign: ['the registry gives it to another network', 'по реестру он у другого оператора связи'],
  },
  noRanges: ['No numbers yet', 'Номеров пока нет'],
  noRangesAbout: [
    'Add the numbers that your carrier gave you on the page Number pools.',
    'Добавьте номера от оператора связи на странице «Пулы номеров».',
  ],
  quarantines: ['Paused and being retested', 'На паузе и на проверке'],
  quarantinesAbout: [
    'A pause takes 12 hours, then twice as long each time, at most two weeks. A paused number is still shown when no other number ends with a requested code.',
    'Пауза длится 12 часов, затем каждый раз вдвое дольше, но не больше двух недель. Номер на паузе всё же показывается, если запрошенный код больше показать нечем.',
  ],
  noQuarantines: ['None', 'Таких нет'],
  noQuarantinesAbout: ['No number is refused more often than other numbers.', 'Отклонённых номеров нет.'],
  finding: (hits: string, of: string, usual: string) => [
    `${hits} of ${of}, usually ${usual}`,
    `${hits} из ${of}, обычно ${usual}`,
  ],
  strikes: ['Pauses so far', 'Пауз всего'],
  release: ['Try again', 'Проверить снова'],
  releaseName: (range: string) => [`Try ${range} again`, `Проверить ${range} снова`],
  releaseQuestion: ['Use these numbers again?', 'Вернуть эти номера?'],
  releaseAbout: (range: string, trunk: string) => [
    `${range} on ${trunk} will be retested with few calls. Calls until now will not count.`,
    `${range} на ${trunk} вернётся на проверку с малым числом звонков. Прежние звонки не учитываются.`,
  ],
  leftOut: (count: string) => [
    `${count} more: see ringkey pool health --json.`,
    `Ещё ${count}: см. ringkey pool health --json.`,
  ],
  rights: ['Right to show', 'Право показывать'],
  rightsAbout: [
    'Networks block calls whose calling number is not of the network that sends them. Name the networks of a trunk in its settings.',
    'Сети блокируют звонки с номеров, которые принадлежат не тому оператору связи, что отправляет звонок. Укажите операторов связи транка в его настройках.',
  ],
  noRights: ['Nothing to check', 'Проверять нечего'],
  noRightsAbout: [
    'Numbers of your carriers are checked here. Those of the simulated carrier belong to nobody.',
    'Здесь проверяются номера ваших операторов связи. Номера имитатора никому не принадлежат.',
  ],
  holder: ['By the registry', 'По реестру'],
  expected: ['Operators of the trunk', 'Операторы связи транка'],
  verdict: ['May be shown', 'Можно показывать'],
  verdicts: {
    fits: ['yes', 'да'],
    foreign: ['no', 'нет'],
    unknown: ['not known', 'неизвестно'],
  },
  nobody: ['nobody', 'никому не выделен'],
  notNamed: ['not named', 'не указаны'],
  notKnown: ['not known', 'неизвестно'],
})
