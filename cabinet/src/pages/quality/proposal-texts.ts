import { inBoth } from '../../language/texts.ts'

export const proposalTexts = inBoth({
  title: (operator: string) => [
    `${operator}: flash calls do not arrive`,
    `${operator}: звонки-сбросы не доходят`,
  ],
  why: (service: string, share: string, calls: string) => [
    `${service}: for a day fewer than half of the flash calls to this network arrived, in all ${share} of ${calls}.`,
    `${service}: сутки подряд до этой сети доходит меньше половины звонков-сбросов, всего ${share} из ${calls}.`,
  ],
  what: [
    'The proposed rule asks its people to call a confirmation number, and calls them with a spoken code if they do not. It applies to requests of /v2 that name no steps.',
    'Предлагаемое правило просит её абонентов позвонить на номер подтверждения, а если они не позвонили — диктует код голосом. Оно действует для запросов /v2, в которых шаги не указаны.',
  ],
  accept: ['Accept the rule', 'Принять правило'],
})
