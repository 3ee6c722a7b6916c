import { terms, withCommon } from '../../../language/terms.ts'

export const tableTexts = withCommon({
  state: ['Outcome', 'Итог'],
  steps: [terms.en.calls, terms.ru.calls],
  phone: ['Phone', 'Телефон'],
  operator: ['Network operator, region', 'Оператор связи, регион'],
  took: ['Duration', 'Длительность'],
  cost: ['Cost', 'Цена'],
  open: (id: string, mask: string) => [`${mask}, ${id}`, `${mask}, ${id}`],
})
