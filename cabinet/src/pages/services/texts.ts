import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const servicesTexts = withCommon({
  title: ['My services', 'Мои сервисы'],
  use: ['Where it is used', 'Где используется'],
  none: ['No service yet', 'Сервисов пока нет'],
  whatToDo: [
    'A service has a key with which your program calls the API. Create a service to begin.',
    'У сервиса есть ключ, с которым ваша программа вызывает API. Создайте первый сервис.',
  ],
  onlyArchived: [
    'All services are archived. Show them with the switch above, or create a new one.',
    'Все сервисы в архиве. Покажите их переключателем выше или создайте новый.',
  ],
  statuses: {
    active: ['on', 'включён'],
    off: ['off', 'выключен'],
    archived: ['archived', 'в архиве'],
  },
  showArchived: ['Show archived', 'Показать архив'],
  create: ['Create service', 'Создать сервис'],
  creating: ['A new service', 'Новый сервис'],
  namePlaceholder: ['Shop, mobile app…', 'Магазин, приложение…'],
  usePlaceholder: ['Sign-up on shop.example', 'Регистрация на shop.example'],
  useHint: [
    'For you and your colleagues: a site, an app, a step in it.',
    'Для вас и коллег: сайт, приложение, шаг в нём.',
  ],
  makeIt: ['Create', 'Создать'],
  errors: {
    name: ['Give it a name of 1 to 100 characters.', 'Название: от 1 до 100 символов.'],
    useDirection: ['At most 300 characters.', 'Не более 300 символов.'],
  },
})

export const serviceProblems = defineMessages({
  'too-many-services': [
    'The account has reached its limit of services. Restore an archived one instead.',
    'Достигнут лимит сервисов аккаунта. Восстановите один из архивных.',
  ],
})
