import { inBoth } from '../../language/texts.ts'

/** Texts of the gateways of a service. */
export const gatewayTexts = inBoth({
  title: ['Your gateways', 'Свои шлюзы'],
  hint: [
    'A step with the mode http hands phone and code to your own program, for SMS or a messenger. docs/integrate/gateway.md shows one.',
    'Шаг с режимом http передаёт телефон и код вашей программе: для SMS или мессенджера. Пример есть в docs/integrate/gateway.md.',
  ],
  allCountries: ['all countries', 'все страны'],
  secret: ['Secret of the gateway', 'Секрет шлюза'],
  once: [
    'It signs what is sent, and is shown only now.',
    'Им подписано всё, что отправляется; он показан один раз, сейчас.',
  ],
  kind: ['What gets the code', 'Кто получает код'],
  kinds: {
    http: ['A program of yours', 'Ваша программа'],
    telegram: ['Telegram Gateway', 'Telegram Gateway'],
  },
  channel: ['Channel', 'Канал'],
  channelHint: ['Steps name the gateway by this word.', 'По этому слову шаги находят шлюз.'],
  address: ['Address', 'Адрес'],
  token: ['Access token of Telegram Gateway', 'Токен доступа Telegram Gateway'],
  countries: ['Countries; all when empty', 'Страны; пусто — все'],
  handsOver: [
    'I know that phone numbers and codes of my users are handed to a third party.',
    'Я знаю, что телефоны и коды моих пользователей передаются третьей стороне.',
  ],
  add: ['Add the gateway', 'Добавить шлюз'],
  remove: ['Remove', 'Удалить'],
  removeQuestion: (channel: string) => [`Remove the gateway for ${channel}?`, `Удалить шлюз ${channel}?`],
  removeHint: [
    'Steps that name its channel are skipped then, unless another gateway serves them.',
    'Шаги с этим каналом будут пропущены, если их не обслужит другой шлюз.',
  ],
})

export const gatewayProblems = inBoth({
  'too-many-gateways': [
    'A service has at most three gateways.',
    'У сервиса может быть не больше трёх шлюзов.',
  ],
})
