import { terms } from '../../../language/terms.ts'

export const tableTexts = {
  en: {
    state: 'State',
    time: 'Time',
    mode: terms.en.mode,
    phone: 'Phone',
    code: 'Code',
    client: 'Client',
    operator: 'Network operator, region',
    toRing: 'To ring',
    cost: 'Cost',
    open: (id: number, mask: string) => `${mask}, call ${id}`,
  },
  ru: {
    state: 'Состояние',
    time: 'Время',
    mode: terms.ru.mode,
    phone: 'Телефон',
    code: 'Код',
    client: 'Метка клиента',
    operator: 'Оператор связи, регион',
    toRing: 'До гудка',
    cost: 'Цена',
    open: (id: number, mask: string) => `${mask}, звонок ${id}`,
  },
}
