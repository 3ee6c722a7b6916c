import type { SkipReason } from '@ringkey/server/cabinet-api'
import { terms, withCommon } from '../../../language/terms.ts'

/** Why a step did not start. */
const skipped = {
  en: {
    country_not_allowed: 'The settings of the service do not allow this country.',
    number_not_served:
      'Premium-rate, satellite and similar numbers are not called, nor what the operator has blocked.',
    no_route: 'No trunk or calling number could place this call.',
    own_code_not_served: 'The tariff does not serve codes of the integrator.',
    no_gateway: 'The service has no gateway for this channel, country and code.',
    max_cost: 'It would have cost more than max_cost allows.',
    insufficient_funds: 'The balance was not enough.',
    spend_cap: 'A spend cap was reached.',
    expires_first: 'It could not have started before the verification expires.',
    approved: 'Not needed: the verification was approved before.',
    failed: 'The verification had failed before.',
    expired: 'The verification had expired before.',
    canceled: 'The verification was cancelled before.',
    blocked: 'The verification was blocked before.',
  } satisfies Record<SkipReason, string> as Record<string, string>,
  ru: {
    country_not_allowed: 'Настройки сервиса не разрешают эту страну.',
    number_not_served:
      'На платные, спутниковые и подобные номера и на направления, заблокированные администратором, мы не звоним.',
    no_route: 'Ни один транк и ни один номер не могли сделать этот звонок.',
    own_code_not_served: 'Тариф не обслуживает свои коды.',
    no_gateway: 'У сервиса нет шлюза для этого канала, страны и кода.',
    max_cost: 'Звонок стоил бы больше, чем разрешает max_cost.',
    insufficient_funds: 'Не хватило денег на балансе.',
    spend_cap: 'Достигнут лимит расходов.',
    expires_first: 'Звонок не успел бы начаться до конца срока проверки.',
    approved: 'Не понадобился: проверку подтвердили раньше.',
    failed: 'Проверка к этому времени не удалась.',
    expired: 'Срок проверки к этому времени истёк.',
    canceled: 'Проверку к этому времени отменили.',
    blocked: 'Проверку к этому времени заблокировали.',
  } satisfies Record<SkipReason, string> as Record<string, string>,
}

export const verificationDetailTexts = withCommon({
  back: [terms.en.verifications, terms.ru.verifications],
  wholePage: ['Open as a page', 'Открыть страницей'],
  allRequests: ['All, with their answers', 'Все, с ответами'],
  noRequests: ['The log has none any more.', 'В журнале их уже нет.'],
  deliveries: ['Webhooks and events', 'Веб-хуки и события'],
  webhookLater: ['Sent when the person has called.', 'Отправим, когда абонент позвонит.'],
  webhookNever: [
    'None was sent: the person did not call in time.',
    'Не отправлялся: абонент не позвонил вовремя.',
  ],
  timeline: ['What happened', 'Как всё было'],
  asked: ['Request', 'Запрос'],
  askedFor: (phone: string, modes: string) => [
    `Confirm ${phone}: ${modes}.`,
    `Подтвердить ${phone}: ${modes}.`,
  ],
  followedBy: [', then ', ', затем '],
  limits: (tries: number, until: string) => [
    `${tries} ${tries === 1 ? 'attempt' : 'attempts'}; it expires at ${until}.`,
    `Попыток: ${tries}; срок истекает в ${until}.`,
  ],
  hardToReach: [
    'Not by Flash first: the last two flash calls to this phone seemed to arrive and were not confirmed, while others of its network confirm.',
    'Сначала не звонок-сброс: последние два на этот телефон будто дошли, но не подтверждены, а другие в его сети подтверждают.',
  ],
  step: (number: number, mode: string) => [`Call ${number}: ${mode}`, `Звонок ${number}: ${mode}`],
  skipped: [skipped.en, skipped.ru],
  underWay: ['The call is in progress.', 'Звонок идёт.'],
  waiting: (number: string) => [
    `Waiting for a call from this phone to ${number}.`,
    `Ждём звонка с этого телефона на ${number}.`,
  ],
  startsAt: ['Starts', 'Начнётся'],
  startsLater: [
    'Starts if the call before it is not delivered, or brings no right code.',
    'Начнётся, если предыдущий звонок не дойдёт или верный код не введут.',
  ],
  shown: (caller: string) => [`Caller ID: ${caller}`, `Исходящий номер: ${caller}`],
  took: (time: string) => [`took ${time}`, `занял ${time}`],
  held: (sum: string) => [`${sum} held`, `удержано ${sum}`],
  free: ['nothing charged', 'ничего не списано'],
  margin: (sum: string) => [`margin ${sum}`, `маржа ${sum}`],
  rightCode: ['The right code', 'Верный код'],
  wrongCode: ['A wrong code', 'Неверный код'],
  triesLeft: (left: number) => [
    left === 0 ? 'No tries are left.' : `Tries left: ${left}.`,
    left === 0 ? 'Попыток не осталось.' : `Осталось попыток: ${left}.`,
  ],
  approvedByCode: (tries: number) => [
    tries === 1 ? 'The right code came with the first try.' : `The right code came with try ${tries}.`,
    tries === 1 ? 'Верный код ввели с первой попытки.' : `Верный код ввели с попытки ${tries}.`,
  ],
  approvedByCall: [
    'The call came from this phone: no code was needed.',
    'С этого телефона позвонили: код не понадобился.',
  ],
  total: (sum: string) => [`${sum} in all`, `всего ${sum}`],
  after: (time: string) => [`${time} after the request`, `через ${time} после запроса`],
  expires: ['Expires', 'Срок истекает'],
  stillOpen: ['Waiting for the code.', 'Ждём код.'],
  checks: ['Codes typed', 'Введено кодов'],
  checksOf: (typed: number, allowed: number) => [
    `${typed} of at most ${allowed}`,
    `${typed}, не более ${allowed}`,
  ],
  facts: ['Facts', 'Сведения'],
  phone: ['Phone', 'Телефон'],
  codeLength: ['Digits of the code', 'Цифр в коде'],
  language: ['Language of the voice', 'Язык голоса'],
  maxCost: ['At most (max_cost)', 'Не дороже (max_cost)'],
  ip: ['Address of the end user', 'Адрес пользователя'],
  metadata: ['Metadata', 'Metadata'],
  consent: ['Consent', 'Согласие'],
  cancel: ['Cancel the verification', 'Отменить проверку'],
  cancelQuestion: ['Cancel this verification?', 'Отменить эту проверку?'],
  cancelWhat: [
    'It ends at once. A ringing call is hung up, and no further call is made. Calls that were made are charged as usual.',
    'Она сразу завершится. Идущий звонок мы сбросим, новых не будет. Сделанные звонки оплачиваются как обычно.',
  ],
  cancelAction: ['Cancel it', 'Отменить'],
})

export const verificationProblems = {
  en: {
    'verification-ended': 'The verification has already ended.',
    'nothing-to-check': 'No call with a code has started: there is nothing to compare with.',
  } as Record<string, string>,
  ru: {
    'verification-ended': 'Проверка уже завершилась.',
    'nothing-to-check': 'Звонка с кодом ещё не было: сравнивать не с чем.',
  } as Record<string, string>,
}
