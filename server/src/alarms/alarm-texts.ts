type Facts = Readonly<Record<string, string | number>>
type Sentence = (subject: string, facts: Facts) => string

/** `+7916`, the letters of a country, or the name of a network operator. */
const destination = (prefix: string | number | undefined) =>
  /^\d/.test(String(prefix)) ? `+${prefix}` : String(prefix).replace(/^operator:/, '')

/** A sentence for every alarm: what is wrong and what to do. */
export const alarmTexts: Readonly<Record<'en' | 'ru', Readonly<Record<string, Sentence>>>> = {
  en: {
    'trunk-down': (trunk, { registration, said }) =>
      registration === 'wanted'
        ? `Trunk ${trunk} is not registered (${said || 'no answer yet'}).`
        : `Trunk ${trunk} does not answer (${said}).`,
    'trunk-unusable': (trunk, { fault }) => `Trunk ${trunk} is not used: ${fault}.`,
    'breaker-open': (trunk, { reason, answer }) =>
      `Trunk ${trunk} is paused after faults: ${reason}${answer === '' ? '' : `, ${answer}`}.`,
    'trunk-refuses': (trunk) =>
      `Trunk ${trunk} refuses our calls: check its credentials, balance and rights.`,
    'media-strangers': (trunk, { packets }) =>
      `${packets} RTP packets from unknown addresses came into calls of trunk ${trunk} within a minute; they were dropped. If they are the carrier’s, add its range to the trusted sources.`,
    'no-trunk': () => 'No trunk can carry a call: calls are refused.',
    'small-pool': (_, { codes }) => `Only ${codes} codes can be shown: they can be guessed. Add numbers.`,
    'spend-cap': (_, { serviceId }) =>
      `Calls of service ${serviceId} are refused: a spend cap is reached (error 1002).`,
    'unusual-traffic': (_, { serviceId, prefix, calls, expected }) =>
      `Service ${serviceId} made ${calls} calls to ${destination(prefix)} in this hour, usually at most ${expected}.`,
    'conversion-collapse': (_, { serviceId, prefix, calls, expected }) =>
      `Service ${serviceId} had ${calls} verifications to ${destination(prefix)} in two hours instead of ${expected}, and far fewer were approved than usual.`,
    'prefix-paused': (_, { serviceId, prefix, calls }) =>
      `Calls of service ${serviceId} to ${destination(prefix)} are paused after ${calls} unusual calls (error 9).`,
    'store-trouble': (_, { message }) => `The database could not serve requests: ${message}.`,
    'webhook-backlog': (_, { pending }) =>
      `${pending} web-hooks are waiting, the oldest for more than 15 minutes.`,
    audit: (_, { accounts, holds }) =>
      `The books do not balance: ${accounts} accounts, ${holds} holds. Audit them on the Accounts page.`,
    'clock-step': (_, { seconds }) =>
      `The clock of this machine was set by ${seconds} s while the service ran. Keep NTP running.`,
    'purge-refused': (_, { days }) =>
      `Old records are not deleted: the clock is ${days} days past the last purge. Correct the clock; if it is right, run ringkey purge --trust-clock.`,
    'keys-refused': (_, { count }) =>
      `${count} requests with wrong keys in a minute: a program with an old key, or somebody who guesses.`,
    'disk-low': (_, { megabytes }) => `Only ${megabytes} MB are free on the disk of the data folder.`,
    'certificate-ending': (_, { days }) => `The certificate of the HTTPS address ends in ${days} days.`,
    numbering: (_, { message }) => `Numbering data cannot be used: ${message}.`,
  },
  ru: {
    'trunk-down': (trunk, { registration, said }) =>
      registration === 'wanted'
        ? `Транк ${trunk} не зарегистрирован (${said || 'ответа ещё нет'}).`
        : `Транк ${trunk} не отвечает (${said}).`,
    'trunk-unusable': (trunk, { fault }) => `Транк ${trunk} не используется: ${fault}.`,
    'breaker-open': (trunk, { reason, answer }) =>
      `Транк ${trunk} приостановлен после сбоев: ${reason}${answer === '' ? '' : `, ${answer}`}.`,
    'trunk-refuses': (trunk) =>
      `Транк ${trunk} отклоняет наши звонки: проверьте учётные данные, баланс и права.`,
    'media-strangers': (trunk, { packets }) =>
      `В звонки транка ${trunk} за минуту пришло пакетов RTP с неизвестных адресов: ${packets}; они отброшены. Если это адреса оператора связи, добавьте их в доверенные.`,
    'no-trunk': () => 'Ни один транк не может провести звонок: звонки отклоняются.',
    'small-pool': (_, { codes }) =>
      `Можно показать только ${codes} кодов, их можно угадать. Добавьте номера.`,
    'spend-cap': (_, { serviceId }) =>
      `Звонки сервиса ${serviceId} отклоняются: достигнут лимит расходов (ошибка 1002).`,
    'unusual-traffic': (_, { serviceId, prefix, calls, expected }) =>
      `Сервис ${serviceId} сделал за этот час звонков на ${destination(prefix)}: ${calls}, обычно не больше ${expected}.`,
    'conversion-collapse': (_, { serviceId, prefix, calls, expected }) =>
      `У сервиса ${serviceId} за два часа проверок на ${destination(prefix)}: ${calls} вместо ${expected}, а подтверждённых намного меньше обычного.`,
    'prefix-paused': (_, { serviceId, prefix, calls }) =>
      `Звонки сервиса ${serviceId} на ${destination(prefix)} приостановлены: необычных звонков ${calls} (ошибка 9).`,
    'store-trouble': (_, { message }) => `База данных не обслужила запросы: ${message}.`,
    'webhook-backlog': (_, { pending }) =>
      `Веб-хуков в очереди: ${pending}, самый старый ждёт больше 15 минут.`,
    audit: (_, { accounts, holds }) =>
      `Счета не сходятся: аккаунтов ${accounts}, удержаний ${holds}. Проведите сверку на странице «Аккаунты».`,
    'clock-step': (_, { seconds }) =>
      `Часы этой машины перевели на ${seconds} с во время работы сервиса. Проверьте, что работает NTP.`,
    'purge-refused': (_, { days }) =>
      `Старые записи не удаляются: часы на ${days} дн. впереди последней очистки. Исправьте часы, а если они верны, выполните ringkey purge --trust-clock.`,
    'keys-refused': (_, { count }) =>
      `Запросов с неверным ключом за минуту: ${count}. Это программа со старым ключом или подбор.`,
    'disk-low': (_, { megabytes }) => `На диске с данными осталось ${megabytes} МБ.`,
    'certificate-ending': (_, { days }) => `Сертификат HTTPS-адреса истекает через ${days} дн.`,
    numbering: (_, { message }) => `Данные нумерации использовать нельзя: ${message}.`,
  },
}

/** The page where each alarm is dealt with. */
export const alarmPages: Readonly<Record<string, string>> = {
  'trunk-down': '/trunks',
  'trunk-unusable': '/trunks',
  'breaker-open': '/trunks',
  'trunk-refuses': '/trunks',
  'media-strangers': '/trunks',
  'no-trunk': '/trunks',
  'small-pool': '/pools',
  'spend-cap': '/protection',
  'unusual-traffic': '/protection',
  'conversion-collapse': '/protection',
  'prefix-paused': '/protection',
  audit: '/accounts',
  numbering: '/numbering',
}

/** An alarm in words; its kind alone when a newer node raised it. */
export function alarmSentence(
  language: 'en' | 'ru',
  kind: string,
  subject: string,
  facts: Readonly<Record<string, string | number>>,
): string {
  return alarmTexts[language][kind]?.(subject, facts) ?? kind
}
