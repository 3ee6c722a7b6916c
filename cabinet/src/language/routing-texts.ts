import type { ChoiceReason } from '@ringkey/server/cabinet-api'

type Reasons = Readonly<Record<ChoiceReason, string>>

/** Why a trunk was chosen, for the page of a call and the question about a number. */
export const routingTexts = {
  en: {
    why: {
      only: 'no other trunk could carry the call.',
      pinned: 'it is pinned for this destination.',
      prefix: 'it names a longer prefix of the number.',
      best: 'it had the best results lately.',
      cheapest: 'it was the cheapest of the trunks that are good enough.',
      explored: 'it was tried out of turn, so that its quality stays known.',
      room: 'those before it were full or had no number for the code.',
    } satisfies Reasons,
    taken: (trunk: string, why: string) => `Over ${trunk}: ${why}`,
    lately: 'Lately',
    measured: {
      approved: (percent: string, of: string) => `${percent} of ${of} approved`,
      delivered: (percent: string, of: string) => `${percent} of ${of} delivered`,
    },
    unmeasured: 'no calls',
  },
  ru: {
    why: {
      only: 'другие транки не подходят.',
      pinned: 'закреплён за этим направлением.',
      prefix: 'у него задан более длинный префикс номера.',
      best: 'за последнее время у него лучшие результаты.',
      cheapest: 'самый дешёвый из достаточно хороших.',
      explored: 'взят вне очереди, чтобы его качество оставалось известным.',
      room: 'предыдущие были заняты или не имели номера для кода.',
    } satisfies Reasons,
    taken: (trunk: string, why: string) => `Через ${trunk}: ${why}`,
    lately: 'За последнее время',
    measured: {
      approved: (percent: string, of: string) => `подтверждено ${percent} из ${of}`,
      delivered: (percent: string, of: string) => `дошло ${percent} из ${of}`,
    },
    unmeasured: 'звонков не было',
  },
}
