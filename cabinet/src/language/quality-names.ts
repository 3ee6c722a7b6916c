import { terms } from './terms.ts'

/** The words for the quality of delivery. Their definitions are long, so the first page does not load them. */
export const qualityNames = {
  en: {
    delivered: 'Delivered',
    conversion: terms.en.conversion,
    approved: 'Approved',
    called: 'Inbound: called',
    confirmed: 'Inbound: confirmed',
    ner: 'Reached phones',
    asr: 'Answered',
    shortCalls: 'Short calls',
    pdd: 'Time to ring',
    acd: 'Call length',
  },
  ru: {
    delivered: 'Дошло',
    conversion: terms.ru.conversion,
    approved: 'Подтверждено',
    called: 'Входящие: позвонили',
    confirmed: 'Входящие: подтверждено',
    ner: 'Достигли телефона',
    asr: 'Ответили',
    shortCalls: 'Короткие звонки',
    pdd: 'До гудка',
    acd: 'Длительность',
  },
}
