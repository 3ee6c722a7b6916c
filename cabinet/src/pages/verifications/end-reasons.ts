import type { VerificationDetail } from '@ringkey/server/cabinet-api'

type EndReason = NonNullable<VerificationDetail['reason']>
interface EndText {
  /** For lists. */
  readonly name: string
  readonly sentence: string
}
type EndTexts = Readonly<Record<EndReason, EndText>>

const en: EndTexts = {
  max_attempts: { name: 'wrong codes', sentence: 'Every allowed try was a wrong code.' },
  not_reached: { name: 'not reached', sentence: 'No call reached the phone.' },
  bad_number: { name: 'no such number', sentence: 'The network says that there is no such number.' },
  do_not_call: {
    name: 'do not call',
    sentence: 'The owner of the number asked not to be called before the next call could start.',
  },
  prefix_paused: {
    name: 'destination paused',
    sentence: 'Calls to this destination were paused for the service after unusual traffic.',
  },
  expired: { name: 'no right code in time', sentence: 'The time was over before the right code came.' },
  canceled: { name: 'by your program', sentence: 'Your program or a member of the account ended it.' },
  not_acknowledged: {
    name: 'not acknowledged',
    sentence:
      'Your program may never have been told of it, because the service failed. No further call was made.',
  },
  phone_blocked: {
    name: 'phone blocked',
    sentence: 'Too many wrong codes were typed for this phone within a day.',
  },
  source_blocked: {
    name: 'source blocked',
    sentence: 'Ten wrong codes for this phone came from this address or device within a day.',
  },
}

const ru: EndTexts = {
  max_attempts: { name: 'неверные коды', sentence: 'Все разрешённые попытки ушли на неверные коды.' },
  not_reached: { name: 'не дозвонились', sentence: 'Ни один звонок не дошёл до телефона.' },
  bad_number: { name: 'нет такого номера', sentence: 'Сеть сообщает, что такого номера нет.' },
  do_not_call: {
    name: 'просили не звонить',
    sentence: 'Владелец номера попросил не звонить ему раньше, чем начался следующий звонок.',
  },
  prefix_paused: {
    name: 'направление на паузе',
    sentence: 'Звонки сервиса в этом направлении приостановлены из-за необычного трафика.',
  },
  expired: { name: 'нет верного кода', sentence: 'Время вышло раньше, чем ввели верный код.' },
  canceled: { name: 'вашей программой', sentence: 'Её отменила ваша программа или участник аккаунта.' },
  not_acknowledged: {
    name: 'ответ не подтверждён',
    sentence: 'Из-за сбоя сервиса ваша программа могла о ней не узнать. Больше звонков не было.',
  },
  phone_blocked: {
    name: 'телефон заблокирован',
    sentence: 'Для этого телефона за сутки ввели слишком много неверных кодов.',
  },
  source_blocked: {
    name: 'источник заблокирован',
    sentence: 'С этого адреса или устройства за сутки ввели десять неверных кодов для этого телефона.',
  },
}

/** Why a verification has ended. */
export const endReasonTexts = { en, ru }
