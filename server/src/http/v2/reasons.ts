import type { EndReason } from '../../books/verification.ts'
import type { Language } from '../errors.ts'

/** Why a verification has ended, as a sentence for people each. */
export const reasonTexts: Readonly<Record<EndReason, Readonly<Record<Language, string>>>> = {
  max_attempts: {
    en: 'The code was typed wrongly as often as it may be.',
    ru: 'Код введён неверно столько раз, сколько допускается.',
  },
  not_reached: {
    en: 'No step reached the phone.',
    ru: 'Ни один шаг не дошёл до телефона.',
  },
  bad_number: {
    en: 'The network says that this number does not exist.',
    ru: 'По данным сети, такого номера нет.',
  },
  do_not_call: {
    en: 'The owner of the number has asked not to be called meanwhile.',
    ru: 'Владелец номера тем временем попросил не звонить.',
  },
  prefix_paused: {
    en: 'Unusual traffic has paused this destination for the service.',
    ru: 'Из-за необычного трафика звонки в этом направлении для сервиса приостановлены.',
  },
  expired: {
    en: 'The time was over before the right code came.',
    ru: 'Время вышло раньше, чем введён верный код.',
  },
  canceled: {
    en: 'The integrator ended it.',
    ru: 'Проверку отменил интегратор.',
  },
  not_acknowledged: {
    en: 'The service failed and may have told nobody of it; no further step was started.',
    ru: 'Из-за сбоя сервис мог никому о ней не сообщить; новые шаги не начинались.',
  },
  phone_blocked: {
    en: 'Too many wrong codes were typed for this phone in a day.',
    ru: 'За сутки для этого телефона введено слишком много неверных кодов.',
  },
  source_blocked: {
    en: 'Too many wrong codes for this phone came from the `ip` or `device_id` of the verification in a day.',
    ru: 'За сутки с адреса `ip` или устройства `device_id` этой проверки введено слишком много неверных кодов для этого телефона.',
  },
}
