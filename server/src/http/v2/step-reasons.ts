import type { RecordReason } from '../../books/settlement.ts'
import type { EndReason, SkipReason } from '../../books/verification.ts'
import type { CallReason } from '../../telephony/calls/verdict.ts'
import type { GatewayReason } from '../../webhooks/gateway.ts'
import type { Language } from '../errors.ts'

/** The reasons of steps, in words for the documents. docs/v2.md has the same tables, and a test compares them. */

type BothLanguages = Readonly<Record<Language, string>>

/** The outcome of a step that was started. */
export const outcomeTexts: Readonly<Record<CallReason | GatewayReason | RecordReason, BothLanguages>> = {
  rang: {
    en: 'the phone rang, and the calling number was shown',
    ru: 'телефон зазвонил, номер звонящего показан',
  },
  declined: {
    en: 'the person declined the call: its number was shown, but a voice call spoke no code',
    ru: 'человек сбросил звонок: номер показан, но голосовой звонок кода не произнёс',
  },
  answered: {
    en: 'the person answered, and the calling number was shown',
    ru: 'человек ответил, номер звонящего показан',
  },
  'answered without ringing': {
    en: 'answered before it rang, perhaps by voicemail; the calling number counts as shown',
    ru: 'ответили раньше гудков, возможно автоответчик; номер звонящего считается показанным',
  },
  spoken: {
    en: 'the person answered and heard the code to its end',
    ru: 'человек ответил и дослушал код до конца',
  },
  'key pressed': {
    en: 'voice: the person pressed the key that was asked for',
    ru: 'голос: человек нажал нужные цифры',
  },
  called: {
    en: 'inbound: the person called the confirmation number',
    ru: 'входящий: человек позвонил на номер подтверждения',
  },
  'code typed': {
    en: 'the right code was typed before the call showed that the person got it',
    ru: 'верный код введён раньше, чем звонок показал, что он дошёл',
  },
  'handed over': {
    en: 'http: the gateway took the code',
    ru: 'http: шлюз принял код',
  },
  'not delivered': {
    en: 'http: the gateway says that the code was not delivered',
    ru: 'http: шлюз сообщил, что код не доставлен',
  },
  'delivery unknown': {
    en: 'http: the gateway does not know whether the code was delivered',
    ru: 'http: шлюз не знает, доставлен ли код',
  },
  'gateway refused': {
    en: 'http: the gateway answered with an error',
    ru: 'http: шлюз ответил ошибкой',
  },
  'gateway unreachable': {
    en: 'http: the gateway did not answer in time, or its address may not be used',
    ru: 'http: шлюз не ответил вовремя, или на его адрес нельзя отправлять',
  },
  'test number': {
    en: 'the test number that always succeeds; nobody was called',
    ru: 'тестовый номер, который всегда успешен; никому не звонили',
  },
  'test number, unreachable': {
    en: 'the test number that always fails; nobody was called',
    ru: 'тестовый номер, который всегда неудачен; никому не звонили',
  },
  'not answered': {
    en: 'voice: nobody answered, so the code was not spoken',
    ru: 'голос: никто не ответил, код не продиктован',
  },
  'hung up before the code': {
    en: 'voice: the person hung up before the code was spoken',
    ru: 'голос: человек положил трубку раньше, чем прозвучал код',
  },
  'wrong key': {
    en: 'voice: the person pressed other digits than those that were asked for',
    ru: 'голос: человек нажал не те цифры',
  },
  'no key pressed': {
    en: 'voice: the person answered and pressed no key',
    ru: 'голос: человек ответил, но ничего не нажал',
  },
  'no audio': {
    en: 'voice: answered, but no sound came through, or nothing shows that anybody heard the code',
    ru: 'голос: ответили, но звук не прошёл, или нет признаков, что код услышали',
  },
  busy: {
    en: 'the line was busy, or the call was rejected before it rang',
    ru: 'линия занята, или звонок отклонён до гудков',
  },
  unreachable: {
    en: 'the phone is switched off or out of coverage',
    ru: 'телефон выключен или вне зоны действия сети',
  },
  'bad number': {
    en: 'the network says that there is no such number; the verification ends',
    ru: 'сеть сообщает, что такого номера нет; проверка завершается',
  },
  'early media only': {
    en: 'the network played an announcement, and the phone did not ring',
    ru: 'сеть проиграла объявление, телефон не зазвонил',
  },
  'no ringing': {
    en: 'the network took the call, but the phone did not ring in time',
    ru: 'сеть приняла звонок, но телефон вовремя не зазвонил',
  },
  'no response': {
    en: 'the carrier did not answer at all',
    ru: 'оператор связи совсем не ответил',
  },
  'trunk fault': {
    en: 'the carrier refused the call; the operator has to check the trunk',
    ru: 'оператор связи отказал в звонке; администратору нужно проверить транк',
  },
  'route fault': {
    en: 'the route to the phone was broken or overloaded',
    ru: 'маршрут до телефона был неисправен или перегружен',
  },
  redirected: {
    en: 'the carrier redirected the call; redirects are not followed',
    ru: 'оператор связи переадресовал звонок; переадресация не поддерживается',
  },
  'trunk full': {
    en: 'all lines were busy at that moment',
    ru: 'в этот момент все линии были заняты',
  },
  'placed too late': {
    en: 'the call could not be placed in time, so it was not placed',
    ru: 'звонок не удалось начать вовремя, поэтому его не было',
  },
  stopped: {
    en: 'the call was hung up before the phone rang: the verification ended, or the service stopped',
    ru: 'звонок прекращён раньше, чем телефон зазвонил: проверка закончилась или сервис остановили',
  },
  canceled: {
    en: 'inbound: the verification ended while it waited for the call',
    ru: 'входящий: проверка закончилась, пока ждали звонка',
  },
  'caller not believed': {
    en: 'inbound: a call came, but its number was less trusted than the service demands',
    ru: 'входящий: звонок был, но надёжность номера ниже той, что нужна сервису',
  },
  'from not trusted': {
    en: 'inbound: a call came, but the network did not confirm its number; the operator can change that for the trunk',
    ru: 'входящий: звонок был, но сеть не подтвердила номер; это может изменить администратор в настройках транка',
  },
  'number withheld': {
    en: 'inbound: a call came from a phone that hides its number; the person can call again with the number shown',
    ru: 'входящий: звонок был, но телефон скрывает свой номер; можно позвонить ещё раз, показав номер',
  },
  'no result in time': {
    en: 'no result came in time; nothing was charged',
    ru: 'результат не пришёл вовремя; ничего не списано',
  },
  'the service was restarted': {
    en: 'the service was restarted during the call; nothing was charged',
    ru: 'сервис перезапустили во время звонка; ничего не списано',
  },
  unknown: {
    en: 'the record of the call is gone, so its outcome is not known',
    ru: 'запись о звонке удалена, его итог неизвестен',
  },
}

