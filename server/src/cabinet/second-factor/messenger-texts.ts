import type { PersonRecord } from '../../storage/queries/people.ts'
import type { Visitor } from '../visitor.ts'

/** Messages of our bot. English is used for a person who has not chosen a language. */
const texts = {
  en: {
    connected: (email: string) => `This chat is connected to ${email} at Ringkey.`,
    hello: 'This bot confirms sign-ins to Ringkey. To connect it, open Account, Security in the cabinet.',
    linkEnded: 'This link has expired. Make a new one in the cabinet.',
    question: (visitor: Visitor) =>
      `Somebody is signing in to Ringkey.\nAddress: ${visitor.address}\nBrowser: ${visitor.userAgent}\n\nIs it you?`,
    yes: 'Yes, it is me',
    no: 'No',
    confirmed: 'Confirmed: you are signed in.',
    refused: 'Refused. Somebody knows your password: change it in the cabinet.',
    ended: 'This sign-in request has expired.',
  },
  ru: {
    connected: (email: string) => `Этот чат подключён к ${email} в Ringkey.`,
    hello:
      'Этот бот подтверждает вход в Ringkey. Чтобы подключить его, откройте в кабинете «Аккаунт», «Безопасность».',
    linkEnded: 'Ссылка устарела. Создайте новую в кабинете.',
    question: (visitor: Visitor) =>
      `Вход в Ringkey.\nАдрес: ${visitor.address}\nБраузер: ${visitor.userAgent}\n\nЭто вы?`,
    yes: 'Да, это я',
    no: 'Нет',
    confirmed: 'Подтверждено, вы вошли.',
    refused: 'Отклонено. Кто-то знает ваш пароль: смените его в кабинете.',
    ended: 'Запрос на вход уже недействителен.',
  },
}

export function messengerTexts(person: Pick<PersonRecord, 'language'> | undefined) {
  return texts[person?.language === 'ru' ? 'ru' : 'en']
}
