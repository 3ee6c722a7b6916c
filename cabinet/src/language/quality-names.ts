import { terms } from './terms.ts'

/** The words for the quality of delivery. Their definitions are long, so the first page does not load them. */
export const qualityNames = {
  en: {
    delivered: 'Delivered',
    conversion: terms.en.conversion,
    approved: 'Approved',
    called: 'Inbound: called',
    confirmed: 'Inbound: confirmed',
    ner: 'NER',
    asr: 'ASR',
    shortCalls: 'Short calls',
    pdd: 'PDD',
    acd: 'ACD',
  },
  ru: {
    delivered: 'Доставлено',
    conversion: terms.ru.conversion,
    approved: 'Подтверждено',
    called: 'Входящие: позвонили',
    confirmed: 'Входящие: подтверждено',
    ner: 'NER',
    asr: 'ASR',
    shortCalls: 'Короткие звонки',
    pdd: 'PDD',
    acd: 'ACD',
  },
}
