import { terms } from '../../language/terms.ts'

export const verificationsTexts = {
  en: {
    title: terms.en.verifications,
    about:
      'A verification (/v2) confirms one phone with one or more calls. Every single call, of /v1.0 too, is under',
    calls: terms.en.calls,
    status: 'Status',
    anyStatus: 'Any status',
    test: 'Test numbers',
    withTests: 'With tests',
    onlyTests: 'Only tests',
    noTests: 'Without tests',
    time: 'Time',
    phone: 'Phone',
    steps: 'Calls',
    took: 'Took',
    open: (id: string, mask: string) => `${mask}, verification ${id}`,
    older: 'Older',
    readingOn: 'Search further back',
    none: 'No verifications yet',
    noneHint:
      'They come from POST /v2/verifications, where the code is checked here. Calls of /v1.0 are not verifications: they are under',
    noneFit: 'Nothing matches these filters',
    widen: 'Remove a filter.',
  },
  ru: {
    title: terms.ru.verifications,
    about:
      'Проверка (/v2) подтверждает один телефон одним или несколькими звонками. Каждый звонок отдельно, и по /v1.0 тоже, — в разделе',
    calls: terms.ru.calls,
    status: 'Статус',
    anyStatus: 'Любой статус',
    test: 'Тестовые номера',
    withTests: 'С тестовыми',
    onlyTests: 'Только тестовые',
    noTests: 'Без тестовых',
    time: 'Время',
    phone: 'Телефон',
    steps: 'Звонки',
    took: 'Заняла',
    open: (id: string, mask: string) => `${mask}, проверка ${id}`,
    older: 'Более ранние',
    readingOn: 'Искать раньше',
    none: 'Проверок пока нет',
    noneHint:
      'Их создаёт запрос POST /v2/verifications, и код проверяется здесь. Звонки по /v1.0 — не проверки, они в разделе',
    noneFit: 'Под эти фильтры ничего не подходит',
    widen: 'Уберите фильтр.',
  },
}
