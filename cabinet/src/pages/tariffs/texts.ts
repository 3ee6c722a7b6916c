import { terms } from '../../language/terms.ts'

export const tariffsTexts = {
  en: {
    add: 'New tariff',
    edit: 'Edit',
    editName: (name: string) => `Edit ${name}`,
    chargesFailed: 'charges failed attempts',
    chargesFailedLabel: 'Charge failed attempts too',
    chargesFailedAbout: 'Otherwise the money of a failed attempt is released.',
    chargesOnApproval: 'charges on approval',
    chargesOnApprovalLabel: 'Charge verifications (/v2) only when they are approved',
    chargesOnApprovalAbout:
      'The price of each call stays held until the verification ends. Calls of /v1.0 are charged as before.',
    refusesOwnCodes: 'refuses own codes',
    refusesOwnCodesLabel: 'Refuse codes of the integrator',
    refusesOwnCodesAbout:
      'Whoever sends the code can compare it without us. Otherwise such calls are charged when they are delivered.',
    chargesSuspects: 'charges suspect calls',
    chargesSuspectsLabel: 'Charge suspect voice calls too',
    chargesSuspectsAbout:
      'The code was spoken, but no sound came from the phone and the carrier did not confirm the end of the call. Otherwise such a call is free.',
    usedBy: (count: string) => `Accounts on this tariff: ${count}`,
    unused: 'No account is on this tariff',
    mode: terms.en.mode,
    prefix: 'Destination',
    everywhere: 'everywhere',
    price: 'Price, ₽',
    modes: terms.en.modes,
    noPrices: 'It has no prices: every request on it is refused.',
    newTitle: 'New tariff',
    editTitle: (name: string) => `Tariff ${name}`,
    code: 'Code',
    codeAbout: 'Lower-case letters, digits and dashes. It cannot be changed later.',
    name: 'Name',
    prices: 'Prices',
    pricesAbout: 'The longest prefix of the number decides. A mode without a price is refused.',
    prefixAbout: 'digits; empty means everywhere',
    addPrice: 'Add a price',
    removePrice: 'Remove this price',
    save: 'Save',
    takesEffect: 'Takes effect from the next call of every account on this tariff.',
  },
  ru: {
    add: 'Новый тариф',
    edit: 'Изменить',
    editName: (name: string) => `Изменить ${name}`,
    chargesFailed: 'неудачные попытки платные',
    chargesFailedLabel: 'Брать деньги и за неудачные попытки',
    chargesFailedAbout: 'Иначе деньги за неудачную попытку возвращаются.',
    chargesOnApproval: 'оплата за подтверждение',
    chargesOnApprovalLabel: 'Проверки (/v2) оплачиваются, только если подтверждены',
    chargesOnApprovalAbout:
      'Цена каждого звонка удерживается до конца проверки. Звонки по /v1.0 оплачиваются как прежде.',
    refusesOwnCodes: 'свои коды отклоняются',
    refusesOwnCodesLabel: 'Отклонять свои коды интегратора',
    refusesOwnCodesAbout:
      'Кто передаёт свой код, может сравнить его без нас. Иначе такие звонки оплачиваются, когда доставлены.',
    chargesSuspects: 'сомнительные звонки платные',
    chargesSuspectsLabel: 'Брать деньги и за сомнительные голосовые звонки',
    chargesSuspectsAbout:
      'Код продиктован, но звука с телефона не было и оператор связи не подтвердил завершение звонка. Иначе такой звонок бесплатный.',
    usedBy: (count: string) => `Аккаунтов на тарифе: ${count}`,
    unused: 'Аккаунтов на тарифе нет',
    mode: terms.ru.mode,
    prefix: 'Направление',
    everywhere: 'куда угодно',
    price: 'Цена, ₽',
    modes: terms.ru.modes,
    noPrices: 'Цен нет: все запросы на этом тарифе отклоняются.',
    newTitle: 'Новый тариф',
    editTitle: (name: string) => `Тариф ${name}`,
    code: 'Код',
    codeAbout: 'Строчные латинские буквы, цифры, дефис. Потом не меняется.',
    name: 'Название',
    prices: 'Цены',
    pricesAbout: 'Решает самый длинный префикс номера. Режим без цены отклоняется.',
    prefixAbout: 'цифры, пусто — куда угодно',
    addPrice: 'Добавить цену',
    removePrice: 'Убрать эту цену',
    save: 'Сохранить',
    takesEffect: 'Действует со следующего звонка для всех аккаунтов на тарифе.',
  },
}

export const tariffProblems = {
  en: {
    'code-taken': 'There is already a tariff with this code.',
    'wrong-field':
      'Check the fields: prices are in roubles such as 0.80, prefixes are digits, and each pair of mode and prefix appears once.',
  },
  ru: {
    'code-taken': 'Тариф с таким кодом уже есть.',
    'wrong-field':
      'Что-то заполнено неверно: цены — рубли вроде 0,80, префиксы — цифры, каждая пара режима и префикса один раз.',
  },
}
