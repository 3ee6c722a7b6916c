import { terms } from '../../../language/terms.ts'

export const tableTexts = {
  en: {
    state: 'Outcome',
    time: 'Time',
    steps: terms.en.calls,
    phone: 'Phone',
    code: 'Code',
    client: 'Client',
    operator: 'Network operator, region',
    took: 'Took',
    cost: 'Cost',
    open: (id: string, mask: string) => `${mask}, ${id}`,
  },
  ru: {
    state: 'Итог',
    time: 'Время',
    steps: terms.ru.calls,
    phone: 'Телефон',
    code: 'Код',
    client: 'Метка клиента',
    operator: 'Оператор связи, регион',
    took: 'Заняла',
    cost: 'Цена',
    open: (id: string, mask: string) => `${mask}, ${id}`,
  },
}
