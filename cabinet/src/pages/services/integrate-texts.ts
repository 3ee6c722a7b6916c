import { defineMessages } from '../../language/texts.ts'

/** Texts of the tab with code examples. */
export const integrateTexts = defineMessages({
  login: ['Login by call (/v2)', 'Вход по звонку (/v2)'],
  loginAbout: [
    'Create a verification, wait until the phone was reached, and check what the person types. The code is drawn, compared and counted here. If nobody was reached, the next step of the workflow calls. The phone is the first argument of the program.',
    'Создайте проверку, дождитесь звонка и отправьте код, который ввёл пользователь. Код придумываем, сверяем и считаем попытки мы. Если дозвониться не удалось, сработает следующий шаг сценария. Номер телефона — первый аргумент программы.',
  ],
  loginLanguage: ['Language of the login', 'Язык примера входа'],
  compatible: ['The compatible API (/v1.0)', 'Совместимый API (/v1.0)'],
  compatibleAbout: [
    'For programs that were written for it: your server gets the code, keeps it and compares it itself.',
    'Для программ, которые написаны под него: код получает, хранит и сверяет ваш сервер.',
  ],
  tasks: {
    call: ['Start a call', 'Звонок'],
    info: ['Ask how it ended', 'Итог'],
    inbound: ['Wait for a call', 'Ждать звонка'],
    check: ['Number', 'Номер'],
    account: ['Account', 'Аккаунт'],
  },
  what: ['What to do', 'Что сделать'],
  about: {
    call: [
      'A call to a test number. Keep the code on your server, and compare it there with the digits that the user types: three tries, five minutes, one use.',
      'Проверочный звонок на тестовый номер. Храните код на своём сервере и сравните там с цифрами, которые введёт пользователь: три попытки, пять минут, один раз.',
    ],
    info: [
      'call_status is −1 while it is under way, 1 when completed, 0 when failed.',
      'call_status: −1 — ещё идёт, 1 — подтверждён, 0 — не удалось.',
    ],
    inbound: [
      'The user calls the confirmation number; you get a signed webhook. The receiver below refuses every request that is not signed by us. Before real people use it, switch test numbers off in the settings: 79000000001 is confirmed without anybody calling.',
      'Пользователь звонит на номер подтверждения, и приходит подписанный веб-хук. Приёмник ниже отклоняет всё, что подписано не нами. Прежде чем пускать людей, отключите тестовые номера в настройках: 79000000001 подтверждается без звонка.',
    ],
    check: [
      'Country, network operator and region of a number as people type it. A valid number is charged. An invalid one has a field error, and the request still succeeds.',
      'Страна, оператор связи и регион номера в любой записи. За действительный номер берётся плата. У недействительного есть поле error, а сам запрос успешен.',
    ],
    account: [
      'The account with its last 50 actions. Its answer has no status: an error is status === false.',
      'Аккаунт и его последние 50 действий. Поля status в ответе нет: ошибка — это status === false.',
    ],
  },
  secret: ['The secret that signs webhooks', 'Секрет, которым подписаны веб-хуки'],
  language: ['Language of the snippet', 'Язык примера'],
  placeholder: [
    'Put your key where YOUR_SECRET_KEY stands: we cannot show it again.',
    'Вместо YOUR_SECRET_KEY подставьте свой ключ: показать его ещё раз мы не можем.',
  ],
})
