import type { qualityNames } from './quality-names.ts'
import { type Both, defineMessages } from './texts.ts'

export type QualityTerm = keyof typeof qualityNames.en

/**
 * What the words for the quality of delivery mean: the pages show the definitions one click away, and
 * docs/glossary.md has the English ones word by word (test/cabinet/quality-terms.unit.test.ts compares them).
 */
export const qualityDefinitions = defineMessages({
  delivered: [
    'Of the calls that we placed, the share that reached the phone. Flash and mix: it rang or was answered. Voice: the code was spoken, with a sign that somebody heard it. Inbound has rates of its own.',
    'Доля наших звонков, которые дошли до телефона. Звонок-сброс и смешанный: телефон звонил или на звонок ответили. Голос: код продиктован, и есть признак, что его слышали. У входящих свои показатели.',
  ],
  conversion: [
    'Of the phones that a call reached, the share that was approved. A verification (/v2) counts when it has ended and one of its calls was delivered or asked for a key, also if nobody typed a code; it counts for its last delivered call. A call of /v1.0 counts when its program reported the result of its check with POST /v2/feedback. Without any of this it is not known. Test numbers are not counted.',
    'Доля подтверждённых среди телефонов, до которых дошёл звонок. Проверка (/v2) учитывается, когда она завершилась и хотя бы один её звонок дошёл или просил нажать клавишу, даже если код никто не вводил; она относится к последнему дошедшему звонку. Звонок по /v1.0 учитывается, если программа сообщила итог своей сверки через POST /v2/feedback. Иначе конверсия неизвестна. Тестовые номера не считаются.',
  ],
  approved: [
    'Phones whose owner typed the right code, or called from the right number.',
    'Телефоны, владелец которых ввёл верный код или позвонил с верного номера.',
  ],
  called: [
    'Of the requests for an inbound call, the share for which somebody called. People who were offered another way may have taken that.',
    'Доля запросов входящего звонка, по которым позвонили. Если был предложен и другой способ, человек мог выбрать его.',
  ],
  confirmed: [
    'Of the requests for an inbound call, the share that a call from the right number confirmed.',
    'Доля запросов входящего звонка, которые подтвердил звонок с верного номера.',
  ],
  ner: [
    'NER, network effectiveness ratio (ITU-T E.425): of the attempts whose INVITE was sent, the share that reached the phone or its owner: it rang, was answered, declined or busy. It judges the route, not the person.',
    'NER, эффективность сети (ITU-T E.425): доля попыток с отправленным INVITE, которые дошли до телефона или его владельца: телефон звонил, ответили, сбросили или занято. Показатель оценивает маршрут, а не человека.',
  ],
  asr: [
    'ASR, answer-seizure ratio (ITU-T E.425): of the attempts whose INVITE was sent, the share that was answered. It means something for voice calls alone: a flash call is not meant to be answered.',
    'ASR: доля отвеченных попыток среди попыток с отправленным INVITE (ITU-T E.425). Имеет смысл только для голоса: на звонок-сброс отвечать не нужно.',
  ],
  shortCalls: [
    'Of the answered attempts, the share that lasted less than 6 seconds.',
    'Доля отвеченных попыток, которые длились меньше 6 секунд.',
  ],
  pdd: [
    'PDD, post-dial delay: from the INVITE to the first sign of ringing. The median is shown.',
    'PDD, задержка до гудка: от INVITE до первого признака звонка. Показана медиана.',
  ],
  acd: [
    'ACD, average call duration: how long answered attempts lasted, from the answer to the end.',
    'ACD, средняя длительность отвеченных попыток, от ответа до конца.',
  ],
} satisfies Record<QualityTerm, Both>)
