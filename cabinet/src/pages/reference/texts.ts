import { withCommon } from '../../language/terms.ts'

export const referenceTexts = withCommon({
  title: ['API reference', 'Справочник API'],
  back: ['Quick start', 'Быстрый старт'],
  about: [
    'Every method of /v2 and /v1.0, its parameters, answers and errors, events and webhooks. Your address and your service are in every example.',
    'Все методы /v2 и /v1.0: параметры, ответы и ошибки, события и веб-хуки. Ваш адрес и ваш сервис подставлены во все примеры.',
  ],
  noService: ['There is no service yet', 'Сервисов пока нет'],
  createService: ['Create one', 'Создать сервис'],
  key: ['Secret key', 'Секретный ключ'],
  keyHint: (name: string) => [
    `Stays on this page and is gone when you leave it. Last used: “${name}”.`,
    `Остаётся на этой странице и пропадёт, когда вы её закроете. Последний использованный: «${name}».`,
  ],
  keyHintUnused: [
    'Stays on this page and is gone when you leave it.',
    'Остаётся на этой странице и пропадёт, когда вы её закроете.',
  ],
  mainKey: ['Main key', 'Основной ключ'],
  contents: ['Contents', 'Содержание'],
  search: ['Search the reference', 'Поиск по справочнику'],
  nothing: ['Nothing is found', 'Ничего не найдено'],
  nothingHint: [
    'Search for a method, a parameter or an error code.',
    'Ищите по методу, параметру или коду ошибки.',
  ],
  language: ['Language of the examples', 'Язык примеров'],
})
