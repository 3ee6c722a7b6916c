import type { Role } from '@ringkey/server/cabinet-api'
import { terms } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

const rolesEn: Record<Role | '', string> = { ...terms.en.roles, '': 'member' }
const rolesRu: Record<Role | '', string> = { ...terms.ru.roles, '': 'участник' }

export const entranceTexts = defineMessages({
  signIn: ['Sign in', 'Вход'],
  email: ['E-mail', 'Почта'],
  password: ['Password', 'Пароль'],
  demoTitle: ['Demo', 'Демо'],
  sessionEnded: [
    'Your session has ended. Sign in to go on where you were: what you typed is kept.',
    'Сеанс завершён. Войдите, чтобы продолжить с того же места: введённое сохранено.',
  ],
  demoSignIn: [
    'The demo is on. Its owner signs in with the link printed in the terminal; “ringkey demo link” makes a new one.',
    'Демо включено. Владелец входит по ссылке из терминала; новую создаёт команда «ringkey demo link».',
  ],
  demoLink: ['“ringkey demo link” makes a new link.', 'Новую ссылку создаёт команда «ringkey demo link».'],
  demo: [
    'This is a demo on your own machine: a simulated carrier, a phone on the page, play money to spend.',
    'Это демо на вашем компьютере: имитатор оператора связи, телефон на странице и демо-деньги на счёте.',
  ],
  enterDemo: ['Enter the demo', 'Войти в демо'],
  docs: ['API documentation', 'Документация API'],
  forgotten: ['Forgotten password?', 'Забыли пароль?'],
  createAccount: ['Create an account', 'Создать аккаунт'],
  byInvitation: [
    'New accounts are created by invitation from the operator.',
    'Новые аккаунты создаются по приглашению администратора.',
  ],
  back: ['Back to sign-in', 'Вернуться ко входу'],
  signUp: ['Create an account', 'Новый аккаунт'],
  signUpLead: [
    'A new account has a zero balance and the default tariff.',
    'У нового аккаунта нулевой баланс и тариф по умолчанию.',
  ],
  signUpDemo: [
    'A demo account: play money, calls go to a simulated carrier.',
    'Демо-аккаунт: демо-деньги, звонки идут в имитатор оператора связи.',
  ],
  signUpMail: [
    'We will send you a link to set a password.',
    'Мы пришлём ссылку, по которой вы зададите пароль.',
  ],
  sendLink: ['Send the link', 'Прислать ссылку'],
  checkMail: ['Check your mail', 'Проверьте почту'],
  sent: (email: string) => [
    `If ${email} can be used, we have sent a link there. It may take a minute to arrive.`,
    `Если адрес ${email} подходит, мы отправили на него письмо со ссылкой. Оно может идти около минуты.`,
  ],
  onConsole: [
    'In the demo the link is printed on the console of the service.',
    'В демо ссылка печатается в консоли сервиса.',
  ],
  name: ['Your name', 'Ваше имя'],
  create: ['Create the account', 'Создать аккаунт'],
  forgottenTitle: ['New password', 'Новый пароль'],
  forgottenLead: [
    'We will send you a link to set a new password.',
    'Мы пришлём ссылку, по которой вы зададите новый.',
  ],
  askOperator: [
    'This installation cannot send mail. Ask the operator to make a link with “ringkey user reset-password” and your e-mail.',
    'Отправка писем не настроена. Обратитесь к администратору: он создаст ссылку командой «ringkey user reset-password» с вашей почтой.',
  ],
  newPassword: ['New password', 'Новый пароль'],
  newPasswordFor: (email: string) => [
    `For ${email}. All other sessions end.`,
    `Для ${email}. Все остальные сеансы завершатся.`,
  ],
  setPassword: ['Set the password', 'Задать пароль'],
  newEmail: ['New e-mail', 'Новая почта'],
  newEmailLead: (email: string, old: string) => [
    `After this you sign in with ${email} instead of ${old}. Password and second factor stay.`,
    `Для входа будет использоваться адрес ${email} вместо ${old}. Пароль и второй фактор останутся прежними.`,
  ],
  newEmailSignIn: (email: string) => [
    `Sign in with your old e-mail to confirm ${email}.`,
    `Войдите с прежней почтой, чтобы подтвердить ${email}.`,
  ],
  confirmEmail: ['Confirm the e-mail', 'Подтвердить почту'],
  emailChanged: ['E-mail changed', 'Почта изменена'],
  emailChangedLead: (email: string) => [
    `From now on, sign in with ${email}.`,
    `Теперь для входа используйте адрес ${email}.`,
  ],
  becomeOperator: ['Operator of this installation', 'Администратор'],
  becomeOperatorLead: (email: string) => [
    `${email} gets access to the pages of the operator. All your other sessions end.`,
    `${email} получит доступ к страницам администратора. Остальные ваши сеансы завершатся.`,
  ],
  becomeOperatorSignIn: (email: string) => [
    `Sign in as ${email} to become an operator.`,
    `Войдите как ${email}, чтобы стать администратором.`,
  ],
  confirmOperator: ['Become an operator', 'Стать администратором'],
  operatorDone: ['You are an operator', 'Вы администратор'],
  operatorDoneLead: [
    'The pages of the operator are now in the menu.',
    'Страницы администратора теперь в меню.',
  ],
  toCabinet: ['To the cabinet', 'В кабинет'],
  join: ['Join the team', 'Приглашение в команду'],
  joinLead: (account: string, role: Role | '') => [
    `You are invited to ${account}, role: ${rolesEn[role]}.`,
    `Вас пригласили в аккаунт ${account}, роль: ${rolesRu[role]}.`,
  ],
  joinAs: (email: string) => [
    `New here? Set a password for ${email}.`,
    `Вы здесь впервые? Задайте пароль для ${email}.`,
  ],
  joinKnown: ['Already registered?', 'Уже зарегистрированы?'],
  signInToJoin: ['Sign in to accept', 'Войдите, чтобы принять'],
  accept: ['Accept the invitation', 'Принять приглашение'],
  acceptAs: (email: string) => [`You are signed in as ${email}.`, `Вы вошли как ${email}.`],
  secondTitle: ['Is it you?', 'Это вы?'],
  inMessenger: [
    'We have asked you in Telegram. Press “Yes” there; this page then continues by itself.',
    'Мы спросили вас в Telegram. Нажмите там «Да», страница продолжит сама.',
  ],
  waiting: ['Waiting for your answer in Telegram', 'Ждём ответа в Telegram'],
  askAgain: ['Ask again', 'Спросить ещё раз'],
  orCode: ['Or with a code', 'Или с кодом'],
  appCode: ['Code of the authenticator app', 'Код из приложения'],
  recoveryCode: ['Recovery code', 'Резервный код'],
  useRecovery: ['Use a recovery code', 'Ввести резервный код'],
  useApp: ['Use the authenticator app', 'Ввести код из приложения'],
  confirm: ['Confirm', 'Подтвердить'],
  refused: [
    'The sign-in was refused in the messenger, or the time ran out.',
    'Вход отклонён в мессенджере, или время ожидания истекло.',
  ],
  another: ['Sign in as somebody else', 'Войти под другой учётной записью'],
})
