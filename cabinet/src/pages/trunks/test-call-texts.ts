import { withCommon } from '../../language/terms.ts'
import { defineMessages, type Texts } from '../../language/texts.ts'

/** What a call says about its trunk, for who can repair it. */
export const callReasons: Texts<Record<string, string>> = defineMessages({
  rang: ['the phone rang', 'телефон зазвонил'],
  declined: ['somebody declined the call: the number was seen', 'вызов отклонили: номер увидели'],
  answered: ['somebody answered', 'ответили'],
  'answered without ringing': [
    'answered without ringing, perhaps by voicemail',
    'ответ без гудков, возможно автоответчик',
  ],
  spoken: ['the code was spoken', 'код произнесён'],
  machine_answered: [
    'an assistant, a voicemail or a facsimile machine answered',
    'ответил ассистент, автоответчик или факс',
  ],
  'not answered': ['nobody answered', 'никто не ответил'],
  'early media only': ['only sound came, no ringing', 'был только звук, без гудков вызова'],
  busy: ['the phone is busy', 'занято'],
  unreachable: ['the phone is switched off or out of reach', 'телефон выключен или вне сети'],
  'bad number': ['there is no such number', 'такого номера нет'],
  blocked_by_network: [
    'a network stopped the call: its analytics block the calling number',
    'сеть остановила звонок: её аналитика блокирует наш номер',
  ],
  unwanted: [
    'the called person has marked the caller as unwanted',
    'абонент пометил звонящего как нежелательного',
  ],
  'no ringing': ['it never rang', 'телефон так и не зазвонил'],
  'no audio': ['no sound got through', 'звук не прошёл'],
  'hung up before the code': ['hung up before the code was spoken', 'положили трубку до кода'],
  'no response': ['the trunk did not answer at all', 'транк ничего не ответил'],
  'trunk fault': [
    'the trunk refuses us: credentials, balance or rights',
    'транк нам отказал: учётные данные, баланс или права',
  ],
  'route fault': ['the trunk could not route the call', 'транк не смог провести вызов'],
  redirected: ['the trunk redirected the call', 'транк перенаправил вызов'],
  stopped: ['the call was stopped', 'звонок прерван'],
})

export const testCallTexts = withCommon({
  title: (trunk: string) => [`Test call over ${trunk}`, `Пробный звонок через ${trunk}`],
  about: [
    'One real call, from a port of its own. The number is not stored.',
    'Один настоящий звонок со своего порта. Номер не сохраняется.',
  ],
  demoAbout: [
    'The simulated carrier rings nobody: the demo phone shows the call.',
    'Имитатор оператора связи никому не звонит: вызов покажет демо-телефон.',
  ],
  call: ['Call', 'Позвонить'],
  good: ['It works', 'Работает'],
  bad: ['It did not work', 'Не получилось'],
  facts: (code: string, pdd: string | null, ring: string) => [
    pdd === null ? `Code ${code}; no ringing.` : `Code ${code}; rang after ${pdd}, for ${ring}.`,
    pdd === null ? `Код ${code}; гудков не было.` : `Код ${code}; гудки через ${pdd}, звонил ${ring}.`,
  ],
  nextTrunk: [
    'A real call would now try another trunk.',
    'Настоящий звонок пошёл бы теперь через другой транк.',
  ],
  noNumber: [
    'This trunk has no caller number. Add a range under Number pools.',
    'У этого транка нет номеров для показа. Добавьте диапазон в «Пулах номеров».',
  ],
  broken: [
    'The call could not be placed. The log of the service says why.',
    'Звонок не состоялся. Причина — в журнале сервиса.',
  ],
})
