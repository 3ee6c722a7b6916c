import { serviceFields } from '@ringkey/server/fields/service-fields'

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

const roles: Readonly<Record<string, string>> = {
  owner: 'владелец',
  developer: 'разработчик',
  accountant: 'бухгалтер',
  'read-only': 'только чтение',
}

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

const patterns: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [/^(\S+) invited as (\S+)$/, (who, role) => `приглашение для ${who}: ${roles[role!] ?? role}`],
  [/^(\S+) joined as (\S+)$/, (who, role) => `${who} в команде: ${roles[role!] ?? role}`],
  [/^invitation of (\S+) withdrawn$/, (who) => `приглашение для ${who} отозвано`],
  [/^(\S+) is now (\S+)$/, (who, role) => `роль ${who}: ${roles[role!] ?? role}`],
  [/^e-mail of (\S+) changed to (\S+)$/, (from, to) => `почта ${from} изменена на ${to}`],
  [/^(\S+) became an operator$/, (who) => `${who} теперь администратор`],
  [/^(\S+) removed$/, (who) => `${who} больше не в команде`],
  [/^(\S+) left$/, (who) => `${who} вышел из команды`],
  [/^service (\d+) created$/, (id) => `сервис ${id} создан`],
  [/^service (\d+) archived$/, (id) => `сервис ${id} в архиве`],
  [/^service (\d+) changed: (.+)$/, (id, names) => `сервис ${id} изменён: ${settingsIn(names!)}`],
  [/^key (\d+) of service (\d+) added$/, (key, id) => `ключ ${key} сервиса ${id} создан`],
  [/^key (\d+) of service (\d+) rotated$/, (key, id) => `ключ ${key} сервиса ${id} заменён новым`],
  [/^key (\d+) of service (\d+) revoked$/, (key, id) => `ключ ${key} сервиса ${id} отозван`],
  [/^consent wording of service (\d+) changed$/, (id) => `текст согласия сервиса ${id} изменён`],
  [/^key of service (\d+) rotated$/, (id) => `новый ключ сервиса ${id}`],
  [
    /^gateway (\d+) \((\S+)\) of service (\d+) added$/,
    (_, channel, id) => `добавлен шлюз ${channel} сервиса ${id}`,
  ],
  [
    /^gateway (\d+) \((\S+)\) of service (\d+) removed$/,
    (_, channel, id) => `шлюз ${channel} сервиса ${id} удалён`,
  ],
  [/^(\S+) hook of service (\d+) added$/, (kind, id) => `добавлен хук ${kind} сервиса ${id}`],
  [
    /^new credential of the (\S+) hook of service (\d+)$/,
    (kind, id) => `новые учётные данные хука ${kind} сервиса ${id}`,
  ],
  [/^(\S+) hook of service (\d+) removed$/, (who, id) => `хук ${who} сервиса ${id} удалён`],
  [
    /^OpenID Connect client (\S+) of service (\d+) added$/,
    (client, id) => `добавлен клиент OpenID Connect ${client} сервиса ${id}`,
  ],
  [
    /^OpenID Connect client (\S+) of service (\d+) removed$/,
    (client, id) => `клиент OpenID Connect ${client} сервиса ${id} удалён`,
  ],
  [
    /^dialect of service (\d+): (\S+)$/,
    (id, dialect) => `диалект сервиса ${id}: ${dialect === 'none' ? 'нет' : dialect}`,
  ],
  [/^webhook secret of service (\d+) shown$/, (id) => `секрет веб-хуков сервиса ${id} показан`],
  [/^webhook secret of service (\d+) rotated$/, (id) => `новый секрет веб-хуков сервиса ${id}`],
  [/^webhook of call (\d+) sent again$/, (id) => `веб-хук звонка ${id} отправлен ещё раз`],
  [/^verification (\S+) canceled from the cabinet$/, (id) => `проверка ${id} отменена из кабинета`],
  [/^code of call (\d+) shown$/, (id) => `код звонка ${id} показан`],
  [/^event (\w+) sent again$/, (id) => `событие ${id} отправлено ещё раз`],
  [
    /^event endpoint (\d+) of service (\d+) added$/,
    (id, service) => `адрес событий ${id} сервиса ${service} добавлен`,
  ],
  [
    /^event endpoint (\d+) of service (\d+) changed$/,
    (id, service) => `адрес событий ${id} сервиса ${service} изменён`,
  ],
  [
    /^event endpoint (\d+) of service (\d+) removed$/,
    (id, service) => `адрес событий ${id} сервиса ${service} удалён`,
  ],
  [/^secret of event endpoint (\d+) shown$/, (id) => `секрет адреса событий ${id} показан`],
  [/^secret of event endpoint (\d+) rotated$/, (id) => `новый секрет адреса событий ${id}`],
  [/^test event sent to event endpoint (\d+)$/, (id) => `тестовое событие на адрес событий ${id}`],
  [
    /^verification (vf_\w+) placed from the cabinet, service (\d+)$/,
    (id, service) => `проверка ${id} начата из кабинета, сервис ${service}`,
  ],
  [
    // Older entries say "verification".
    /^(?:call|verification) (\d+) placed from the cabinet, service (\d+)$/,
    (id, service) => `звонок ${id} начат из кабинета, сервис ${service}`,
  ],
  [
    /^calls of service (\d+) to (\S+) paused$/,
    (id, destination) => `звонки сервиса ${id} на ${destination} приостановлены`,
  ],
  [
    /^calls of service (\d+) to (\S+) resumed$/,
    (id, destination) => `звонки сервиса ${id} на ${destination} возобновлены`,
  ],
  [
    /^service (\d+) is charged on delivery for a day: few approvals$/,
    (id) => `сервис ${id} сутки платит за доставку: мало подтверждений`,
  ],
  // Older entries name amounts and tariffs, which not every role may see.
  [/^spend caps of service (\d+)(?: changed|: .+)$/, (id) => `свой лимит расходов сервиса ${id} изменён`],
  [
    /^spend cap of (service|account):(\d+)(?: changed|: .+)$/,
    (kind, id) => `лимит расходов ${owners[kind!]}${id} изменён`,
  ],
  [/^tariff changed from \S+ to \S+$/, () => 'тариф изменён'],
  [/^legacy repeats of service (\d+) on$/, (id) => `бесплатные повторы сервиса ${id} включены`],
  [/^legacy repeats of service (\d+) off$/, (id) => `бесплатные повторы сервиса ${id} выключены`],
  [/^account \d+ blocked$/, () => 'аккаунт заблокирован'],
  [/^account \d+ unblocked$/, () => 'аккаунт разблокирован'],
  [/^phone of account \d+ counts as confirmed$/, () => 'телефон аккаунта считается подтверждённым'],
  [/^phone of account \d+ is to be confirmed$/, () => 'телефон аккаунта нужно подтвердить'],
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
