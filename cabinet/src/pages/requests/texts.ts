import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

/** Calls have numbers, verifications of `/v2` words such as `vf_…`. */
const isCallId = (id: string) => /^\d+$/.test(id)

export const requestsTexts = withCommon({
  title: ['Requests', 'Запросы'],
  about: (days: string) => [
    `Every request that names your service, also refused ones. They are kept for ${days}. Keys are never stored, phone numbers only as masks.`,
    `Все запросы, в которых указан ваш сервис, в том числе отклонённые. Срок хранения: ${days}. Ключи не хранятся, номера телефонов — только в виде маски.`,
  ],
  off: ['The request log is switched off', 'Запросы не сохраняются'],
  offHint: [
    'Ask the operator of this installation to switch it on.',
    'Попросите администратора включить сохранение запросов.',
  ],
  live: ['Live', 'Обновлять'],
  paused: ['paused while the pointer is on the list', 'пауза, пока указатель на списке'],
  outcome: ['Result', 'Результат'],
  outcomes: {
    served: ['Served', 'Выполнен'],
    refused: ['Refused', 'Отклонён'],
  },
  method: ['Method', 'Метод'],
  other: ['no method', 'нет такого метода'],
  status: ['HTTP', 'HTTP'],
  requestId: ['Request id', 'Номер запроса'],
  seekId: ['Request id (X-Request-Id)', 'Номер запроса (X-Request-Id)'],
  ofVerification: (id: string) => [
    isCallId(id) ? `Requests of call ${id}` : `Requests of verification ${id}`,
    isCallId(id) ? `Запросы звонка ${id}` : `Запросы проверки ${id}`,
  ],
  ofRequest: (id: string) => [`Request ${id}`, `Запрос ${id}`],
  showAll: ['Show all requests', 'Показать все запросы'],
  numbers: ['In numbers', 'В цифрах'],
  requests: ['Requests', 'Запросов'],
  refused: ['Refused', 'Отклонено'],
  listed: ['Listed below', 'Есть в списке'],
  more: (count: string) => [
    `${count} more requests were counted, but are not listed: the newest are kept one by one.`,
    `Ещё запросов: ${count}. Они посчитаны, но в списке их нет: по одному хранятся самые новые.`,
  ],
  plot: ['Refused requests by code', 'Отклонённые запросы по кодам'],
  plotTitle: ['Refused requests by code', 'Отклонённые запросы по кодам'],
  noRefusals: ['No request was refused in this period.', 'За этот период отклонённых запросов нет.'],
  others: ['Other codes', 'Другие коды'],
  took: ['Duration', 'Длительность'],
  subject: ['About', 'О чём'],
  noKey: ['without a valid key', 'без верного ключа'],
  noKeyHint: [
    'The key was wrong, missing or not checked. Parameters of such requests are not stored.',
    'Ключ неверен, не указан или не проверялся. Параметры таких запросов не сохраняются.',
  ],
  open: (method: string, id: string) => [
    `${method}: details of request ${id}`,
    `${method}: подробности запроса ${id}`,
  ],
  served: ['served', 'выполнен'],
  none: ['No requests yet', 'Запросов пока нет'],
  noneHint: [
    'They appear here a second after your program sends them.',
    'Они появятся здесь через секунду после того, как их отправит ваша программа.',
  ],
  noneFit: ['Nothing matches these filters', 'Под эти фильтры ничего не подходит'],
  noneFitHint: ['Remove a filter or choose a longer period.', 'Уберите фильтр или выберите период длиннее.'],
  older: ['Show older ones', 'Показать более ранние'],
  pauseFirst: [
    'Switch Live off to see older requests.',
    'Чтобы увидеть более ранние запросы, отключите обновление.',
  ],
  parameters: ['Parameters', 'Параметры'],
  noParameters: ['No parameters.', 'Параметров нет.'],
  masked: [
    'Values that may identify a person are replaced by ***.',
    'Значения, по которым можно узнать человека, заменены на ***.',
  ],
  curl: ['As curl', 'Команда curl'],
  curlHint: [
    'Put your key in the place of KEY, and fill in masked values.',
    'Подставьте свой ключ вместо KEY и впишите скрытые значения.',
  ],
  theCurl: ['the command', 'команду'],
  link: ['the link to this request', 'ссылку на этот запрос'],
  theId: ['the request id', 'номер запроса'],
  whatItMeans: ['What it means', 'Что это значит'],
  inReference: ['In the API reference', 'В справочнике API'],
})

/** Results of `/v1.0` in a few words; `/docs` has the sentences. Those of `/v2` come from its catalogue. */
export const codeTexts: Readonly<Record<'en' | 'ru', Readonly<Record<string, string>>>> = defineMessages({
  '0': ['address blocked', 'адрес заблокирован'],
  '1': ['unreadable request', 'запрос не прочитан'],
  '2': ['missing or wrong parameter', 'параметр не указан или неверен'],
  '3': ['not a phone number', 'не номер телефона'],
  '4': ['service switched off', 'сервис выключен'],
  '5': ['could not be started', 'не удалось начать'],
  '9': ['destination not allowed', 'направление запрещено'],
  '10': ['no such id', 'нет такого номера'],
  '11': ['too late for a repeat', 'повторять поздно'],
  '12': ['repeats used up', 'повторы исчерпаны'],
  '13': ['cannot be repeated', 'повторить нельзя'],
  '18': ['limit of the number reached', 'исчерпан лимит номера'],
  '19': ['called a moment ago', 'только что звонили'],
  '20': ['mode not available in this country', 'режим недоступен в этой стране'],
  '21': ['do-not-call list', 'просили не звонить'],
  '401': ['wrong credentials', 'неверный ключ'],
  '404': ['no such method', 'нет такого метода'],
  '405': ['wrong verb', 'неверный глагол HTTP'],
  '429': ['too many requests', 'слишком много запросов'],
  '500': ['internal error', 'внутренняя ошибка'],
  '503': ['overloaded', 'перегрузка'],
  '1001': ['account blocked', 'аккаунт заблокирован'],
  '1002': ['not enough money or spend cap', 'не хватает денег или лимит расходов'],
  '1003': ['address not on the allow list', 'адреса нет в списке разрешённых'],
  '1004': ['service archived', 'сервис в архиве'],
  '1005': ['phone of the account not confirmed', 'телефон аккаунта не подтверждён'],
})
