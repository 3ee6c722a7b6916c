import type { MailMessage } from './mail.ts'

type Language = 'en' | 'ru'
type Written = Omit<MailMessage, 'to'>

/** The mails to people, in their language. Every mail says why it came and what happens if it is ignored. */

export function newPasswordMail(language: Language, link: string): Written {
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

If it was not you, do nothing: the old password still works.
`,
      }
}

export function signUpMail(language: Language, link: string): Written {
  return language === 'ru'
    ? {
        subject: 'Завершите регистрацию в Ringkey',
        text: `Этот адрес указали при регистрации. Чтобы завершить её, откройте ссылку в течение суток:

${link}

Если это были не вы, ничего не делайте: аккаунт не будет создан.
`,
      }
    : {
        subject: 'Finish your sign-up at Ringkey',
        text: `This address was used to sign up. To finish, open this link within a day:

${link}

If it was not you, do nothing: no account will be created.
`,
      }
}

/** Sent instead of a sign-up mail: the page answered as if the address were new. */
export function alreadyHereMail(language: Language, link: string): Written {
  return language === 'ru'
    ? {
        subject: 'У вас уже есть доступ к Ringkey',
        text: `С этим адресом попробовали зарегистрироваться, но он уже зарегистрирован. Войти или задать новый пароль можно здесь:

${link}

Если это были не вы, ничего не делайте: ничего не изменилось.
`,
      }
    : {
        subject: 'You are already registered with Ringkey',
        text: `Somebody tried to sign up with this address, but it is already registered. Sign in or set a new password here:

${link}

If it was not you, do nothing: nothing has changed.
`,
      }
}

export function newEmailMail(language: Language, link: string): Written {
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

/** Sent instead of the mail above: the page answered as if the address were free. */
export function emailInUseMail(language: Language, link: string): Written {
  return language === 'ru'
    ? {
        subject: 'Этот адрес уже используется в Ringkey',
        text: `Этот адрес указали как новую почту для входа, но он уже используется другим пользователем Ringkey. Войти с ним или задать новый пароль можно здесь:

${link}

Если это были не вы, ничего не делайте: ничего не изменилось.
`,
      }
    : {
        subject: 'This address is already in use at Ringkey',
        text: `Somebody gave this address as a new e-mail to sign in with, but another Ringkey user already signs in with it. Sign in with it or set a new password here:

${link}

If it was not you, do nothing: nothing has changed.
`,
      }
}

/** Sent to the old address, which can no longer sign in. */
export function emailChangedMail(language: Language, email: string): Written {
  return language === 'ru'
    ? {
        subject: 'Почта для входа в Ringkey изменена',
        text: `Теперь для входа используется адрес ${email}, а не этот. Пароль и второй фактор остались прежними.

Если это были не вы, сразу сообщите администратору вашего Ringkey: он закроет доступ и вернёт прежний адрес.
`,
      }
    : {
        subject: 'Your e-mail at Ringkey was changed',
        text: `From now on you sign in with ${email} instead of this address. The password and the second factor have not changed.

If it was not you, tell the operator of your Ringkey at once: the operator can close this access and restore the address.
`,
      }
}

export function invitationMail(language: Language, link: string, account: string): Written {
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

export function lowBalanceMail(
  language: Language,
  { balance, threshold, link }: { balance: number; threshold: number; link: string },
): Written {
  return language === 'ru'
    ? {
        subject: `Ringkey: на счёте ${balance} ₽`,
        text: `На счёте осталось ${balance} ₽, это меньше порога ${threshold} ₽, который вы задали для уведомления.
Когда деньги закончатся, новые звонки будут отклоняться (код 1002).

Баланс и журнал операций: ${link}
`,
      }
    : {
        subject: `Ringkey: ${balance} roubles left`,
        text: `The balance is ${balance} roubles, below the threshold of ${threshold} roubles for which you asked for a notice.
When it is used up, new calls are refused (code 1002).

Balance and ledger: ${link}
`,
      }
}

export function chargedOnDeliveryMail(
  language: Language,
  about: { serviceId: number; delivered: number; approved: number; until: number; link: string },
): Written {
  const { serviceId, delivered, approved, link } = about
  const until = `${new Date(about.until).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return language === 'ru'
    ? {
        subject: `Ringkey: сервис ${serviceId} сутки платит за доставку`,
        text: `Ваш тариф берёт деньги только за подтверждённые проверки. За последние 24 часа у сервиса ${serviceId} доставлено шагов: ${delivered}, подтверждено проверок: ${approved}, это меньше одной на пять шагов.
До ${until} его шаги оплачиваются, когда доставлены. Потом тариф снова действует как обычно, если подтверждений станет больше.

Проверьте, что коды, которые вводят люди, приходят на POST /v2/verifications/{id}/check. Тариф и журнал операций: ${link}
`,
      }
    : {
        subject: `Ringkey: service ${serviceId} is charged on delivery for a day`,
        text: `Your tariff charges approved calls only. In the last 24 hours service ${serviceId} had ${delivered} delivered steps and ${approved} approvals, fewer than one in five.
Until ${until} its steps are charged when they are delivered. After that the tariff applies as usual, if there are more approvals.

Make sure that the codes that people type are sent to POST /v2/verifications/{id}/check. Tariff and ledger: ${link}
`,
      }
}
