const pageLanguages = ['ru', 'en', 'kk'] as const
export type PageLanguage = (typeof pageLanguages)[number]

/** What the sign-in page says. `{…}` is replaced. */
const en = {
  title: 'Sign in to {name}',
  whom: '{host} will learn your phone number and that it is yours. Go on only if you came from there.',
  phone: 'Phone number',
  call: 'Confirm by a call',
  another: 'Another number',
  cancel: 'Cancel and go back',
  canceled: 'You canceled the sign-in.',
  back: 'Go back',
  needsScript: 'Switch JavaScript on to confirm your number.',
  never: 'Tell the code to nobody. Whoever asks for it by phone or in a chat signs in instead of you.',
  badPhone: 'This is not a phone number. Write it with the country code, such as {example}.',
  notServed: 'This number cannot be called here. Use another one.',
  tooMany: 'Too many calls. Try again later.',
  wait: 'This number was called a moment ago. Try again in {seconds} s.',
  notNow: 'The call cannot be placed at the moment. Try again later.',
  failed: 'The number was not confirmed. Try again.',
  ended: 'This sign-in has ended. Go back to the site and start again.',
  error: 'This request cannot be served',
  signOut: 'Sign out of {name}?',
  signOutYes: 'Sign out',
  signOutNo: 'Stay signed in',
  signedOut: 'You are signed out.',
}
export type PageText = keyof typeof en

const ru: Record<PageText, string> = {
  title: 'Вход в {name}',
  whom: '{host} узнает ваш номер телефона и то, что он ваш. Продолжайте, только если вы пришли оттуда.',
  phone: 'Номер телефона',
  call: 'Подтвердить звонком',
  another: 'Другой номер',
  cancel: 'Отменить и вернуться',
  canceled: 'Вы отменили вход.',
  back: 'Вернуться',
  needsScript: 'Чтобы подтвердить номер, включите JavaScript.',
  never: 'Никому не сообщайте код. Тот, кто просит его по телефону или в чате, войдёт вместо вас.',
  badPhone: 'Это не номер телефона. Напишите его с кодом страны, например {example}.',
  notServed: 'На этот номер позвонить нельзя. Укажите другой.',
  tooMany: 'Слишком много звонков. Попробуйте позже.',
  wait: 'На этот номер только что звонили. Попробуйте через {seconds} с.',
  notNow: 'Сейчас позвонить не получается. Попробуйте позже.',
  failed: 'Номер не подтверждён. Попробуйте ещё раз.',
  ended: 'Этот вход завершён. Вернитесь на сайт и начните снова.',
  error: 'Этот запрос выполнить нельзя',
  signOut: 'Выйти из {name}?',
  signOutYes: 'Выйти',
  signOutNo: 'Остаться',
  signedOut: 'Вы вышли.',
}

const kk: Record<PageText, string> = {
  title: '{name} сайтына кіру',
  whom: '{host} телефон нөміріңізді және оның сіздікі екенін біледі. Сол жерден келген болсаңыз ғана жалғастырыңыз.',
  phone: 'Телефон нөмірі',
  call: 'Қоңырау арқылы растау',
  another: 'Басқа нөмір',
  cancel: 'Бас тартып, қайту',
  canceled: 'Сіз кіруден бас тарттыңыз.',
  back: 'Қайту',
  needsScript: 'Нөмірді растау үшін JavaScript қосыңыз.',
  never: 'Кодты ешкімге айтпаңыз. Оны телефонмен немесе чатта сұраған адам сіздің орныңызға кіреді.',
  badPhone: 'Бұл телефон нөмірі емес. Оны ел кодымен жазыңыз, мысалы {example}.',
  notServed: 'Бұл нөмірге қоңырау шалу мүмкін емес. Басқасын көрсетіңіз.',
  tooMany: 'Қоңырау тым көп. Кейінірек қайталаңыз.',
  wait: 'Бұл нөмірге жаңа ғана қоңырау шалынды. {seconds} с кейін қайталаңыз.',
  notNow: 'Қазір қоңырау шалу мүмкін емес. Кейінірек қайталаңыз.',
  failed: 'Нөмір расталмады. Қайталап көріңіз.',
  ended: 'Бұл кіру аяқталды. Сайтқа оралып, қайта бастаңыз.',
  error: 'Бұл сұрауды орындау мүмкін емес',
  signOut: '{name} сайтынан шығасыз ба?',
  signOutYes: 'Шығу',
  signOutNo: 'Қалу',
  signedOut: 'Сіз шықтыңыз.',
}

const texts: Readonly<Record<PageLanguage, Readonly<Record<PageText, string>>>> = { ru, en, kk }

export function say(
  language: PageLanguage,
  name: PageText,
  facts: Readonly<Record<string, string>> = {},
): string {
  return texts[language][name].replace(/\{(\w+)\}/g, (_, fact: string) => facts[fact] ?? '')
}

/** By `ui_locales`, then by what the browser prefers. */
export function pageLanguageOf(uiLocales: unknown, acceptLanguage: string | undefined): PageLanguage {
  const wanted = [...String(uiLocales ?? '').split(' ', 10), ...(acceptLanguage ?? '').split(',', 20)].map(
    (tag) => tag.trim().slice(0, 2).toLowerCase(),
  )
  return pageLanguages.find((language) => language === wanted.find((tag) => isKnown(tag))) ?? 'en'
}

const isKnown = (tag: string) => (pageLanguages as readonly string[]).includes(tag)
