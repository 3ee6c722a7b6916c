type Texts = Readonly<Record<'en' | 'ru', string>>

/** The pages of docs/ in the order of a reader's way, by person and task. `site/pages.test.ts` misses none. */
export interface Chapter {
  readonly title: Texts
  readonly about: Texts
  /** Paths below docs/, without `.md`. */
  readonly pages: readonly string[]
}

export const chapters: readonly Chapter[] = [
  {
    title: { en: 'Start', ru: 'Начало' },
    about: {
      en: 'From nothing to an approved verification, with a phone on your own machine.',
      ru: 'От нуля до подтверждённого номера, с телефоном на вашем же компьютере.',
    },
    pages: ['start', 'demo', 'glossary'],
  },
  {
    title: { en: 'Guides', ru: 'Руководства' },
    about: {
      en: 'Sign-in by call, fallback, calls of the person, webhooks, tests, and the way to production.',
      ru: 'Вход по звонку, запасной способ, звонок от человека, веб-хуки, проверка, запуск.',
    },
    pages: ['sign-in', 'inbound', 'v2', 'webhooks', 'testing', 'consent', 'going-live', 'cabinet', 'SKILL'],
  },
  {
    title: { en: 'Platforms', ru: 'Платформы' },
    about: {
      en: 'Identity servers that let Ringkey deliver their codes, and libraries.',
      ru: 'Серверы входа, которые доставляют свои коды через Ringkey, и библиотеки.',
    },
    pages: [
      'integrate/element',
      'integrate/gateway',
      'integrate/hooks',
      'integrate/auth0',
      'integrate/authentik',
      'integrate/better-auth',
      'integrate/casdoor',
      'integrate/cognito',
      'integrate/fusionauth',
      'integrate/keycloak',
      'integrate/kratos',
      'integrate/logto',
      'integrate/supabase',
      'integrate/zitadel',
      'integrate/generic',
    ],
  },
  {
    title: { en: 'Moving from others', ru: 'Переезд' },
    about: {
      en: 'A program that was written for another call service goes on unchanged, or nearly so.',
      ru: 'Программа, написанная для другого сервиса звонков, работает дальше без правок или почти без них.',
    },
    pages: [
      'migrate/README',
      'migrate/ucaller',
      'migrate/sms-ru',
      'migrate/smsc',
      'migrate/zvonok',
      'migrate/twilio-verify',
      'migrate/vonage-verify',
    ],
  },
  {
    title: { en: 'Operate', ru: 'Эксплуатация' },
    about: {
      en: 'Install, configure, watch and scale a service of your own.',
      ru: 'Установка, настройки, наблюдение и рост своего сервиса.',
    },
    pages: ['operate', 'settings', 'operators', 'admin-api', 'observe', 'scale', 'supply-chain'],
  },
  {
    title: { en: 'Trunks and numbers', ru: 'Транки и номера' },
    about: {
      en: 'Carriers, routes, calling numbers, and where answers about numbers come from.',
      ru: 'Операторы связи, маршруты, номера для звонков, данные о номерах.',
    },
    pages: [
      'trunks',
      'trunks/README',
      'trunks/carriers',
      'trunks/asterisk',
      'trunks/freeswitch',
      'trunks/kamailio',
      'numbers',
      'numbering',
    ],
  },
  {
    title: { en: 'Decide', ru: 'Выбор' },
    about: {
      en: 'What networks do to calls, and what else there is.',
      ru: 'Что сети делают со звонками и какие есть другие пути.',
    },
    pages: ['deliverability', 'alternatives'],
  },
]
