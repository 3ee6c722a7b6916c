import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

/** Texts of the OpenID Connect clients of a service. */
export const oidcTexts = withCommon({
  title: ['Sign in by OpenID Connect', 'Вход по OpenID Connect'],
  hint: [
    'A program that speaks OpenID Connect gets "sign in with your phone" without code: people confirm their number on a page of this installation. The calls are paid by this service.',
    'Программа, которая знает OpenID Connect, получает вход по телефону без кода: человек подтверждает номер на странице этой установки. Звонки оплачивает этот сервис.',
  ],
  issuer: ['Issuer', 'Адрес издателя (issuer)'],
  theIssuer: ['the issuer', 'адрес издателя'],
  clientId: ['Client id', 'Идентификатор клиента'],
  theClientId: ['the client id', 'идентификатор клиента'],
  secret: ['Client secret', 'Секрет клиента'],
  theSecret: ['the client secret', 'секрет клиента'],
  once: ['The secret is shown only now.', 'Секрет показан один раз, сейчас.'],
  isPublic: [
    'Without a secret (PKCE alone), for programs on the devices of people',
    'Без секрета (только PKCE), для программ на устройствах людей',
  ],
  isTest: ['Test numbers may sign in', 'Тестовые номера могут входить'],
  name: ['Name that people see', 'Название, которое видят люди'],
  redirects: ['Redirect addresses', 'Адреса возврата'],
  redirectsHint: [
    'One to a line, https or this machine. They must match exactly.',
    'По одному в строке, https или эта машина. Должны совпадать полностью.',
  ],
  logoutRedirects: ['Addresses after signing out', 'Адреса после выхода'],
  logoutRedirectsHint: [
    'Where the program may send people who signed out, one to a line.',
    'Куда программа может отправить того, кто вышел, по одному в строке.',
  ],
  modes: ['Ways to call, in this order', 'Способы звонка, по порядку'],
  ofService: ['As the service is set', 'Как задано у сервиса'],
  rememberDays: ['Days without a new call', 'Дней без нового звонка'],
  rememberDaysHint: [
    'A browser that signed in is not asked again for so long; 0 asks every time.',
    'Столько дней браузер, в котором вошли, не спрашивает снова; 0 — каждый раз.',
  ],
  logo: ['Logo of the sign-in page', 'Логотип страницы входа'],
  logoHint: ['PNG, WebP or SVG, at most 40 kB.', 'PNG, WebP или SVG, не больше 40 кБ.'],
  chooseLogo: ['Choose a picture', 'Выбрать картинку'],
  noLogo: ['Without a logo', 'Без логотипа'],
  colour: ['Colour of the buttons', 'Цвет кнопок'],
  colourHint: ['Empty: the colour of Ringkey.', 'Пусто: цвет Ringkey.'],
  chooseColour: ['Choose the colour', 'Выбрать цвет'],
  algorithm: ['Signature of ID tokens', 'Подпись токенов ID'],
  errors: {
    name: ['A name of 1 to 60 characters.', 'Название от 1 до 60 символов.'],
    redirects: [
      'Addresses with https, or http on this machine, without #.',
      'Адреса с https или http на этой машине, без #.',
    ],
    logoutRedirects: [
      'Addresses with https, or http on this machine, without #.',
      'Адреса с https или http на этой машине, без #.',
    ],
    rememberDays: ['From 0 to 30.', 'От 0 до 30.'],
    colour: [
      'Six hexadecimal digits after #, such as #1a5fb4.',
      'Шесть шестнадцатеричных цифр после #, например #1a5fb4.',
    ],
    logo: ['This is no PNG, WebP or SVG of at most 40 kB.', 'Это не PNG, WebP или SVG размером до 40 кБ.'],
  },
  added: ['Added', 'Добавлен'],
  add: ['Add a client', 'Добавить клиента'],
  removeQuestion: (name: string) => [`Remove ${name}?`, `Удалить ${name}?`],
  removeHint: [
    'Nobody can sign in there through this installation any more, and its tokens end.',
    'Войти туда через эту установку больше нельзя, токены перестают действовать.',
  ],
})

export const oidcProblems = defineMessages({
  'too-many-oidc-clients': [
    'The service has as many clients as it may.',
    'У сервиса уже наибольшее число клиентов.',
  ],
})
