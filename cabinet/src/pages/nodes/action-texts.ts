import type { OperatorActionFacts, OperatorActionsView } from '@ringkey/server/cabinet-api'
import type { Fields } from '@ringkey/server/fields/field'
import { trunkFields } from '@ringkey/server/fields/trunk-fields'
import { destinationText } from '../../language/destination.ts'
import { refusalTexts } from '../../language/refusal-texts.ts'
import { terms } from '../../language/terms.ts'
import { type Both, defineMessages } from '../../language/texts.ts'
import { rangeText } from '../pools/codes.ts'
import { formTexts } from '../trunks/form-texts.ts'
import { accessSentences } from './access-texts.ts'

type Money = (roubles: number) => string
type BothSentences = {
  readonly [Kind in keyof OperatorActionFacts]: (facts: OperatorActionFacts[Kind], money: Money) => Both
}

/** How many, which, and the marks as the command has them. */
function marked({
  count,
  range,
  tollFree,
  countries,
  thanks,
}: OperatorActionFacts['confirmation-added']): string {
  const flag = (name: string, value?: boolean) =>
    value === undefined ? [] : [`${name} ${value ? 'yes' : 'no'}`]
  const marks = [
    ...flag('toll-free', tollFree),
    ...(countries === undefined ? [] : [`country ${countries.join(' ') || '-'}`]),
    ...flag('thanks', thanks),
  ]
  return `${count} (${[range, ...marks].join('; ')})`
}

/** The first of some numbers or ranges, and how many more there are. */
function listed(count: number, numbers: readonly string[]): string {
  const named = numbers.map((range) => rangeText(range.split('-')[0]!, range.split('-').at(-1)!)).join(', ')
  return count > numbers.length ? `${named} … (${count})` : named
}

