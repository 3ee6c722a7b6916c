import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

/** Texts of the hooks of a service. */
export const hookTexts = withCommon({
  title: ['Hooks of identity servers', 'Хуки систем входа'],
  hint: [
    'An identity server sends its codes to the address of its hook, and they are delivered by a call.',
    'Система входа отправляет свои коды на адрес хука, и они доставляются звонком.',
  ],
  guide: ['What to paste where, for each server', 'Что и куда вставить, для каждой системы'],
  secret: ['Credential of the hook', 'Учётные данные хука'],
  theSecret: ['the credential', 'учётные данные'],
  once: ['The credential is shown only now.', 'Учётные данные показаны один раз, сейчас.'],
  made: ['The credential was made', 'Учётные данные созданы'],
  previousUntil: [
    'The previous credential is accepted too; it ends',
    'Прежние тоже принимаются, они перестанут действовать',
  ],
  requests: ['Its requests', 'Его запросы'],
  kind: ['Identity server', 'Система входа'],
  pasted: ['Credential made there (zitadel)', 'Ключ, созданный там (zitadel)'],
  credentialIn: ['Where the credential stands in a request', 'Где в запросе учётные данные'],
  credentialInHint: [
    'It is read only there: basic, header:NAME or member:NAME.',
    'Читаются только там: basic, header:ИМЯ или member:ИМЯ.',
  ],
  credentialInEmpty: ['As its kind sends it', 'Как отправляет эта система'],
  language: ['Language of spoken codes', 'Язык произносимых кодов'],
  modes: ['Ways to call, in this order', 'Способы звонка, по порядку'],
  languageEmpty: ['As the service is set', 'Как задано у сервиса'],
  modesEmpty: ['As the service is set', 'Как задано у сервиса'],
  allowedAddresses: ['Only from these addresses', 'Только с этих адресов'],
  allowedAddressesEmpty: ['203.0.113.0/24', '203.0.113.0/24'],
  phoneName: ['Member with the phone', 'Поле с телефоном'],
  codeName: ['Member with the code', 'Поле с кодом'],
  textName: ['Member with a text that holds the code', 'Поле с текстом, в котором код'],
  status: ['Status when it was served', 'Статус ответа, когда принято'],
  add: ['Add a hook', 'Добавить хук'],
  rotate: ['New credential', 'Новые учётные данные'],
  removeQuestion: (kind: string) => [`Remove the ${kind} hook?`, `Удалить хук ${kind}?`],
  removeHint: [
    'Its codes are no longer delivered. A new hook has a new credential.',
    'Его коды больше не доставляются. У нового хука будут новые учётные данные.',
  ],
})

export const hookProblems = defineMessages({
  'hook-exists': ['The service has a hook of this kind.', 'У сервиса уже есть хук этого вида.'],
})
