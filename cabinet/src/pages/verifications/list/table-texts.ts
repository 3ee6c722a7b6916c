import { terms } from '../../../language/terms.ts'
import { inBoth } from '../../../language/texts.ts'

export const tableTexts = inBoth({
  state: ['Outcome', 'Итог'],
  time: ['Time', 'Время'],
  steps: [terms.en.calls, terms.ru.calls],
  phone: ['Phone', 'Телефон'],
  code: ['Code', 'Код'],
  client: ['Client', 'Метка клиента'],
  operator: ['Network operator, region', 'Оператор связи, регион'],
  took: ['Took', 'Заняла'],
  cost: ['Cost', 'Цена'],
  open: (id: string, mask: string) => [`${mask}, ${id}`, `${mask}, ${id}`],
})
