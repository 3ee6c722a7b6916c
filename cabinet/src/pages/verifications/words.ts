/** Words for modes and states, in every place where verifications are shown. */
export const verificationWords = {
  en: {
    modes: { flash: 'Flash', voice: 'Voice', mix: 'Mix', inbound: 'Inbound' },
    states: { checking: 'Checking', completed: 'Completed', failed: 'Failed' },
    unknown: 'not known',
  },
  ru: {
    modes: { flash: 'Флеш', voice: 'Голос', mix: 'Микс', inbound: 'Входящий' },
    states: { checking: 'Идёт', completed: 'Успешно', failed: 'Неудача' },
    unknown: 'неизвестно',
  },
}