/** Why a step was not started. */
export const skipTexts: Readonly<Record<SkipReason, BothLanguages>> = {
  mode_not_served: {
    en: 'this mode is not available in the country of the number',
    ru: 'этот режим не работает в стране номера',
  },
  country_not_allowed: {
    en: 'the settings of the service do not allow this country',
    ru: 'настройки сервиса не разрешают эту страну',
  },
  number_not_served: {
    en: 'numbers of this kind are not called: premium-rate, satellite and the like',
    ru: 'на такие номера звонки не выполняются: платные, спутниковые и подобные',
  },
  no_route: {
    en: 'no trunk, caller number or price for this step now',
    ru: 'сейчас для этого шага нет транка, номера или цены',
  },
  max_cost: {
    en: 'the steps together would cost more than `max_cost`',
    ru: 'вместе шаги стоили бы больше `max_cost`',
  },
  own_code_not_served: {
    en: 'the tariff does not serve a `code` of the request',
    ru: 'тариф не обслуживает `code` из запроса',
  },
  no_gateway: {
    en: 'the service has no gateway for this channel, country and length of the code',
    ru: 'у сервиса нет шлюза для этого канала, страны и длины кода',
  },
  insufficient_funds: {
    en: 'there is not enough money on the account',
    ru: 'на счёте не хватает денег',
  },
  spend_cap: {
    en: 'a spend cap is reached',
    ru: 'достигнут лимит расходов',
  },
  expires_first: {
    en: 'the verification expires before the step may start',
    ru: 'проверка истечёт раньше, чем можно начать шаг',
  },
  approved: {
    en: 'the verification was approved before',
    ru: 'проверка уже подтверждена',
  },
  failed: {
    en: 'the verification failed before',
    ru: 'проверка уже не удалась',
  },
  expired: {
    en: 'the verification expired before',
    ru: 'проверка уже истекла',
  },
  canceled: {
    en: 'the verification was canceled before',
    ru: 'проверка уже отменена',
  },
  blocked: {
    en: 'the phone was blocked before',
    ru: 'телефон уже заблокирован',
  },
}

/** Why a verification has ended, as a sentence for people each. */
export const reasonTexts: Readonly<Record<EndReason, Readonly<Record<Language, string>>>> = {
  max_attempts: {
    en: 'The code was typed wrongly as often as it may be.',
    ru: 'Код введён неверно столько раз, сколько допускается.',
  },
  not_reached: {
    en: 'No step reached the phone.',
    ru: 'Ни один шаг не дошёл до телефона.',
  },
  bad_number: {
    en: 'The network says that this number does not exist.',
    ru: 'По данным сети, такого номера нет.',
  },
  do_not_call: {
    en: 'The owner of the number has asked not to be called meanwhile.',
    ru: 'Владелец номера тем временем попросил не звонить.',
  },
  prefix_paused: {
    en: 'Unusual traffic has paused this destination for the service.',
    ru: 'Из-за необычного трафика звонки в этом направлении для сервиса приостановлены.',
  },
  expired: {
    en: 'The time was over before the right code came.',
    ru: 'Время вышло раньше, чем введён верный код.',
  },
  canceled: {
    en: 'The integrator ended it.',
    ru: 'Проверку отменил интегратор.',
  },
  not_acknowledged: {
    en: 'The service failed and may have told nobody of it; no further step was started.',
    ru: 'Из-за сбоя сервис мог никому о ней не сообщить; новые шаги не начинались.',
  },
  phone_blocked: {
    en: 'Too many wrong codes were typed for this phone in a day.',
    ru: 'За сутки для этого телефона введено слишком много неверных кодов.',
  },
  source_blocked: {
    en: 'Too many wrong codes for this phone came from the `ip` or `device_id` of the verification in a day.',
    ru: 'За сутки с адреса `ip` или устройства `device_id` этой проверки введено слишком много неверных кодов для этого телефона.',
  },
}
