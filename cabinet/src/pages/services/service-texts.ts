import { withCommon } from '../../language/terms.ts'

/** Texts of the page of one service. */
export const serviceTexts = withCommon({
  all: ['My services', 'Мои сервисы'],
  tabs: {
    settings: ['Settings', 'Настройки'],
    keys: ['Keys', 'Ключи'],
    workflow: ['Workflow and limits', 'Сценарий и лимиты'],
    integrate: ['Integrate', 'Подключение'],
    consent: ['Consent', 'Согласие'],
    archive: ['Archive', 'Архив'],
  },
  on: ['On', 'Включён'],
  onHint: [
    'When switched off, the service answers every request with code 4.',
    'Выключенный сервис отвечает на любой запрос кодом 4.',
  ],
  id: ['Service id', 'Id сервиса'],
  ring: ['Make the demo phone ring', 'Позвонить на демо-телефон'],
  firstCall: ['Place a verification', 'Сделать проверку'],
  saved: ['Saved. The settings are in effect.', 'Сохранено, уже действует.'],
  general: ['General', 'Основное'],
  use: ['Where it is used', 'Где используется'],
  byDefault: (choice: string) => [`By default: ${choice}`, `По умолчанию: ${choice}`],
  anyCountry: ['Every country', 'Все страны'],
  between: (min: number, max: number) => [`From ${min} to ${max}.`, `От ${min} до ${max}.`],
  wrongField: [
    'Not valid: the hint says what to enter.',
    'Поле заполнено неверно: подсказка говорит, что в нём указать.',
  ],
  unlimited: ['no limit', 'без ограничений'],
  repeatsOn: ['on', 'включены'],
  repeatsOff: ['off', 'выключены'],
  limits: ['Spending of this service', 'Расходы этого сервиса'],
  limitsHint: [
    'When a cap is reached, calls are refused with code 1002 until the hour or the day has passed. Spending is counted from the moment you set the cap.',
    'Когда лимит достигнут, звонки отклоняются с кодом 1002, пока не пройдёт час или сутки. Расходы считаются с момента, когда задан лимит.',
  ],
  perHour: (currency: string) => [`In a clock hour, ${currency}`, `За календарный час, ${currency}`],
  perDay: (currency: string) => [`In 24 hours, ${currency}`, `За 24 часа, ${currency}`],
  noLimit: ['no limit', 'без лимита'],
  operatorLimit: (sum: string) => [
    `The operator allows ${sum} at most.`,
    `Администратор разрешает не более ${sum}.`,
  ],
  theSecret: ['the secret', 'секрет'],
  rotateSecret: ['Rotate', 'Сменить'],
  secretOverlap: ['Until then both secrets sign.', 'До этого времени подписывают оба секрета.'],
  previousUntil: [
    'The previous secret also signs; it ends',
    'Прежний тоже подписывает, он перестанет действовать',
  ],
  overlap: ['Keep the old one valid for', 'Прежний действует ещё'],
  overlaps: [
    { 0: 'not at all', 1: '1 hour', 24: '1 day', 72: '3 days', 168: '7 days' } as Record<number, string>,
    { 0: 'нисколько', 1: '1 час', 24: '1 день', 72: '3 дня', 168: '7 дней' },
  ],
  archive: ['Archive the service', 'Убрать сервис в архив'],
  archiveHint: [
    'Requests with its keys get code 1004. Its calls, verifications and ledger entries stay.',
    'Запросы с его ключами будут получать код 1004. Звонки, проверки и записи в журнале операций останутся.',
  ],
  archiveNow: ['Archive', 'В архив'],
  restore: ['Restore from the archive', 'Вернуть из архива'],
  restoreHint: ['Its keys work again as before.', 'Ключи снова заработают, как прежде.'],
  restoreNow: ['Restore', 'Вернуть'],
  typeName: (name: string) => [
    `To confirm, type the name: ${name}`,
    `Для подтверждения введите название: ${name}`,
  ],
  errors: {
    name: [
      'The name is missing, or it is not the one of this service.',
      'Название не указано или не совпадает с названием сервиса.',
    ],
    useDirection: ['At most 300 characters.', 'Не более 300 символов.'],
    perHour: [
      'Above 0 and not above what the operator allows.',
      'Больше 0 и не больше, чем разрешает администратор.',
    ],
    perDay: [
      'Above 0 and not above what the operator allows.',
      'Больше 0 и не больше, чем разрешает администратор.',
    ],
  },
})
