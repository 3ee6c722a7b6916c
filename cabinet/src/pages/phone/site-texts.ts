import { withCommon } from '../../language/terms.ts'

/** Texts of the imagined sign-in. */
export const siteTexts = withCommon({
  site: ['Sign-in form', 'Форма входа'],
  modesHint: {
    flash: [
      'The phone rings and stops. The last four digits of the calling number are the code.',
      'Телефон позвонит и умолкнет. Код — последние четыре цифры звонящего номера.',
    ],
    voice: [
      'A call that speaks the code when it is answered.',
      'Звонок, в котором код диктуют после ответа.',
    ],
    mix: [
      'The code is in the number, and is spoken if the call is answered.',
      'Код в номере, а при ответе его ещё и продиктуют.',
    ],
    inbound: [
      'The person calls a number instead: no code, nothing to type, free for both.',
      'Человек звонит сам: без кода, вводить ничего не нужно, бесплатно для обоих.',
    ],
  },
  signIn: ['Sign in', 'Вход'],
  noPassword: ['No password: we check your phone.', 'Без пароля: проверим ваш телефон.'],
  callMe: ['Call me', 'Позвоните мне'],
  iWillCall: ['I will call', 'Позвоню сам'],
  dialHere: ['Call it from the demo phone', 'Позвонить с демо-телефона'],
  inside: ['You are signed in', 'Вы вошли'],
  confirmed: (mask: string) => [`${mask} is confirmed.`, `Номер ${mask} подтверждён.`],
  again: ['Try again', 'Ещё раз'],
  another: ['Another number', 'Другой номер'],
  nextStep: ['On to the next step →', 'К следующему шагу →'],
  verification: ['All about this verification', 'Всё об этой проверке'],
  callOf: (vendorId: number) => [`call ${vendorId}`, `звонок ${vendorId}`],
})
