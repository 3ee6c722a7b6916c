import { terms } from '../language/terms.ts'
import { defineMessages } from '../language/texts.ts'

export const barTexts = defineMessages({
  menu: ['Menu', 'Меню'],
  skip: ['Skip to the page', 'К содержанию страницы'],
  search: ['Search calls and verifications', 'Поиск звонков и проверок'],
  searchFor: ['Call id, client, phone', 'Id звонка, метка, телефон'],
  find: ['Find', 'Найти'],
  balance: ['Balance', 'Баланс'],
  service: ['Service', 'Сервис'],
  zone: ['The time zone of all days and times on this page', 'Часовой пояс всех дней и времён на странице'],
  allServices: ['All services', 'Все сервисы'],
  theme: ['Theme', 'Тема'],
  light: ['Light', 'Светлая'],
  dark: ['Dark', 'Тёмная'],
  auto: ['As the system', 'Как в системе'],
  account: ['Account menu', 'Меню аккаунта'],
  accounts: ['Accounts', 'Аккаунты'],
  settings: ['Account and security', 'Аккаунт и безопасность'],
  signOut: ['Sign out', 'Выйти'],
  close: ['Close', 'Закрыть'],
  notSignedOut: ['You are still signed in.', 'Вы не вышли.'],
  roles: [terms.en.roles, terms.ru.roles],
})
