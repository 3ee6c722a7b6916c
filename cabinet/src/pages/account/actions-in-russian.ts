/** The history is kept in English, as getAccount shows it. What is not listed here is shown as it is. */
const whole: Readonly<Record<string, string>> = {
  'signed in': 'вход',
  'signed out': 'выход',
  'account created': 'аккаунт создан',
  'account topped up': 'счёт пополнен',
  'tariff changed': 'тариф изменён',
  'low-balance notice set': 'уведомление о низком балансе включено',
  'low-balance notice switched off': 'уведомление о низком балансе выключено',
  'account blocked': 'аккаунт заблокирован',
  'account unblocked': 'аккаунт разблокирован',
  'password changed': 'пароль изменён',
  'password replaced by a link': 'новый пароль по ссылке',
  'password link made': 'оператор создал ссылку для нового пароля',
  'password link made, second factor removed':
    'оператор создал ссылку для нового пароля и снял второй фактор',
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

const patterns: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [/^(\S+) invited as (\S+)$/, (who, role) => `приглашение для ${who}: ${roles[role!] ?? role}`],
  [/^(\S+) joined as (\S+)$/, (who, role) => `${who} в команде: ${roles[role!] ?? role}`],
  [/^invitation of (\S+) withdrawn$/, (who) => `приглашение для ${who} отозвано`],
  [/^(\S+) is now (\S+)$/, (who, role) => `роль ${who}: ${roles[role!] ?? role}`],
  [/^(\S+) removed$/, (who) => `${who} больше не в команде`],
  [/^(\S+) left$/, (who) => `${who} вышел из команды`],
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
