import { globSync } from 'node:fs'
import { join } from 'node:path'

type Texts = Readonly<Record<'en' | 'ru', string>>

/** The pages of docs/ in the order of a reader's way, by person and task. `docs/site/pages.test.ts` misses none. */
export interface Chapter {
  readonly title: Texts
  readonly about: Texts
  /** Paths below docs/, without `.md`; `*` is whatever else is there. */
  readonly pages: readonly string[]
}

/** The sources; READMEs of client libraries are beside them. */
export const docs = join(import.meta.dirname, '..')

const written: readonly Chapter[] = [
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
    pages: [
      'sign-in',
      'inbound',
      'api/v2',
      'api/v1',
      'webhooks',
      'testing',
      'voice',
      'consent',
      'going-live',
      'cabinet',
      'SKILL',
    ],
  },
  {
    title: { en: 'Platforms', ru: 'Платформы' },
    about: {
      en: 'Identity servers that let Ringkey deliver their codes, and libraries.',
      ru: 'Серверы входа, которые доставляют свои коды через Ringkey, и библиотеки.',
    },
    pages: [
      '../clients/*/README',
      'integrate/frameworks',
      'integrate/element',
      'integrate/openid-connect',
      'integrate/gateway',
      'integrate/top-up',
      'integrate/hooks',
      'integrate/*',
    ],
  },
  {
    title: { en: 'Moving from others', ru: 'Переезд' },
    about: {
      en: 'A program that was written for another call service goes on unchanged, or nearly so.',
      ru: 'Программа, написанная для другого сервиса звонков, работает дальше без правок или почти без них.',
    },
    pages: ['migrate/README', 'migrate/*'],
  },
  {
    title: { en: 'Operate', ru: 'Эксплуатация' },
    about: {
      en: 'Install, configure, watch and scale a service of your own.',
      ru: 'Установка, настройки, наблюдение и рост своего сервиса.',
    },
    pages: [
      'install',
      'versions',
      'settings',
      'console',
      'alarms',
      'as-code',
      'admin-api',
      'observe',
      'scale',
      'supply-chain',
      'security/threats',
    ],
  },
  {
    title: { en: 'Trunks and numbers', ru: 'Транки и номера' },
    about: {
      en: 'Carriers, routes, calling numbers, and where answers about numbers come from.',
      ru: 'Операторы связи, маршруты, номера для звонков, данные о номерах.',
    },
    pages: ['trunks', 'trunks/outcomes', 'trunks/README', 'trunks/*', 'caller-ids', 'number-registry'],
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

export const chapters: readonly Chapter[] = written.map((chapter) => ({
  ...chapter,
  pages: chapter.pages.flatMap((page) => (page.includes('*') ? restOf(page, chapter.pages) : page)),
}))

function restOf(pattern: string, named: readonly string[]): readonly string[] {
  return globSync(`${pattern}.md`, { cwd: docs })
    .map((name) => name.slice(0, -'.md'.length))
    .filter((page) => !named.includes(page))
    .toSorted()
}
