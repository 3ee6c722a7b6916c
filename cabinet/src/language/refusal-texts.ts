/** Why a calling number rests. */
export const refusalTexts = {
  en: {
    'not-ringing': 'phones do not ring',
    declined: 'people decline',
    'not-confirmed': 'nobody types the code',
  },
  ru: {
    'not-ringing': 'телефоны не звонят',
    declined: 'абоненты сбрасывают',
    'not-confirmed': 'никто не вводит код',
  },
}
