/**
 * One word for each thing, in each language. Pages take labels of modes, states and kinds from here; sentences use the
 * same words. test/cabinet/terms.unit.test.ts finds other words for the same things.
 */
export const terms = {
  en: {
    mode: 'Mode',
    modes: {
      flash: 'Flash',
      voice: 'Voice',
      mix: 'Flash and voice',
      inbound: 'Inbound',
      http: 'Your gateway',
      checkPhone: 'Number look-up (checkPhone)',
    },
    /** One attempt over the phone network; its id is the vendor id. */
    call: 'Call',
    calls: 'Calls',
    states: { checking: 'In progress', completed: 'Delivered', failed: 'Failed' },
    /** The person calls: nothing is delivered. */
    inboundStates: { checking: 'Waiting', completed: 'Confirmed', failed: 'Not confirmed' },
    /** One phone, confirmed by one or more calls (/v2); its id begins with vf_. */
    verification: 'Verification',
    verifications: 'Verifications',
    verificationStatuses: {
      pending: 'In progress',
      approved: 'Approved',
      failed: 'Failed',
      expired: 'Expired',
      canceled: 'Cancelled',
      blocked: 'Blocked',
    },
    /** A step of a verification is one call, planned or made. */
    stepStatuses: {
      planned: 'Planned',
      started: 'In progress',
      delivered: 'Delivered',
      undelivered: 'Not delivered',
      skipped: 'Skipped',
    },
    unknown: 'not known',
    /** Approved of delivered; defined in parts/conversion.tsx. */
    conversion: 'Conversion',
    ledger: 'Ledger',
    entryKinds: {
      'top-up': 'Top-up',
      reversal: 'Reversal',
      hold: 'Held',
      capture: 'Charged',
      release: 'Released',
      charge: 'Other charge',
    },
    note: 'Note',
    spendCap: 'Spend cap',
    webhookStates: {
      pending: 'waiting',
      'under-way': 'being sent',
      delivered: 'delivered',
      failed: 'failed',
    },
    /** The company that serves the number. Who runs the installation is the operator. */
    networkOperator: 'Network operator',
    roles: { owner: 'owner', developer: 'developer', accountant: 'accountant', 'read-only': 'read only' },
  },
  ru: {
    mode: 'Режим',
    modes: {
      flash: 'Звонок-сброс',
      voice: 'Голос',
      mix: 'Смешанный',
      inbound: 'Входящий',
      http: 'Свой шлюз',
      checkPhone: 'Справка о номере (checkPhone)',
    },
    /** Одна попытка дозвониться; её номер — vendor id. */
    call: 'Звонок',
    calls: 'Звонки',
    states: { checking: 'Идёт', completed: 'Дошёл', failed: 'Не удалось' },
    inboundStates: { checking: 'Ждём звонка', completed: 'Подтверждён', failed: 'Не подтверждён' },
    /** Один телефон, который подтверждают одним или несколькими звонками (/v2); id начинается с vf_. */
    verification: 'Проверка',
    verifications: 'Проверки',
    verificationStatuses: {
      pending: 'Идёт',
      approved: 'Подтверждена',
      failed: 'Не удалась',
      expired: 'Истекла',
      canceled: 'Отменена',
      blocked: 'Заблокирована',
    },
    /** Шаг проверки — один звонок, будущий или сделанный. */
    stepStatuses: {
      planned: 'Впереди',
      started: 'Идёт',
      delivered: 'Дошёл',
      undelivered: 'Не дошёл',
      skipped: 'Пропущен',
    },
    unknown: 'неизвестно',
    conversion: 'Конверсия',
    ledger: 'Журнал операций',
    entryKinds: {
      'top-up': 'Пополнение',
      reversal: 'Отмена пополнения',
      hold: 'Удержание',
      capture: 'Списание',
      release: 'Возврат',
      charge: 'Прочее списание',
    },
    note: 'Примечание',
    spendCap: 'Лимит расходов',
    webhookStates: {
      pending: 'ждёт отправки',
      'under-way': 'отправляется',
      delivered: 'доставлен',
      failed: 'не доставлен',
    },
    /** Кто управляет установкой, называется администратором. */
    networkOperator: 'Оператор связи',
    roles: {
      owner: 'владелец',
      developer: 'разработчик',
      accountant: 'бухгалтер',
      'read-only': 'только чтение',
    },
  },
}
