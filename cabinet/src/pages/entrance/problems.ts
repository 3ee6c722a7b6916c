import { defineMessages, type Texts } from '../../language/texts.ts'

/** Errors of sign-in, sign-up, links, teams and second factors. */
export const peopleProblems: Texts<Record<string, string>> = defineMessages({
  'email-taken': [
    'This e-mail is already registered. Sign in, or set a new password.',
    'Такая почта уже зарегистрирована. Войдите или задайте новый пароль.',
  ],
  'sign-up-closed': [
    'Sign-up is not open here. Ask the operator for an invitation.',
    'Регистрация закрыта. Попросите приглашение у администратора.',
  ],
  'no-mail': [
    'This installation cannot send mail. Ask the operator for a link.',
    'Отправка писем не настроена. Попросите ссылку у администратора.',
  ],
  'link-ended': [
    'This link was already used or has expired. Ask for a new one.',
    'Ссылка использована или устарела. Запросите новую.',
  ],
  'password-short': [
    'The password is too short: use at least 10 characters.',
    'Пароль слишком короткий: нужно не меньше 10 знаков.',
  ],
  'password-simple': [
    'This password is easy to guess. Choose another one.',
    'Такой пароль подбирают за несколько попыток. Придумайте другой.',
  ],
  'password-wrong': ['The password is wrong.', 'Неверный пароль.'],
  'wrong-code': [
    'The code is wrong or was already used. Each code works once.',
    'Код неверный или уже использован. Каждый действует один раз.',
  ],
  'messenger-away': [
    'The messenger cannot be reached now. Try again, or use another way.',
    'Мессенджер сейчас недоступен. Повторите или выберите другой способ.',
  ],
  'no-messenger': ['No messenger is connected.', 'Мессенджер не подключён.'],
  'invitation-of-another': [
    'This invitation is for another e-mail. Sign out and sign in with that e-mail.',
    'Приглашение выписано на другую почту. Выйдите и войдите с ней.',
  ],
  'link-of-another': [
    'Somebody else asked for this link. Sign out and sign in as that person.',
    'Ссылку запросил другой человек. Выйдите и войдите под его именем.',
  ],
  'operator-link-of-another': [
    'This link is for another person. Sign out and sign in as that person.',
    'Ссылка выписана на другого человека. Выйдите и войдите под его именем.',
  ],
  'has-account': [
    'You already have an account. Reload the page.',
    'У вас уже есть аккаунт. Обновите страницу.',
  ],
  'account-of-others': [
    'Your e-mail is the name of an account that you do not belong to. Ask its owner or the operator to invite you, or change your e-mail first (Security).',
    'Ваша почта — имя аккаунта, в котором вы не состоите. Попросите приглашение у его владельца или администратора либо сначала смените почту (Безопасность).',
  ],
  'email-same': ['This is already your e-mail.', 'Это уже ваша почта.'],
  'wrong-field': [
    'Check the fields: one of them is not valid.',
    'Проверьте введённое: что-то указано неверно.',
  ],
  'already-member': ['This person is already in the team.', 'Этот человек уже в команде.'],
  'too-many-invitations': [
    'Twenty invitations are open. Withdraw one first.',
    'Открыто двадцать приглашений. Сначала отзовите одно.',
  ],
  'last-owner': [
    'An account has at least one owner. Make somebody else an owner first.',
    'У аккаунта должен быть владелец. Сначала назначьте другого.',
  ],
  'phone-confirmed': ['A phone is already confirmed.', 'Телефон уже подтверждён.'],
  'do-not-call': [
    'The owner of this number asked not to be called. Use another number.',
    'На этот номер просили не звонить. Укажите другой.',
  ],
  'phone-used': [
    'This number has already confirmed other accounts. Use another number.',
    'Этим номером уже подтверждены другие аккаунты. Укажите другой.',
  ],
  'no-way-to-call': [
    'This number cannot be called right now. Try again later or use another number.',
    'На этот номер сейчас не позвонить. Попробуйте позже или укажите другой.',
  ],
  'code-ended': [
    'The code has expired. Ask for another call.',
    'Код больше не действует. Закажите звонок ещё раз.',
  ],
  'email-differs': ['This is not the e-mail of the account.', 'Это не почта аккаунта.'],
  'has-money': [
    'There is money on the account. Confirm that you give it up, or ask the operator to pay it back first.',
    'На счёте есть деньги. Подтвердите, что отказываетесь от них, или сначала попросите администратора вернуть их.',
  ],
  'calls-under-way': [
    'Calls are in progress. Wait a minute and try again.',
    'Сейчас идут звонки. Подождите минуту и повторите.',
  ],
  'newer-schema': [
    'The service is between two versions. Try again later.',
    'Сервис переходит между версиями. Повторите позже.',
  ],
  'balance-changed': [
    'The balance has changed. Check it and try again.',
    'Баланс изменился. Проверьте его и повторите.',
  ],
  'demo-stays': [
    'The demo account cannot be closed here. RINGKEY_DEMO=off turns it off.',
    'Демо-аккаунт нельзя закрыть здесь. Его отключает RINGKEY_DEMO=off.',
  ],
  'messenger-connected': [
    'A messenger already confirms your sign-ins. Disconnect it first.',
    'Вход уже подтверждается в мессенджере. Сначала отключите его.',
  ],
  'no-second-factor': ['Switch a second factor on first.', 'Сначала включите второй фактор.'],
})
