import { serviceFields } from '@ringkey/server/fields/service-fields'
import { terms } from '../../language/terms.ts'

/** The history is stored in English, as getAccount shows it. A text that is not listed here is shown in English. */
const whole: Readonly<Record<string, string>> = {
  'signed in': 'вход',
  'signed out': 'выход',
  'account created': 'аккаунт создан',
  'account topped up': 'счёт пополнен',
  'top-up reversed': 'пополнение отменено',
  'tariff changed': 'тариф изменён',
  'low-balance notice set': 'уведомление о низком балансе включено',
  'low-balance notice switched off': 'уведомление о низком балансе выключено',
  'account blocked': 'аккаунт заблокирован',
  'account made real': 'аккаунт переведён из демо в рабочие',
  'account unblocked': 'аккаунт разблокирован',
  'password changed': 'пароль изменён',
  'password replaced by a link': 'новый пароль по ссылке',
  'password link made': 'администратор создал ссылку для нового пароля',
  'link to the operator console made': 'создана ссылка для входа на страницы администратора',
  'password link made, second factor removed':
    'администратор создал ссылку для нового пароля и снял второй фактор',
  'e-mail link made': 'администратор создал ссылку для новой почты',
  'session ended': 'сеанс завершён',
  'all other sessions ended': 'остальные сеансы завершены',
  'sign-in refused in the messenger': 'вход отклонён в мессенджере',
  'authenticator app connected': 'подключено приложение с кодами',
  'authenticator app removed': 'приложение с кодами отключено',
  'sign-ins are confirmed in the messenger': 'вход подтверждается в мессенджере',
  'sign-ins are no longer confirmed in the messenger': 'вход больше не подтверждается в мессенджере',
  'messenger disconnected': 'мессенджер отключён',
  'new recovery codes made': 'выпущены новые резервные коды',
  'own phone called': 'звонок на свой телефон',
  'own phone confirmed': 'свой телефон подтверждён',
}

const roles: Readonly<Record<string, string>> = terms.ru.roles

/** Fields of a service, by their names in the cabinet and on the command line. */
const settings: Readonly<Record<string, string>> = Object.fromEntries([
  ['name', 'название'],
  ['useDirection', 'где используется'],
  ['use', 'где используется'],
  ['status', 'состояние'],
  ...Object.entries(serviceFields).flatMap(([name, { option, ru }]) => {
    // Abbreviations such as HTTP stay as they are.
    const label = ru[0].replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())
    return [
      [name, label],
      [option, label],
    ]
  }),
])
const settingsIn = (names: string) =>
  names
    .split(', ')
    .map((name) => settings[name] ?? name)
    .join(', ')

const owners: Readonly<Record<string, string>> = { service: 'сервиса ', account: 'аккаунта ' }

