import type { ChoiceReason } from '@ringkey/server/cabinet-api'
import { type Both, defineMessages } from './texts.ts'

/** Why a trunk was chosen, for the page of a call and the question about a number. */
export const routingTexts = defineMessages({
  why: {
    only: ['no other trunk could carry the call.', 'другие транки не подходят.'],
    pinned: ['it is pinned for this destination.', 'закреплён за этим направлением.'],
    prefix: ['it names a longer prefix of the number.', 'у него задан более длинный префикс номера.'],
    best: ['it had the best results lately.', 'за последнее время у него лучшие результаты.'],
    cheapest: [
      'it was the cheapest of the trunks that are good enough.',
      'самый дешёвый из достаточно хороших.',
    ],
    explored: [
      'it was tried out of turn, so that its quality stays known.',
      'взят вне очереди, чтобы его качество оставалось известным.',
    ],
    room: [
      'those before it were full or had no number for the code.',
      'предыдущие были заняты или не имели номера для кода.',
    ],
  } satisfies Record<ChoiceReason, Both>,
  taken: (trunk: string, why: string) => [`Over ${trunk}: ${why}`, `Через ${trunk}: ${why}`],
  lately: ['Lately', 'За последнее время'],
  measured: {
    approved: (percent: string, of: string) => [
      `${percent} of ${of} approved`,
      `подтверждено ${percent} из ${of}`,
    ],
    delivered: (percent: string, of: string) => [
      `${percent} of ${of} delivered`,
      `доставлено ${percent} из ${of}`,
    ],
  },
  unmeasured: ['no calls', 'звонков не было'],
})