/** A sentence for everything that operators do. */
export const actionTexts = defineMessages<BothSentences>({
  ...accessSentences,
  'books-audited': () => ['the books were audited', 'проведена сверка счетов'],
  'admin-call': ({ method, path, status }) => [
    `admin API: ${method} ${path}, status ${status}`,
    `admin API: ${method} ${path}, статус ${status}`,
  ],
  'admin-token-added': ({ name, scopes }) => [
    `token ${name} of the admin API made: ${scopes.join(', ')}`,
    `создан токен ${name} для admin API: ${scopes.join(', ')}`,
  ],
  'admin-token-removed': ({ name }) => [
    `token ${name} of the admin API removed`,
    `удалён токен ${name} для admin API`,
  ],
  'trunk-added': ({ trunk }) => [`trunk ${trunk} added`, `добавлен транк ${trunk}`],
  'trunk-changed': ({ trunk, changes }) => [
    `trunk ${trunk} changed: ${changed(changes, (field) => label('en', field))}`,
    `изменён транк ${trunk}: ${changed(changes, (field) => label('ru', field))}`,
  ],
  'trunk-removed': ({ trunk }) => [
    `trunk ${trunk} removed with its numbers`,
    `удалён транк ${trunk} вместе с его номерами`,
  ],
  'test-call': ({ trunk, phoneMask, mode }) => [
    `test call over ${trunk} to ${phoneMask}, ${mode}`,
    `пробный звонок через ${trunk} на ${phoneMask}, ${terms.ru.modes[mode].toLowerCase()}`,
  ],
  'sip-captured': ({ trunk, call, messages, isClear }) => [
    `${messages} SIP messages of ${call === null ? `trunk ${trunk}` : `call ${call}`} saved, numbers ${isClear ? 'in clear' : 'masked'}`,
    `выгружены SIP-сообщения (${messages}) ${call === null ? `транка ${trunk}` : `звонка ${call}`}, номера ${isClear ? 'открыты' : 'скрыты'}`,
  ],
  'alarm-receiver-added': ({ channel, target }) => [
    `alarms are sent to ${target} (${channel})`,
    `оповещения отправляются на ${target} (${channel})`,
  ],
  'alarm-receiver-changed': ({ id, changes }) => [
    `receiver ${id} of alarms changed: ${changed(changes)}`,
    `изменён получатель оповещений ${id}: ${changed(changes)}`,
  ],
  'alarm-receiver-removed': ({ id }) => [
    `receiver ${id} is notified of no alarms any more`,
    `получатель оповещений ${id} удалён`,
  ],
  'alarms-silenced': ({ kind, subject, reason }) => [
    `alarms silenced: ${[kind || 'all', subject, reason].filter((part) => part !== '').join(', ')}`,
    `пауза оповещений: ${[kind || 'все', subject, reason].filter((part) => part !== '').join(', ')}`,
  ],
  'silence-ended': ({ id }) => [`silence ${id} ended`, `пауза оповещений ${id} снята`],
  'trunk-tested': ({ trunk, phoneMask }) => [
    `all ways of trunk ${trunk} tested${phoneMask === '' ? '' : `, with calls to ${phoneMask}`}`,
    `полная проверка транка ${trunk}${phoneMask === '' ? '' : `, со звонками на ${phoneMask}`}`,
  ],
  'numbers-added': ({ first, last, trunks }) => [
    `calling numbers ${rangeText(first, last)} added to ${trunks.join(', ')}`,
    `номера для показа: добавлены ${rangeText(first, last)} (${trunks.join(', ')})`,
  ],
  'numbers-removed': ({ first, last, trunk }) => [
    `calling numbers ${rangeText(first, last)} taken from ${trunk}`,
    `номера для показа: убраны ${rangeText(first, last)} (${trunk})`,
  ],
  'numbers-labelled': ({ first, last, trunks, label, category }) => [
    `label of calling numbers ${rangeText(first, last)} on ${trunks.join(', ')}: ${[label, category].filter((text) => text !== '').join(', ') || 'none'}`,
    `маркировка номеров ${rangeText(first, last)} на ${trunks.join(', ')}: ${[label, category].filter((text) => text !== '').join(', ') || 'нет'}`,
  ],
  'numbers-quarantined': ({ trunk, count, numbers, refusal }) => [
    `calling numbers of ${trunk} paused, ${refusalTexts.en[refusal]}: ${listed(count, numbers)}`,
    `номера ${trunk} поставлены на паузу, ${refusalTexts.ru[refusal]}: ${listed(count, numbers)}`,
  ],
  'numbers-on-probation': ({ trunk, count, numbers }) => [
    `calling numbers of ${trunk} are retested: ${listed(count, numbers)}`,
    `номера ${trunk} проверяются снова: ${listed(count, numbers)}`,
  ],
  'numbers-healthy': ({ trunk, count, numbers }) => [
    `calling numbers of ${trunk} are healthy again: ${listed(count, numbers)}`,
    `номера ${trunk} снова в порядке: ${listed(count, numbers)}`,
  ],
  'numbers-released': ({ first, last, trunk }) => [
    `the pause of calling numbers ${rangeText(first, last)} on ${trunk} ended`,
    `пауза номеров ${rangeText(first, last)} на ${trunk} снята`,
  ],
  'confirmation-added': (facts) => [
    `confirmation numbers added: ${marked(facts)}`,
    `добавлено номеров подтверждения: ${marked(facts)}`,
  ],
  'confirmation-bound': ({ trunks, ...facts }) => [
    `confirmation numbers bound to ${trunks.join(', ')}: ${marked(facts)}`,
    `номера подтверждения принимаются только через ${trunks.join(', ')}: ${marked(facts)}`,
  ],
  'confirmation-removed': ({ count, first }) => [
    count === 1
      ? `confirmation number +${first} removed`
      : `confirmation numbers removed: ${count}, from +${first} on`,
    count === 1
      ? `убран номер подтверждения +${first}`
      : `убрано номеров подтверждения: ${count}, начиная с +${first}`,
  ],
  'tariff-made': ({ tariff }) => [`tariff ${tariff} made`, `создан тариф ${tariff}`],
  'tariff-changed': ({ tariff, changes }) => [
    `tariff ${tariff} changed: ${changed(changes)}`,
    `изменён тариф ${tariff}: ${changed(changes)}`,
  ],
  'account-topped-up': ({ account, amount, note }, money) => [
    `account ${account} topped up by ${money(amount)}${note && `: ${note}`}`,
    `счёт аккаунта ${account} пополнен на ${money(amount)}${note && `: ${note}`}`,
  ],
  'account-opened': ({ account }) => [
    `looked at the quality and calls of account ${account}`,
    `открыты качество и звонки аккаунта ${account}`,
  ],
  'call-opened': ({ account, call }) => [
    `looked at call ${call} of account ${account}`,
    `открыт звонок ${call} аккаунта ${account}`,
  ],
  'verification-opened': ({ account, verification }) => [
    `looked at verification ${verification} of account ${account}`,
    `открыта проверка ${verification} аккаунта ${account}`,
  ],
  'top-up-reversed': ({ account, entry, amount, note }, money) => [
    `top-up of ${money(amount)} to account ${account} reversed (entry ${entry}): ${note}`,
    `отменено пополнение на ${money(amount)} аккаунта ${account} (запись ${entry}): ${note}`,
  ],
  'account-made': ({ account }) => [`account ${account} made`, `создан аккаунт ${account}`],
  'account-closed': ({ account }) => [`account ${account} closed`, `аккаунт ${account} закрыт`],
  'service-made': ({ service, account }) => [
    `service ${service} of account ${account} made`,
    `создан сервис ${service} аккаунта ${account}`,
  ],
  'service-changed': ({ service, changes }) => [
    `service ${service} changed: ${changed(changes)}`,
    `изменён сервис ${service}: ${changed(changes)}`,
  ],
  'service-key': ({ service }) => [
    `new main key of service ${service}`,
    `выпущен новый основной ключ сервиса ${service}`,
  ],
  'key-added': ({ key, service, scope }) => [
    `key ${key} of service ${service} added, scope ${scope}`,
    `добавлен ключ ${key} сервиса ${service}, права ${scope}`,
  ],
  'key-rotated': ({ key, service }) => [
    `key ${key} of service ${service} replaced by a new one`,
    `ключ ${key} сервиса ${service} заменён новым`,
  ],
  'key-revoked': ({ key, service }) => [
    `key ${key} of service ${service} revoked`,
    `ключ ${key} сервиса ${service} отозван`,
  ],
  'hook-added': ({ service, kind }) => [
    `${kind} hook of service ${service} added`,
    `добавлен хук ${kind} сервиса ${service}`,
  ],
  'hook-rotated': ({ service, kind }) => [
    `new credential of the ${kind} hook of service ${service}`,
    `новые учётные данные хука ${kind} сервиса ${service}`,
  ],
  'hook-removed': ({ service, kind }) => [
    `${kind} hook of service ${service} removed`,
    `удалён хук ${kind} сервиса ${service}`,
  ],
  'oidc-client-added': ({ client, service }) => [
    `OpenID Connect client ${client} of service ${service} added`,
    `добавлен клиент OpenID Connect ${client} сервиса ${service}`,
  ],
  'oidc-client-removed': ({ client, service }) => [
    `OpenID Connect client ${client} of service ${service} removed`,
    `удалён клиент OpenID Connect ${client} сервиса ${service}`,
  ],
  'oidc-keys-rotated': () => ['ID tokens are signed with new keys', 'ID-токены подписываются новыми ключами'],
  'gateway-added': ({ service, channel }) => [
    `gateway for ${channel} of service ${service} added`,
    `добавлен шлюз ${channel} сервиса ${service}`,
  ],
  'gateway-removed': ({ service, channel }) => [
    `gateway for ${channel} of service ${service} removed`,
    `удалён шлюз ${channel} сервиса ${service}`,
  ],
  'service-dialect': ({ service, dialect }) => [
    `dialect of service ${service}: ${dialect}`,
    `диалект сервиса ${service}: ${dialect}`,
  ],
  'webhook-secret': ({ service, rotated }) => [
    `webhook secret of service ${service} ${rotated ? 'changed' : 'shown'}`,
    `секрет веб-хуков сервиса ${service} ${rotated ? 'заменён' : 'показан'}`,
  ],
  'webhook-resent': ({ call }) => [
    `webhook of call ${call} sent again`,
    `веб-хук звонка ${call} отправлен повторно`,
  ],
  'event-resent': ({ webhookId }) => [
    `event ${webhookId} sent again`,
    `событие ${webhookId} отправлено повторно`,
  ],
  'endpoint-added': ({ endpoint, service }) => [
    `webhook endpoint ${endpoint} of service ${service} added`,
    `добавлен адрес веб-хуков ${endpoint} сервиса ${service}`,
  ],
  'endpoint-changed': ({ endpoint, service, changes }) => [
    `webhook endpoint ${endpoint} of service ${service} changed: ${changed(changes)}`,
    `изменён адрес веб-хуков ${endpoint} сервиса ${service}: ${changed(changes)}`,
  ],
  'endpoint-removed': ({ endpoint, service }) => [
    `webhook endpoint ${endpoint} of service ${service} removed`,
    `удалён адрес веб-хуков ${endpoint} сервиса ${service}`,
  ],
  'endpoint-secret': ({ endpoint, service, rotated }) => [
    `secret of webhook endpoint ${endpoint} of service ${service} ${rotated ? 'changed' : 'shown'}`,
    `секрет адреса веб-хуков ${endpoint} сервиса ${service} ${rotated ? 'заменён' : 'показан'}`,
  ],
  'endpoint-tested': ({ endpoint, service }) => [
    `test event sent to webhook endpoint ${endpoint} of service ${service}`,
    `тестовое событие отправлено на адрес веб-хуков ${endpoint} сервиса ${service}`,
  ],
  'person-link': ({ person, changes, withoutSecondFactor }) => [
    `link for a new ${changes === 'password' ? 'password' : 'e-mail'} made for person ${person}${withoutSecondFactor ? ', second factor removed' : ''}`,
    `создана ссылка для смены ${changes === 'password' ? 'пароля' : 'почты'} пользователя ${person}${withoutSecondFactor ? ', второй фактор снят' : ''}`,
  ],
  'operator-link': ({ email }) => [
    `link made for ${email} to become an operator`,
    `создана ссылка, по которой ${email} станет администратором`,
  ],
  'operator-made': ({ email }) => [`${email} became an operator`, `${email} теперь администратор`],
  'operator-removed': ({ email }) => [
    `${email} is no longer an operator`,
    `${email} больше не администратор`,
  ],
  'invitation-made': () => ['invitation made', 'создано приглашение'],
  'demo-link': () => ['link into the demo made', 'создана ссылка для входа в демо'],
  'number-erased': ({ calls }) => [
    `a phone number erased from calls: ${calls}`,
    `номер телефона стёрт из звонков: ${calls}`,
  ],
  'account-blocked': ({ account }) => [`account ${account} blocked`, `аккаунт ${account} заблокирован`],
  'account-unblocked': ({ account }) => [`account ${account} unblocked`, `аккаунт ${account} разблокирован`],
  'account-made-real': ({ account }) => [
    `account ${account} made real, its play money removed`,
    `аккаунт ${account} переведён из демо в рабочие, демо-деньги списаны`,
  ],
  'account-tariff': ({ account, from, to }) => [
    `tariff of account ${account} changed from ${from} to ${to}`,
    `тариф аккаунта ${account} изменён: был ${from}, стал ${to}`,
  ],
  'party-saved': ({ account }) => [
    `details for statements changed: ${account === 0 ? 'of this installation' : `account ${account}`}`,
    `изменены реквизиты для отчётов: ${account === 0 ? 'свои' : `аккаунт ${account}`}`,
  ],
  'account-phone': ({ account, confirmed }) => [
    `phone of account ${account} ${confirmed ? 'counts as confirmed' : 'is to be confirmed'}`,
    `телефон аккаунта ${account} ${confirmed ? 'считается подтверждённым' : 'нужно подтвердить'}`,
  ],
  'consent-wording': ({ service }) => [
    `new consent wording of service ${service}`,
    `новый текст согласия сервиса ${service}`,
  ],
  'consent-exported': ({ service, phoneMask }) => [
    `proofs of consent exported: ${[service === 0 ? '' : `service ${service}`, phoneMask].filter((part) => part !== '').join(', ')}`,
    `выгружены подтверждения согласия: ${[service === 0 ? '' : `сервис ${service}`, phoneMask].filter((part) => part !== '').join(', ')}`,
  ],
  'legacy-repeats': ({ service, on }) => [
    `legacy repeats of service ${service} ${on ? 'on' : 'off'}`,
    `старые повторы сервиса ${service} ${on ? 'включены' : 'выключены'}`,
  ],
  'request-limit': ({ service, from, perSecond }) => [
    `requests per second of service ${service}: ${arrow(from || 'as the installation says', perSecond || 'as the installation says')}`,
    `запросов в секунду у сервиса ${service}: ${arrow(from || 'как задано для установки', perSecond || 'как задано для установки')}`,
  ],
  'spend-cap': ({ scope, from, perHour, perDay }, money) => {
    const bound = (roubles: number, none: string) => (roubles === 0 ? none : money(roubles))
    const both = (before: number, after: number, none: string) =>
      arrow(bound(before, none), bound(after, none))
    return [
      `spend cap of ${capOf('en', scope)}: ${both(from.perHour, perHour, 'no cap')} an hour, ${both(from.perDay, perDay, 'no cap')} a day`,
      `лимит расходов ${capOf('ru', scope)}: ${both(from.perHour, perHour, 'без лимита')} в час, ${both(from.perDay, perDay, 'без лимита')} в сутки`,
    ]
  },
  'numbering-import': ({ data, name, forced }) => [
    `import of ${data} data: ${name}${forced ? ' (forced)' : ''}`,
    `загрузка ${dataInRussian[data]}: ${name}${forced ? ' (принудительно)' : ''}`,
  ],
  'numbering-rollback': ({ data, snapshot }) => [
    `${data} data: returned to ${snapshot}`,
    `возврат ${dataInRussian[data]} к ${snapshot}`,
  ],
  'address-blocked': ({ address }) => [`address ${address} blocked`, `адрес ${address} заблокирован`],
  'address-let-in': ({ address }) => [`address ${address} unblocked`, `адрес ${address} разблокирован`],
  'prefix-paused': ({ service, prefix, reason, calls, expected }) => [
    `calls of service ${service} to ${destinationText(prefix)} paused: ${
      reason === 'conversion'
        ? `${calls} verifications instead of ${expected}, far fewer approved than usual`
        : `${calls} in an hour, usually at most ${expected}`
    }`,
    `звонки сервиса ${service} на ${destinationText(prefix)} приостановлены: ${
      reason === 'conversion'
        ? `проверок ${calls} вместо ${expected}, подтверждённых намного меньше обычного`
        : `${calls} за час, обычно не больше ${expected}`
    }`,
  ],
  'charged-on-delivery': ({ service, delivered, approved }) => [
    `service ${service} charged on delivery for a day: ${approved} approvals of ${delivered} delivered steps`,
    `сервис ${service} сутки платит за доставку: подтверждений ${approved} на ${delivered} доставленных шагов`,
  ],
  'prefix-resumed': ({ service, prefix }) => [
    `calls of service ${service} to ${destinationText(prefix)} resumed`,
    `звонки сервиса ${service} на ${destinationText(prefix)} возобновлены`,
  ],
  'do-not-call': ({ phoneMask, listed }) => [
    `${phoneMask} ${listed ? 'put on the do-not-call list' : 'taken off the do-not-call list'}`,
    `${phoneMask} ${listed ? 'добавлен в список' : 'убран из списка'} «Кому не звонить»`,
  ],
  'secret-rotated': ({ sealed, left }) => [
    `root secret replaced: ${sealed} values sealed again, ${left} left`,
    `заменён корневой секрет: перешифровано значений ${sealed}, осталось ${left}`,
  ],
  'clock-trusted': ({ deleted }) => [
    `the clock was declared right, ${deleted} old records deleted`,
    `часы признаны верными, удалено старых записей: ${deleted}`,
  ],
  moved: ({ rows }) => [
    `installation moved to PostgreSQL: ${rows} rows`,
    `установка перенесена в PostgreSQL: строк ${rows}`,
  ],
  'move-undone': () => [
    'embedded store used again after a move',
    'после переноса снова открыта встроенная база',
  ],
  'prompts-imported': ({ language }) => [
    `own recordings of speech imported: ${language}`,
    `загружены свои записи речи: ${language}`,
  ],
  'months-closed': ({ month, entries }) => [
    `months of the ledger up to ${month} closed: ${entries} entries`,
    `закрыты месяцы книги по ${month}: записей ${entries}`,
  ],
})