/** A star is a name or a number, in the same order in both languages. */
const templates: Readonly<Record<string, string>> = {
  'invitation of * withdrawn': 'приглашение для * отозвано',
  'e-mail of * changed to *': 'почта * изменена на *',
  '* became an operator': '* теперь администратор',
  '* removed': '* больше не в команде',
  '* left': '* вышел из команды',
  'service * created': 'сервис * создан',
  'service * archived': 'сервис * в архиве',
  'key * of service * added': 'ключ * сервиса * создан',
  'key * of service * rotated': 'ключ * сервиса * заменён новым',
  'key * of service * revoked': 'ключ * сервиса * отозван',
  'consent wording of service * changed': 'текст согласия сервиса * изменён',
  'key of service * rotated': 'новый ключ сервиса *',
  '* hook of service * added': 'добавлен хук * сервиса *',
  'new credential of the * hook of service *': 'новые учётные данные хука * сервиса *',
  '* hook of service * removed': 'хук * сервиса * удалён',
  'OpenID Connect client * of service * added': 'добавлен клиент OpenID Connect * сервиса *',
  'OpenID Connect client * of service * removed': 'клиент OpenID Connect * сервиса * удалён',
  'webhook secret of service * shown': 'секрет веб-хуков сервиса * показан',
  'webhook secret of service * rotated': 'новый секрет веб-хуков сервиса *',
  'webhook of call * sent again': 'веб-хук звонка * отправлен ещё раз',
  'verification * canceled from the cabinet': 'проверка * отменена из кабинета',
  'code of call * shown': 'код звонка * показан',
  'event * sent again': 'событие * отправлено ещё раз',
  'webhook endpoint * of service * added': 'адрес веб-хуков * сервиса * добавлен',
  'webhook endpoint * of service * changed': 'адрес веб-хуков * сервиса * изменён',
  'webhook endpoint * of service * removed': 'адрес веб-хуков * сервиса * удалён',
  'secret of webhook endpoint * shown': 'секрет адреса веб-хуков * показан',
  'secret of webhook endpoint * rotated': 'новый секрет адреса веб-хуков *',
  'test event sent to webhook endpoint *': 'тестовое событие на адрес веб-хуков *',
  'verification * placed from the cabinet, service *': 'проверка * начата из кабинета, сервис *',
  'calls of service * to * paused': 'звонки сервиса * на * приостановлены',
  'calls of service * to * resumed': 'звонки сервиса * на * возобновлены',
  'service * is charged on delivery for a day: few approvals':
    'сервис * сутки платит за доставку: мало подтверждений',
  'legacy repeats of service * on': 'бесплатные повторы сервиса * включены',
  'legacy repeats of service * off': 'бесплатные повторы сервиса * выключены',
  'request limit of service * changed': 'предел запросов сервиса * изменён',
}

const patterns: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [/^(\S+) invited as (\S+)$/, (who, role) => `приглашение для ${who}: ${roles[role!] ?? role}`],
  [/^(\S+) joined as (\S+)$/, (who, role) => `${who} в команде: ${roles[role!] ?? role}`],
  [/^(\S+) is now (\S+)$/, (who, role) => `роль ${who}: ${roles[role!] ?? role}`],
  [/^service (\d+) changed: (.+)$/, (id, names) => `сервис ${id} изменён: ${settingsIn(names!)}`],
  [
    /^gateway (\d+) \((\S+)\) of service (\d+) added$/,
    (_, channel, id) => `добавлен шлюз ${channel} сервиса ${id}`,
  ],
  [
    /^gateway (\d+) \((\S+)\) of service (\d+) removed$/,
    (_, channel, id) => `шлюз ${channel} сервиса ${id} удалён`,
  ],
  [
    /^dialect of service (\d+): (\S+)$/,
    (id, dialect) => `диалект сервиса ${id}: ${dialect === 'none' ? 'нет' : dialect}`,
  ],
  [
    // Older entries say "verification".
    /^(?:call|verification) (\d+) placed from the cabinet, service (\d+)$/,
    (id, service) => `звонок ${id} начат из кабинета, сервис ${service}`,
  ],
  // Older entries name amounts and tariffs, which not every role may see.
  [/^spend caps of service (\d+)(?: changed|: .+)$/, (id) => `свой лимит расходов сервиса ${id} изменён`],
  [
    /^spend cap of (service|account):(\d+)(?: changed|: .+)$/,
    (kind, id) => `лимит расходов ${owners[kind!]}${id} изменён`,
  ],
  [/^tariff changed from \S+ to \S+$/, () => 'тариф изменён'],
  [/^account \d+ blocked$/, () => 'аккаунт заблокирован'],
  [/^account \d+ unblocked$/, () => 'аккаунт разблокирован'],
  [/^phone of account \d+ counts as confirmed$/, () => 'телефон аккаунта считается подтверждённым'],
  [/^phone of account \d+ is to be confirmed$/, () => 'телефон аккаунта нужно подтвердить'],
  ...Object.entries(templates).map(([english, russian]): (typeof patterns)[number] => [
    new RegExp(`^${english.replaceAll('*', '(\\S+)')}$`),
    (...found) => russian.replaceAll('*', () => found.shift()!),
  ]),
]

export function inRussian(action: string): string {
  const known = whole[action]
  if (known !== undefined) return known
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(action)
    if (found !== null) return say(...found.slice(1))
  }
  return action
}
