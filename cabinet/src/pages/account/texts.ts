import { inBoth } from '../../language/texts.ts'

export const accountTexts = inBoth({
  title: ['Account', 'Аккаунт'],
  parts: {
    profile: ['Profile', 'Профиль'],
    security: ['Security', 'Безопасность'],
    team: ['Team', 'Команда'],
    'sign-ins': ['Sign-ins', 'Входы'],
    history: ['History', 'История'],
  },
  you: ['You', 'Вы'],
  name: ['Name', 'Имя'],
  language: ['Language', 'Язык'],
  asBrowser: ['As the browser', 'Как в браузере'],
  email: ['E-mail', 'Почта'],
  account: ['Account', 'Аккаунт'],
  accountId: ['Account id', 'Id аккаунта'],
  since: ['Since', 'Создан'],
  password: ['Password', 'Пароль'],
  confirm: ['Confirm', 'Подтвердить'],
  showPassword: ['Show the password', 'Показать пароль'],
  factorCode: ['Code of the app or a recovery code', 'Код из приложения или резервный код'],
  yourPassword: ['Your password', 'Ваш пароль'],
})
