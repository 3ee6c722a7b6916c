export const consentTexts = {
  en: {
    about:
      'What the users of your form agree to before they are called. Each change is a new version; old versions stay. The proof of a verification names the version, the time and the address. Pass “consent” with every request of /v2: your form knows the moment and the address.',
    rules:
      'What the Russian rules on mass calls ask for is in docs/consent.md of Ringkey. It is not legal advice.',
    wording: 'Wording',
    wordingHint: (length: string) => `At most ${length} characters.`,
    save: 'Save as a new version',
    saved: (version: string) => `Version ${version} is in force.`,
    unchanged: (version: string) => `Version ${version} has this wording already.`,
    versions: 'Versions',
    version: 'Version',
    since: 'In force since',
    none: 'No wording yet',
    noneAbout: 'Without one, only requests of /v2 with “consent” have a proof.',
    export: 'Export of proofs',
    exportAbout:
      'A CSV file with masked numbers, for at most 92 days. Proofs are deleted with their verifications: export what you have to keep longer.',
    from: 'From',
    to: 'To, inclusive',
    download: 'Download',
    number: 'Or of one number',
    ofNumber: 'Download proofs of the number',
    ownerOnly: 'Only the owner of the account can export proofs.',
  },
  ru: {
    about:
      'С чем соглашаются пользователи вашей формы до звонка. Каждое изменение — новая версия, старые остаются. В подтверждении проверки есть версия, время и адрес. Передавайте «consent» в каждом запросе /v2: ваша форма знает момент и адрес.',
    rules:
      'Что требуют российские правила о массовых вызовах, описано в docs/consent.md Ringkey. Это не юридическая консультация.',
    wording: 'Текст согласия',
    wordingHint: (length: string) => `Не больше ${length} символов.`,
    save: 'Сохранить новой версией',
    saved: (version: string) => `Действует версия ${version}.`,
    unchanged: (version: string) => `Этот текст уже в версии ${version}.`,
    versions: 'Версии',
    version: 'Версия',
    since: 'Действует с',
    none: 'Текста пока нет',
    noneAbout: 'Без него подтверждение есть только у запросов /v2 с «consent».',
    export: 'Выгрузка подтверждений',
    exportAbout:
      'Файл CSV с замаскированными номерами, не больше чем за 92 дня. Подтверждения удаляются вместе с проверками: выгрузите то, что нужно хранить дольше.',
    from: 'С',
    to: 'По, включительно',
    download: 'Скачать',
    number: 'Или по одному номеру',
    ofNumber: 'Скачать подтверждения номера',
    ownerOnly: 'Выгружать подтверждения может только владелец аккаунта.',
  },
}
