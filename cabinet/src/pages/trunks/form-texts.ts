import { withCommon } from '../../language/terms.ts'

export const formTexts = withCommon({
  newTitle: ['New trunk', 'Новый транк'],
  editTitle: (name: string) => [`Trunk ${name}`, `Транк ${name}`],
  name: ['Name', 'Имя'],
  nameAbout: [
    'Lower-case letters, digits and dashes. It cannot be changed later.',
    'Строчные латинские буквы, цифры и дефис. Потом не меняется.',
  ],
  preset: ['Preset', 'Заготовка'],
  presetAbout: [
    'Fills in settings for this kind of system. What you typed is kept.',
    'Заполняет поля для такой системы. Введённое вами не меняется.',
  ],
  noPreset: ['the defaults', 'обычные настройки'],
  presets: {
    asterisk: ['Asterisk', 'Asterisk'],
    freeswitch: ['FreeSWITCH', 'FreeSWITCH'],
    kamailio: ['Kamailio', 'Kamailio'],
    'generic-registration': ['Carrier with registration', 'Оператор связи с регистрацией'],
    'generic-ip': ['Carrier that knows our address', 'Оператор связи с доступом по IP-адресу'],
  },
  passwordSet: [
    'A password is set; leave this empty to keep it.',
    'Пароль задан; оставьте пустым, чтобы не менять.',
  ],
  passwordNone: [
    'No password is set. Once saved, it is never shown again.',
    'Пароль не задан. После сохранения он больше не показывается.',
  ],
  noPassword: ['Remove the password', 'Убрать пароль'],
  steps: {
    connect: ['Connect', 'Подключение'],
    limits: ['Limits', 'Лимиты'],
    prices: ['Prices', 'Цены'],
    advanced: ['Advanced', 'Дополнительно'],
    test: ['Test', 'Проверка'],
  },
  done: ['Done', 'Готово'],
  saved: ['Saved. Now try it.', 'Сохранено. Теперь проверьте.'],
  testCall: ['Place a test call', 'Проверочный звонок'],
  testAll: ['Test all ways', 'Проверить все способы'],
  pricesAbout: [
    'What the carrier charges you; the longest prefix decides. For each attempt, when it rang, when somebody answered, and for the time from the answer. Rounding 60/60: whole minutes.',
    'Сколько берёт с вас оператор связи; решает самый длинный префикс. За каждую попытку, за гудок, за ответ и за время после ответа. Округление 60/60: целые минуты.',
  ],
  priceColumns: {
    prefix: ['Prefix', 'Префикс'],
    attempt: ['Attempt', 'Попытка'],
    ring: ['Ring', 'Гудок'],
    answer: ['Answer', 'Ответ'],
    minute: ['Minute', 'Минута'],
    second: ['Second', 'Секунда'],
    by: ['Rounding', 'Округление'],
  },
  elsewhere: ['everywhere', 'везде'],
  repeatedPrice: ['Is above already', 'Уже есть выше'],
  addPrice: ['Add a destination', 'Добавить направление'],
  groups: {
    addresses: ['Addresses', 'Адреса'],
    numbers: ['How numbers are written', 'Запись номеров'],
    callers: ['Which caller numbers are trusted', 'Доверие к номерам звонящих'],
    calls: ['How calls behave', 'Поведение звонков'],
    routing: ['Choice of the trunk', 'Выбор транка'],
    times: ['Times', 'Тайм-ауты и длительности'],
  },
})
