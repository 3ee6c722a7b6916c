import { withCommon } from '../../../language/terms.ts'

export const consentTexts = withCommon({
  about: [
    'What the users of your form agree to before they are called. Each change is a new version; old versions stay. The proof of a verification names the version, the time and the address. Pass “consent” with every request of /v2: your form knows the moment and the address.',
    'С чем соглашаются пользователи вашей формы до звонка. Каждое изменение — новая версия, старые остаются. В подтверждении проверки есть версия, время и адрес. Передавайте «consent» в каждом запросе /v2: ваша форма знает момент и адрес.',
  ],
  rules: [
    'What the Russian rules on mass calls ask for is in docs/consent.md of Ringkey. It is not legal advice.',
    'Что требуют российские правила о массовых вызовах, описано в docs/consent.md Ringkey. Это не юридическая консультация.',
  ],
  wording: ['Wording', 'Текст согласия'],
  wordingHint: (length: string) => [`At most ${length} characters.`, `Не больше ${length} символов.`],
  save: ['Save as a new version', 'Сохранить новой версией'],
  saved: (version: string) => [`Version ${version} is in force.`, `Действует версия ${version}.`],
  unchanged: (version: string) => [
    `Version ${version} has this wording already.`,
    `Этот текст уже в версии ${version}.`,
  ],
  versions: ['Versions', 'Версии'],
  since: ['In force since', 'Действует с'],
  none: ['No wording yet', 'Текста пока нет'],
  noneAbout: [
    'Without one, only requests of /v2 with “consent” have a proof.',
    'Без него подтверждение есть только у запросов /v2 с «consent».',
  ],
  export: ['Export of proofs', 'Выгрузка подтверждений'],
  exportAbout: [
    'A CSV file with masked numbers, for at most 92 days. Proofs are deleted with their verifications: export what you have to keep longer.',
    'Файл CSV с замаскированными номерами, не больше чем за 92 дня. Подтверждения удаляются вместе с проверками: выгрузите то, что нужно хранить дольше.',
  ],
  to: ['To, inclusive', 'По, включительно'],
  download: ['Download', 'Скачать'],
  number: ['Or of one number', 'Или по одному номеру'],
  ofNumber: ['Download proofs of the number', 'Скачать подтверждения номера'],
  ownerOnly: [
    'Only the owner of the account can export proofs.',
    'Выгружать подтверждения может только владелец аккаунта.',
  ],
})
