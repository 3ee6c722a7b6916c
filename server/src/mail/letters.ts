import type { Letter } from './letter.ts'

type Language = 'en' | 'ru'
type Written = Omit<Letter, 'to'>

/** The letters to people, in their language. Every letter says why it came and what happens if it is ignored. */

export function newPasswordLetter(language: Language, link: string): Written {
  return language === 'ru'
    ? {
        subject: 'Новый пароль для Ringkey',
        text: `Кто-то, вероятно вы, попросил задать новый пароль. Откройте ссылку в течение часа:

${link}

Если это были не вы, ничего не делайте: прежний пароль продолжает работать.
`,
      }
    : {
        subject: 'A new password for Ringkey',
        text: `Somebody, most likely you, asked for a new password. Open this link within an hour:

${link}

If it was not you, do nothing: the old password goes on working.
`,
      }
}

export function signUpLetter(language: Language, link: string): Written {
  return language === 'ru'
    ? {
        subject: 'Завершите регистрацию в Ringkey',
        text: `Этот адрес указали при регистрации. Чтобы завершить её, откройте ссылку в течение суток:

${link}

Если это были не вы, ничего не делайте: аккаунт не появится.
`,
      }
    : {
        subject: 'Finish your sign-up at Ringkey',
        text: `This address was given at a sign-up. To finish it, open this link within a day:

${link}

If it was not you, do nothing: no account will be made.
`,
      }
}

/** Sent instead of a sign-up letter: the page answered as if the address were new. */
export function alreadyHereLetter(language: Language, link: string): Written {
  return language === 'ru'
    ? {
        subject: 'У вас уже есть доступ к Ringkey',
        text: `С этим адресом попробовали зарегистрироваться, но вы уже с нами. Вход, и там же новый пароль:

${link}

Если это были не вы, ничего не делайте: ничего не изменилось.
`,
      }
    : {
        subject: 'You are already with Ringkey',
        text: `Somebody tried to sign up with this address, but you are here already. Sign in, or get a new password, at:

${link}

If it was not you, do nothing: nothing has changed.
`,
      }
}

export function newEmailLetter(language: Language, link: string): Written {
  return language === 'ru'
    ? {
        subject: 'Подтвердите новую почту для Ringkey',
        text: `Этот адрес указали как новую почту для входа. Чтобы подтвердить его, откройте ссылку в течение часа:

${link}

Если это были не вы, ничего не делайте: адрес не будет использован.
`,
      }
    : {
        subject: 'Confirm your new e-mail for Ringkey',
        text: `This address was given as the new e-mail to sign in with. To confirm it, open this link within an hour:

${link}

If it was not you, do nothing: the address will not be used.
`,
      }
}

/** Sent instead of the letter above: the page answered as if the address were free. */
export function emailInUseLetter(language: Language, link: string): Written {
  return language === 'ru'
    ? {
        subject: 'Этот адрес уже используется в Ringkey',
        text: `Этот адрес указали как новую почту для входа, но с ним уже есть другой доступ к Ringkey. Вход, и там же новый пароль:

${link}

Если это были не вы, ничего не делайте: ничего не изменилось.
`,
      }
    : {
        subject: 'This address is in use at Ringkey already',
        text: `Somebody gave this address as a new e-mail to sign in with, but it signs somebody else in already. Sign in with it, or get a new password, at:

${link}

If it was not you, do nothing: nothing has changed.
`,
      }
}

/** Sent to the old address, which can no longer sign in. */
export function emailChangedLetter(language: Language, email: string): Written {
  return language === 'ru'
    ? {
        subject: 'Почта для входа в Ringkey изменена',
        text: `Теперь вход с адресом ${email}, а не с этим. Пароль и второй фактор прежние.

Если это были не вы, сразу сообщите оператору вашего Ringkey: он закроет этот вход и вернёт адрес.
`,
      }
    : {
        subject: 'Your e-mail at Ringkey was changed',
        text: `You sign in with ${email} from now on, no longer with this address. Password and second factor are as before.

If it was not you, tell the operator of your Ringkey at once: he can shut this sign-in and bring the address back.
`,
      }
}

export function invitationLetter(language: Language, link: string, account: string): Written {
  return language === 'ru'
    ? {
        subject: `Приглашение в аккаунт ${account} в Ringkey`,
        text: `Вас пригласили работать с аккаунтом ${account}. Чтобы принять приглашение, откройте ссылку в течение недели:

${link}

Если вы не знаете, о чём речь, ничего не делайте.
`,
      }
    : {
        subject: `An invitation to ${account} at Ringkey`,
        text: `You are invited to work with the account ${account}. To accept, open this link within a week:

${link}

If you do not know what this is about, do nothing.
`,
      }
}

export function lowBalanceLetter(
  language: Language,
  { balance, threshold, link }: { balance: number; threshold: number; link: string },
): Written {
  return language === 'ru'
    ? {
        subject: `Ringkey: на счёте ${balance} ₽`,
        text: `На счёте осталось ${balance} ₽, это меньше порога ${threshold} ₽, о котором вы просили сообщить.
Когда деньги закончатся, проверки перестанут начинаться (код 1002).

Счёт и журнал: ${link}
`,
      }
    : {
        subject: `Ringkey: ${balance} roubles left`,
        text: `The balance is ${balance} roubles, below the ${threshold} that you asked to hear of.
When it is used up, verifications are no longer started (code 1002).

Balance and ledger: ${link}
`,
      }
}
