/** Texts of the hooks of a service. */
export const hookTexts = {
  en: {
    title: 'Hooks of identity servers',
    hint: 'An identity server sends its codes to the address of its hook, and they are delivered by a call. docs/integrate says for each server what to paste where.',
    address: 'Address',
    theAddress: 'the address',
    credential: 'Credential of the hook',
    theCredential: 'the credential',
    once: 'The credential is shown only now.',
    made: 'The credential was made',
    previousUntil: 'The previous credential is accepted too; it ends',
    requests: 'Its requests',
    kind: 'Identity server',
    pasted: 'Credential made there (zitadel)',
    add: 'Add a hook',
    rotate: 'New credential',
    remove: 'Remove',
  },
  ru: {
    title: 'Хуки систем входа',
    hint: 'Система входа отправляет свои коды на адрес хука, и они доставляются звонком. Что и куда вставить, для каждой системы сказано в docs/integrate.',
    address: 'Адрес',
    theAddress: 'адрес',
    credential: 'Учётные данные хука',
    theCredential: 'учётные данные',
    once: 'Учётные данные показаны один раз, сейчас.',
    made: 'Учётные данные созданы',
    previousUntil: 'Прежние тоже принимаются, они перестанут действовать',
    requests: 'Его запросы',
    kind: 'Система входа',
    pasted: 'Ключ, созданный там (zitadel)',
    add: 'Добавить хук',
    rotate: 'Новые учётные данные',
    remove: 'Удалить',
  },
}

export const hookProblems = {
  en: { 'hook-exists': 'The service has a hook of this kind.' },
  ru: { 'hook-exists': 'У сервиса уже есть хук этого вида.' },
}
