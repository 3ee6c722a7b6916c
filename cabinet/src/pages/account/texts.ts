import { withCommon } from '../../language/terms.ts'

export const accountTexts = withCommon({
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
  asBrowser: ['As the browser', 'Как в браузере'],
  account: ['Account', 'Аккаунт'],
  zone: ['Time zone', 'Часовой пояс'],
  zoneLead: [
    'Days and months of the account begin by it: on these pages, in statements and in CSV files. Limits go by rolling hours.',
    'По нему начинаются дни и месяцы аккаунта: на этих страницах, в отчётах и файлах CSV. Лимиты считаются за последние часы.',
  ],
  setZone: ['Set the time zone', 'Сменить пояс'],
  accountId: ['Account id', 'Id аккаунта'],
  since: ['Since', 'Создан'],
  factorCode: ['Code of the app or a recovery code', 'Код из приложения или резервный код'],
  yourPassword: ['Your password', 'Ваш пароль'],
})
