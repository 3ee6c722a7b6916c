import { terms } from './terms.ts'
import { defineMessages } from './texts.ts'

/** The words for the quality of delivery. Their definitions are long, so the first page does not load them. */
export const qualityNames = defineMessages({
  delivered: ['Delivered', 'Доставлено'],
  conversion: [terms.en.conversion, terms.ru.conversion],
  approved: ['Approved', 'Подтверждено'],
  called: ['Inbound: called', 'Входящие: позвонили'],
  confirmed: ['Inbound: confirmed', 'Входящие: подтверждено'],
  ner: ['Reached phones', 'Достигли телефона'],
  asr: ['Answered', 'Ответили'],
  shortCalls: ['Short calls', 'Короткие звонки'],
  pdd: ['Time to ring', 'До гудка'],
  acd: ['Call length', 'Длительность'],
})
