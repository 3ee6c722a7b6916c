import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { defineMessages, type Texts } from '../../language/texts.ts'

type EndReason = NonNullable<VerificationDetail['reason']>
interface EndText {
  /** For lists. */
  readonly name: string
  readonly sentence: string
}
type EndTexts = Readonly<Record<EndReason, EndText>>

/** Why a verification has ended. */
export const endReasonTexts: Texts<EndTexts> = defineMessages({
  max_attempts: {
    name: ['wrong codes', 'неверные коды'],
    sentence: ['Every allowed try was a wrong code.', 'Все разрешённые попытки ушли на неверные коды.'],
  },
  not_reached: {
    name: ['not reached', 'не дозвонились'],
    sentence: ['No call reached the phone.', 'Ни один звонок не дошёл до телефона.'],
  },
  bad_number: {
    name: ['no such number', 'нет такого номера'],
    sentence: ['The network says that there is no such number.', 'Сеть сообщает, что такого номера нет.'],
  },
  do_not_call: {
    name: ['do not call', 'просили не звонить'],
    sentence: [
      'The owner of the number asked not to be called before the next call could start.',
      'Владелец номера попросил не звонить ему раньше, чем начался следующий звонок.',
    ],
  },
  prefix_paused: {
    name: ['destination paused', 'направление на паузе'],
    sentence: [
      'Calls to this destination were paused for the service after unusual traffic.',
      'Звонки сервиса в этом направлении приостановлены из-за необычного трафика.',
    ],
  },
  expired: {
    name: ['no right code in time', 'нет верного кода'],
    sentence: ['The time was over before the right code came.', 'Время вышло раньше, чем ввели верный код.'],
  },
  canceled: {
    name: ['by your program', 'вашей программой'],
    sentence: [
      'Your program or a member of the account ended it.',
      'Её отменила ваша программа или участник аккаунта.',
    ],
  },
  not_acknowledged: {
    name: ['not acknowledged', 'ответ не подтверждён'],
    sentence: [
      'Your program may never have been told of it, because the service failed. No further call was made.',
      'Из-за сбоя сервиса ваша программа могла о ней не узнать. Больше звонков не было.',
    ],
  },
  phone_blocked: {
    name: ['phone blocked', 'телефон заблокирован'],
    sentence: [
      'Too many wrong codes were typed for this phone within a day.',
      'Для этого телефона за сутки ввели слишком много неверных кодов.',
    ],
  },
  source_blocked: {
    name: ['source blocked', 'источник заблокирован'],
    sentence: [
      'Ten wrong codes for this phone came from this address or device within a day.',
      'С этого адреса или устройства за сутки ввели десять неверных кодов для этого телефона.',
    ],
  },
})
