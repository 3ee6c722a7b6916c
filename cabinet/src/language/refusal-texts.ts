import { defineMessages } from './texts.ts'

/** Why a calling number is paused. */
export const refusalTexts = defineMessages({
  blocked: ['networks block them', 'сети их блокируют'],
  'not-ringing': ['phones do not ring', 'телефоны не звонят'],
  declined: ['people decline', 'абоненты сбрасывают'],
  'not-confirmed': ['nobody types the code', 'никто не вводит код'],
})