type Sentence = ((facts: object, money: Money) => string) | undefined

/** The kind of a newer release is shown by its name. */
export function sentenceOf(
  sentences: typeof actionTexts.en,
  { action, facts }: Pick<OperatorActionsView['items'][number], 'action' | 'facts'>,
  money: Money,
): string {
  return (sentences as Readonly<Record<string, Sentence>>)[action]?.(facts, money) ?? action
}

const dataInRussian = { registry: 'реестра нумерации', porting: 'данных о переносе номеров' }

/** A setting of a trunk as its form names it. */
function label(language: 'en' | 'ru', field: string): string {
  const known: Fields = trunkFields
  return field === 'password' ? formTexts[language].password : (known[field]?.[language][0] ?? field)
}

const arrow = (from: string | number, to: string | number) => (from === to ? `${to}` : `${from} → ${to}`)

/** Each field with what it was and what it is; a secret has its name alone. */
function changed(
  changes: OperatorActionFacts['trunk-changed']['changes'],
  nameOf = (field: string) => field,
): string {
  const all = Object.entries(changes).map(([field, values]) =>
    values === null ? nameOf(field) : `${nameOf(field)} ${arrow(values[0] || '""', values[1] || '""')}`,
  )
  return all.join(', ')
}

const capOwners = defineMessages({
  service: ['service ', 'сервиса '],
  account: ['account ', 'аккаунта '],
  prefix: ['destination +', 'направления +'],
})

function capOf(language: 'en' | 'ru', scope: string): string {
  const owners: Readonly<Record<string, string>> = capOwners[language]
  const [kind = '', value = ''] = scope.split(':')
  return `${owners[kind] ?? kind}${value}`
}
