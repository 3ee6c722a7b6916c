import { terms } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const progressTexts = defineMessages({
  title: ['Progress', 'Ход проверки'],
  nothing: [
    'Nothing placed yet. What happens shows up here, step by step.',
    'Пока ничего не начато. Здесь по шагам появится всё, что происходит.',
  ],
  admitted: ['Accepted', 'Принято'],
  admittedHint: (sum: string) => [`${sum} held`, `удержано ${sum}`],
  free: ['free of charge', 'бесплатно'],
  calling: ['Calling', 'Звоним'],
  callingHint: (mask: string) => [`${mask} is being called…`, `звоним на ${mask}…`],
  rang: (after: string, lasted: string) => [
    `rang after ${after}, for ${lasted}`,
    `зазвонил через ${after}, звонил ${lasted}`,
  ],
  waiting: ['Waiting for the call', 'Ждём звонка'],
  waitingHint: (number: string) => [
    `Call ${number} from the phone that is being verified.`,
    `Позвоните на ${number} с проверяемого телефона.`,
  ],
  completed: [terms.en.states.completed, terms.ru.states.completed],
  failed: [terms.en.states.failed, terms.ru.states.failed],
  charged: (sum: string) => [`${sum} charged`, `списано ${sum}`],
  notCharged: ['nothing charged', 'ничего не списано'],
  webhook: ['Webhook', 'Веб-хук'],
  webhooks: [terms.en.webhookStates, terms.ru.webhookStates],
  code: ['The code to compare', 'Код для сравнения'],
  detail: ['All about this call', 'Всё об этом звонке'],
  verification: ['All about this verification', 'Всё об этой проверке'],
  seeWebhook: ['See the webhook', 'Посмотреть веб-хук'],
  after: (seconds: string) => [`after ${seconds}`, `через ${seconds}`],
  pending: ['still to come', 'ещё впереди'],
})
