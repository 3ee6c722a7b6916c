import { terms, withCommon } from '../../language/terms.ts'
import { defineMessages, type Texts } from '../../language/texts.ts'

export const verificationsTexts = withCommon({
  title: [terms.en.verifications, terms.ru.verifications],
  ofCustomers: ['Verifications of customers', 'Проверки клиентов'],
  aboutCustomers: [
    'Of all accounts, newest first. Codes are not shown. What you open is noted in the operators’ log.',
    'Проверки всех аккаунтов, новые сверху. Коды не показаны. Что вы открыли, записано в журнал администраторов.',
  ],
  qualityOf: ['Quality of these calls', 'Качество этих звонков'],
  account: (id: string) => [`Account ${id}`, `Аккаунт ${id}`],
  block: ['Caller numbers', 'Исходящие номера'],
  network: [terms.en.networkOperator, terms.ru.networkOperator],
  state: ['Outcome', 'Итог'],
  states: {
    checking: ['In progress', 'Идёт'],
    completed: ['Delivered or approved', 'Доставлено или подтверждено'],
    failed: ['Failed', 'Не удалось'],
  },
  reasonGroups: {
    ends: ['How a verification (/v2) ended', 'Чем закончилась проверка (/v2)'],
    completed: ['Call: delivered', 'Звонок доставлен'],
    phone: ['Call failed: the phone or its owner', 'Звонок не удался: телефон или абонент'],
    blocked: [
      'Call failed: a network or the person blocks it',
      'Звонок не удался: сеть или абонент блокирует',
    ],
    network: ['Call failed: the carrier or the route', 'Звонок не удался: оператор связи или маршрут'],
    ended: [
      'Call failed: ended by time, by your program or by us',
      'Звонок не удался: срок, ваша программа или мы',
    ],
  },
  test: ['Test numbers', 'Тестовые номера'],
  onlyTests: ['Only tests', 'Только тестовые'],
  noTests: ['Without tests', 'Без тестовых'],
  searchText: ['Phone, client or id', 'Телефон, метка или id'],
  searchTextOfCustomer: ['Id', 'Id'],
  csvHint: [
    'Save what the filter shows, at most 1,000,000 lines',
    'Сохранить то, что показывает фильтр, не более 1 000 000 строк',
  ],
  older: ['Older', 'Более ранние'],
  readingOn: ['Search further back', 'Искать раньше'],
  nothingSoFar: [
    'Nothing in this period matches. Older ones may.',
    'На этом отрезке времени ничего не подходит. Возможно, есть раньше.',
  ],
  newOnes: (count: number) => [`${count} new`, `Новых: ${count}`],
  live: ['Live', 'В реальном времени'],
  paused: ['Paused while the pointer is on the list', 'Пауза, пока курсор на списке'],
  connecting: ['Connecting…', 'Соединяемся…'],
  silent: (at: string) => [`As of ${at}`, `На ${at}`],
  off: ['Refreshed every 10 s', 'Обновляется раз в 10 с'],
  none: ['No verifications yet', 'Проверок пока нет'],
  whatToDo: [
    'They appear here the moment your program creates a verification (/v2) or calls initCall or inboundCallWaiting (/v1.0).',
    'Они появятся здесь, как только ваша программа создаст проверку (/v2) или вызовет initCall или inboundCallWaiting (/v1.0).',
  ],
  noneFit: ['Nothing matches these filters', 'Под эти фильтры ничего не подходит'],
  widen: ['Remove a filter or choose a longer period.', 'Уберите фильтр или выберите период длиннее.'],
  foundByPhone: (mask: string) => [`Found by phone ${mask}`, `Найдено по телефону ${mask}`],
  found: (text: string) => [`Found for “${text}”`, `Найдено по запросу «${text}»`],
  notFound: ['Nothing found', 'Ничего не нашлось'],
  notFoundHint: [
    'We looked for the id of a verification or a call (vendor_id), a client, a unique key and a full phone number in any spelling, within the filters. Parts of them are not searched.',
    'Мы искали id проверки или звонка (vendor_id), метку клиента (client), ключ unique и полный номер телефона в любом написании, с учётом фильтров. Поиск по части значения не работает.',
  ],
  endSearch: ['Back to the list', 'Вернуться к списку'],
})

export const listProblems: Texts<Record<string, string>> = defineMessages({
  'too-many-exports': [
    'Two of your exports are already running. Wait for one to finish, or cancel it.',
    'Уже идут две ваши выгрузки. Дождитесь одной из них или отмените её.',
  ],
  'wrong-field': [
    'One of the filters in the page address is not valid. Clear the filters.',
    'Один из фильтров в адресе не подходит. Сбросьте фильтры.',
  ],
})
