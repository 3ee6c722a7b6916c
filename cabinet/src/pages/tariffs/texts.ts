import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const tariffsTexts = withCommon({
  add: ['New tariff', 'Новый тариф'],
  editName: (name: string) => [`Edit ${name}`, `Изменить ${name}`],
  chargesFailed: ['charges failed attempts', 'неудачные попытки платные'],
  chargesFailedLabel: ['Charge failed attempts too', 'Брать деньги и за неудачные попытки'],
  chargesFailedAbout: [
    'Otherwise the money of a failed attempt is released.',
    'Иначе деньги за неудачную попытку возвращаются.',
  ],
  chargesOnApproval: ['charges on approval', 'оплата за подтверждение'],
  chargesOnApprovalLabel: [
    'Charge verifications (/v2) only when they are approved',
    'Проверки (/v2) оплачиваются, только если подтверждены',
  ],
  chargesOnApprovalAbout: [
    'The price of each call stays held until the verification ends. Calls of /v1.0 are charged as before.',
    'Цена каждого звонка удерживается до конца проверки. Звонки по /v1.0 оплачиваются как прежде.',
  ],
  refusesOwnCodes: ['refuses own codes', 'свои коды отклоняются'],
  refusesOwnCodesLabel: ['Refuse codes of the integrator', 'Отклонять свои коды интегратора'],
  refusesOwnCodesAbout: [
    'Whoever sends the code can compare it without us. Otherwise such calls are charged when they are delivered.',
    'Кто передаёт свой код, может сравнить его без нас. Иначе такие звонки оплачиваются, когда доставлены.',
  ],
  chargesSuspects: ['charges suspect calls', 'сомнительные звонки платные'],
  chargesSuspectsLabel: ['Charge suspect voice calls too', 'Брать деньги и за сомнительные голосовые звонки'],
  chargesSuspectsAbout: [
    'The code was spoken, but no sound came from the phone and the carrier did not confirm the end of the call. Otherwise such a call is free.',
    'Код продиктован, но звука с телефона не было и оператор связи не подтвердил завершение звонка. Иначе такой звонок бесплатный.',
  ],
  usedBy: (count: string) => [`Accounts on this tariff: ${count}`, `Аккаунтов на тарифе: ${count}`],
  unused: ['No account is on this tariff', 'Аккаунтов на тарифе нет'],
  prefix: ['Destination', 'Направление'],
  everywhere: ['everywhere', 'куда угодно'],
  price: (currency: string) => [`Price, ${currency}`, `Цена, ${currency}`],
  noPrices: [
    'It has no prices: every request on it is refused.',
    'Цен нет: все запросы на этом тарифе отклоняются.',
  ],
  newTitle: ['New tariff', 'Новый тариф'],
  editTitle: (name: string) => [`Tariff ${name}`, `Тариф ${name}`],
  codeAbout: [
    'Lower-case letters, digits and dashes. It cannot be changed later.',
    'Строчные латинские буквы, цифры, дефис. Потом не меняется.',
  ],
  prices: ['Prices', 'Цены'],
  pricesAbout: [
    'The longest prefix of the number decides. A mode without a price is refused.',
    'Решает самый длинный префикс номера. Режим без цены отклоняется.',
  ],
  prefixAbout: ['digits; empty means everywhere', 'цифры, пусто — куда угодно'],
  addPrice: ['Add a price', 'Добавить цену'],
  removePrice: ['Remove this price', 'Убрать эту цену'],
  takesEffect: [
    'Takes effect from the next call of every account on this tariff.',
    'Действует со следующего звонка для всех аккаунтов на тарифе.',
  ],
})

export const tariffProblems = defineMessages({
  'code-taken': ['There is already a tariff with this code.', 'Тариф с таким кодом уже есть.'],
  'wrong-field': [
    'Check the fields: prices are numbers such as 0.80, prefixes are digits, and each pair of mode and prefix appears once.',
    'Что-то заполнено неверно: цены — числа вроде 0,80, префиксы — цифры, каждая пара режима и префикса один раз.',
  ],
})
