import { withCommon } from '../../language/terms.ts'

export const teamTexts = withCommon({
  members: ['Members', 'Участники'],
  membersLead: ['A changed role takes effect at once.', 'Изменённая роль действует сразу.'],
  membersOnlyRead: ['Only owners can change roles.', 'Роли меняют владельцы.'],
  person: ['Person', 'Человек'],
  lastSignIn: ['Last sign-in', 'Последний вход'],
  you: ['you', 'вы'],
  secondFactor: ['second factor', 'второй фактор'],
  never: ['never', 'ещё не было'],
  roles: {
    owner: ['Owner', 'Владелец'],
    developer: ['Developer', 'Разработчик'],
    accountant: ['Accountant', 'Бухгалтер'],
    'read-only': ['Read only', 'Только чтение'],
  },
  may: {
    owner: ['Can do everything, including closing the account.', 'Может всё, в том числе закрыть аккаунт.'],
    developer: [
      'Services, keys, webhooks, calls and verifications; sees money.',
      'Сервисы, ключи, веб-хуки, звонки и проверки; видит деньги.',
    ],
    accountant: [
      'Money and its notices; sees the rest, but no codes.',
      'Деньги и уведомления о них; видит остальное, кроме кодов.',
    ],
    'read-only': [
      'Sees calls, verifications, quality and webhooks; no money, no codes.',
      'Видит звонки, проверки, качество и веб-хуки; без денег и кодов.',
    ],
  },
  roleOf: (email: string) => [`Role of ${email}`, `Роль ${email}`],
  remove: ['Remove', 'Убрать'],
  removeWho: (email: string) => [`Remove ${email}`, `Убрать ${email}`],
  removeQuestion: (email: string) => [`Remove ${email} from the team?`, `Убрать ${email} из команды?`],
  removeHint: [
    'They lose access to this account at once. You can invite them again.',
    'Доступ к аккаунту пропадёт сразу. Человека можно пригласить снова.',
  ],
  invite: ['Invite', 'Пригласить'],
  inviteByMail: [
    'The invitation is sent by mail. It can be used once, within a week.',
    'Приглашение придёт письмом. Его можно принять один раз в течение недели.',
  ],
  inviteByLink: [
    'This installation cannot send mail: you get a link to pass on. It can be used once, within a week.',
    'Отправка писем не настроена: вы получите ссылку, которую нужно передать. Она сработает один раз в течение недели.',
  ],
  send: ['Invite', 'Пригласить'],
  sent: ['The invitation was sent.', 'Приглашение отправлено.'],
  passOn: ['Pass this link on. It is shown only once.', 'Передайте эту ссылку. Она показывается один раз.'],
  theLink: ['the link', 'ссылку'],
  invitations: ['Open invitations', 'Неиспользованные приглашения'],
  noInvitations: ['No invitation is open.', 'Неиспользованных приглашений нет.'],
  ends: ['Expires', 'Истекает'],
  withdraw: ['Withdraw', 'Отозвать'],
  withdrawWho: (email: string) => [
    `Withdraw the invitation of ${email}`,
    `Отозвать приглашение для ${email}`,
  ],
  leave: ['Leave the team', 'Выйти из команды'],
  leaveQuestion: ['Leave the team of this account?', 'Выйти из команды этого аккаунта?'],
  leaveLead: [
    'You lose access to this account; the account stays. The last owner cannot leave.',
    'Вы потеряете доступ, аккаунт продолжит работать. Последний владелец выйти не может.',
  ],
})
