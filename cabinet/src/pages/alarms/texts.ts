import { pluralRu } from '../../language/plural.ts'
import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const alarmsTexts = withCommon({
  open: ['What needs attention', 'Что требует внимания'],
  noOpen: ['Nothing needs attention.', 'Ничего не требует внимания.'],
  alarm: ['Alarm', 'Оповещение'],
  lasted: ['Total time', 'Общее время'],
  times: (count: number, all: string) => [
    `${count} times, ${all} in all`,
    `${count} ${pluralRu(count, 'раз', 'раза', 'раз')}, всего ${all}`,
  ],
  lastedOnce: (span: string) => [`lasted ${span}`, `длилось ${span}`],
  look: ['Look', 'Открыть'],
  whatToDo: ['What to do', 'Что делать'],
  whatToDoAbout: (sentence: string) => [`What to do: ${sentence}`, `Что делать: ${sentence}`],
  lookAt: (sentence: string) => [`Look: ${sentence}`, `Открыть: ${sentence}`],
  silence: ['Silence', 'Пауза'],
  silenceAlarm: (sentence: string) => [`Silence: ${sentence}`, `Пауза: ${sentence}`],
  inboundFirst: ['Inbound first', 'Сначала входящий'],
  inboundFirstFor: (network: string) => [`Inbound first: ${network}`, `Сначала входящий: ${network}`],
  inboundBegun: (network: string, services: string) => [
    `People of ${network} now call a confirmation number first. Services: ${services}.`,
    `Абоненты ${network} теперь сначала звонят на номер подтверждения. Сервисы: ${services}.`,
  ],
  inboundFull: (services: string) => [
    `Not changed, since they have as many rules as a service may have: ${services}.`,
    `Не изменены, так как правил у них уже наибольшее число: ${services}.`,
  ],
  forCarrier: ['CSV for the carrier', 'CSV для оператора связи'],
  forCarrierAbout: (sentence: string) => [
    `CSV for the carrier: ${sentence}`,
    `CSV для оператора связи: ${sentence}`,
  ],
  silenced: ['silenced', 'на паузе'],
  critical: ['critical', 'срочно'],
  nodes: ['Seen by', 'Видят узлы'],
  receivers: ['Who is notified', 'Кому сообщать'],
  receiversAbout: [
    'Each receiver is notified when an alarm begins and when it ends. What fails is tried again, as webhooks are.',
    'Каждому получателю сообщается о начале и о конце. Если отправить не удалось, попытки повторяются, как у веб-хуков.',
  ],
  noReceivers: ['No receivers', 'Получателей нет'],
  noReceiversAbout: [
    'Alarms are shown here. Add a receiver to learn of them elsewhere.',
    'Оповещения видны здесь. Добавьте получателя, чтобы узнавать о них сразу.',
  ],
  addReceiver: ['Add a receiver', 'Добавить получателя'],
  newReceiver: ['A new receiver', 'Новый получатель'],
  changeReceiver: (target: string) => [`Alarms for ${target}`, `Оповещения для ${target}`],
  channel: ['How', 'Как'],
  channels: {
    mail: ['Mail', 'Почта'],
    telegram: ['Telegram', 'Telegram'],
    webhook: ['Signed webhook', 'Подписанный веб-хук'],
  },
  to: ['To', 'Куда'],
  targets: {
    mail: {
      label: ['Mail address', 'Адрес почты'],
      hint: ['ops@example.com', 'ops@example.com'],
    },
    telegram: {
      label: [
        'Mail address of an operator who has connected Telegram',
        'Почта администратора, который подключил Telegram',
      ],
      hint: ['ops@example.com', 'ops@example.com'],
    },
    webhook: {
      label: ['Address', 'Адрес'],
      hint: ['https://ops.example.com/ringkey', 'https://ops.example.com/ringkey'],
    },
  },
  noMail: [
    'No mail server is set (RINGKEY_SMTP_URL), so nothing is sent.',
    'Почтовый сервер не задан (RINGKEY_SMTP_URL): письма не отправляются.',
  ],
  noTelegram: [
    'No bot is set (RINGKEY_TELEGRAM_TOKEN), so nothing is sent.',
    'Бот не задан (RINGKEY_TELEGRAM_TOKEN): сообщения не отправляются.',
  ],
  languages: {
    en: ['English', 'английский'],
    ru: ['Russian', 'русский'],
  },
  kinds: ['Of which alarms', 'О чём сообщать'],
  allKinds: ['all', 'обо всём'],
  someKinds: (count: string) => [`${count} kinds`, `видов: ${count}`],
  lastNotified: ['Last notified', 'Последнее сообщение'],
  never: ['not yet', 'ещё не было'],
  change: ['Change', 'Изменить'],
  changeName: (target: string) => [`Change ${target}`, `Изменить: ${target}`],
  test: ['Send a test', 'Проверить'],
  testName: (target: string) => [`Send a test to ${target}`, `Проверить: ${target}`],
  testSent: (target: string) => [
    `A test for ${target} is sent.`,
    `Отправляем проверочное сообщение: ${target}.`,
  ],
  seeTest: ['Has it arrived?', 'Дошло ли оно?'],
  removeName: (target: string) => [`Remove ${target}`, `Удалить: ${target}`],
  removeQuestion: (target: string) => [`Delete the receiver ${target}?`, `Удалить получателя ${target}?`],
  removeAbout: [
    'Notifications that are not sent yet are dropped.',
    'То, что ещё не отправлено, тоже не будет отправлено.',
  ],
  secret: ['The secret of this webhook', 'Секрет этого веб-хука'],
  secretAbout: [
    'It signs what is sent, as Standard Webhooks do. It is shown once: keep it with the program that takes the webhooks.',
    'Им подписывается всё, что отправляется (Standard Webhooks). Он показывается один раз: сохраните его там, где веб-хуки принимаются.',
  ],
  secretName: ['secret', 'секрет'],
  kept: ['I saved it', 'Секрет сохранён'],
  notices: ['What was sent', 'Что отправлено'],
  noticesAbout: [
    'Notices of alarms, and of their accounts to owners: by mail, Telegram and webhook.',
    'Сообщения об оповещениях и сообщения владельцам об их аккаунтах: почтой, в Telegram и веб-хуками.',
  ],
  notice: ['Notice', 'Сообщение'],
  noNotices: ['Nothing was sent', 'Ничего не отправлялось'],
  silences: ['Silences', 'Паузы'],
  silencesAbout: [
    'During a silence nobody is notified of these alarms. They are still shown here, and are reported if they are still open when it ends.',
    'Пока действует пауза, об этих оповещениях никому не сообщается. Здесь они видны как прежде; если причина не исчезла, после паузы о ней сообщат.',
  ],
  noSilences: ['No active silences', 'Действующих пауз нет'],
  addSilence: ['Add a silence', 'Добавить паузу'],
  newSilence: ['Silence alarms', 'Пауза оповещений'],
  kind: ['Alarm', 'Оповещение'],
  anyKind: ['any alarm', 'любое'],
  subject: ['Only about', 'Только про'],
  subjectHint: ['a trunk, a service; empty for all', 'транк или сервис; пусто — про всё'],
  anySubject: ['everything', 'про всё'],
  hours: ['For', 'На'],
  lengths: {
    '1': ['an hour', 'час'],
    '4': ['4 hours', '4 часа'],
    '24': ['a day', 'сутки'],
    '168': ['a week', 'неделю'],
    '720': ['30 days', '30 дней'],
  },
  begin: ['Silence', 'Поставить на паузу'],
  end: ['End', 'Снять'],
  endName: (what: string) => [`End the silence: ${what}`, `Снять паузу: ${what}`],
  past: ['Past alarms', 'Прошлые оповещения'],
  pastAbout: ['Kept for 90 days.', 'Хранится 90 дней.'],
  noPast: ['No past alarms', 'Прошлых оповещений нет'],
})

export const alarmsProblems = defineMessages({
  'no-flash-there': [
    'No service begins with flash for this network, or none has a confirmation number that its people can call.',
    'Ни один сервис не начинает со звонка-сброса для этой сети, или у них нет номера подтверждения, на который её абоненты могут позвонить.',
  ],
})
