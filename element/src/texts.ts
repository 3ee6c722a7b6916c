/** What the element says. `{caller}`, `{number}`, `{digits}`, `{count}` and `{time}` are filled in. */
export interface Texts {
  /** A call whose number is the code: while it rings, and afterwards. */
  readonly flash: string
  readonly flashDone: string
  readonly voice: string
  readonly voiceDone: string
  readonly mix: string
  readonly mixDone: string
  readonly message: string
  readonly key: string
  readonly inbound: string
  readonly from: string
  readonly undelivered: string
  readonly waiting: string
  readonly code: string
  readonly check: string
  readonly call: string
  readonly qr: string
  readonly timeLeft: string
  readonly attemptsLeft: string
  readonly wrong: string
  readonly nextFlash: string
  readonly nextVoice: string
  readonly nextMix: string
  readonly nextInbound: string
  readonly nextOther: string
  readonly nextLater: string
  readonly retryIn: string
  readonly refused: string
  readonly offline: string
  readonly loading: string
  readonly approved: string
  readonly failed: string
  readonly expired: string
  readonly canceled: string
  readonly blocked: string
}

const en: Texts = {
  flash:
    'We are calling you{caller}; type the last {digits} digits of the number that calls. You need not answer.',
  flashDone: 'We called you{caller}; type the last {digits} digits of that number.',
  voice: 'We are calling you{caller}. Answer: a robot will tell you the code.',
  voiceDone: 'Type the code that the robot told you.',
  mix: 'We are calling you{caller}; type the last {digits} digits of the number that calls, or answer and listen to the code.',
  mixDone: 'We called you{caller}; type the last {digits} digits of that number.',
  message: 'We have sent you a message. Type the code in it.',
  key: 'We are calling you{caller}. Answer and press these keys:',
  inbound:
    'Call this number from the phone that you are confirming. The call itself is enough: nobody answers.',
  from: ' from {number}',
  undelivered: 'We could not reach your phone.',
  waiting: 'The next try follows.',
  code: 'Code, {digits} digits',
  check: 'Confirm',
  call: 'Call {number}',
  qr: 'QR code that dials {number}',
  timeLeft: 'Time left: {time}',
  attemptsLeft: 'Tries left: {count}',
  wrong: 'This code is wrong.',
  nextFlash: 'Another way: a call whose number is the code',
  nextVoice: 'Another way: a robot tells me the code',
  nextMix: 'Another way: a call with the code',
  nextInbound: 'Another way: I call you',
  nextOther: 'Another way',
  nextLater: 'You can choose it when this call has ended.',
  retryIn: 'Please try again in {count} s.',
  refused: 'This is not possible now.',
  offline: 'No connection. We keep trying.',
  loading: 'One moment…',
  approved: 'Your phone is confirmed.',
  failed: 'Your phone could not be confirmed.',
  expired: 'The time is over.',
  canceled: 'The confirmation was canceled.',
  blocked: 'Too many wrong codes. Please try again later.',
}

const ru: Texts = {
  flash: 'Звоним вам{caller}; введите последние {digits} цифры номера, с которого звонят. Отвечать не нужно.',
  flashDone: 'Мы звонили вам{caller}; введите последние {digits} цифры этого номера.',
  voice: 'Звоним вам{caller}. Ответьте: робот продиктует код.',
  voiceDone: 'Введите код, который продиктовал робот.',
  mix: 'Звоним вам{caller}; введите последние {digits} цифры номера, с которого звонят, или ответьте и прослушайте код.',
  mixDone: 'Мы звонили вам{caller}; введите последние {digits} цифры этого номера.',
  message: 'Мы отправили вам сообщение. Введите код из него.',
  key: 'Звоним вам{caller}. Ответьте и нажмите клавиши:',
  inbound:
    'Позвоните на этот номер с телефона, который подтверждаете. Самого звонка достаточно: никто не ответит.',
  from: ' с номера {number}',
  undelivered: 'Не удалось до вас дозвониться.',
  waiting: 'Сейчас попробуем ещё раз.',
  code: 'Код, цифр: {digits}',
  check: 'Подтвердить',
  call: 'Позвонить {number}',
  qr: 'QR-код для звонка на {number}',
  timeLeft: 'Осталось времени: {time}',
  attemptsLeft: 'Осталось попыток: {count}',
  wrong: 'Неверный код.',
  nextFlash: 'Другой способ: звонок, в номере которого код',
  nextVoice: 'Другой способ: робот продиктует код',
  nextMix: 'Другой способ: звонок с кодом',
  nextInbound: 'Другой способ: я позвоню сам',
  nextOther: 'Другой способ',
  nextLater: 'Его можно выбрать, когда закончится этот звонок.',
  retryIn: 'Попробуйте ещё раз через {count} с.',
  refused: 'Сейчас это невозможно.',
  offline: 'Нет соединения. Пробуем снова.',
  loading: 'Секунду…',
  approved: 'Телефон подтверждён.',
  failed: 'Не удалось подтвердить телефон.',
  expired: 'Время вышло.',
  canceled: 'Подтверждение отменено.',
  blocked: 'Слишком много неверных кодов. Попробуйте позже.',
}

const kk: Texts = {
  flash:
    'Сізге{caller} қоңырау шалып жатырмыз. Жауап берудің қажеті жоқ: қоңырау шалған нөмірдің соңғы {digits} цифрын енгізіңіз.',
  flashDone: 'Біз сізге{caller} қоңырау шалдық. Сол нөмірдің соңғы {digits} цифрын енгізіңіз.',
  voice: 'Сізге{caller} қоңырау шалып жатырмыз. Жауап беріңіз: робот кодты айтады.',
  voiceDone: 'Робот айтқан кодты енгізіңіз.',
  mix: 'Сізге{caller} қоңырау шалып жатырмыз. Нөмірдің соңғы {digits} цифрын енгізіңіз немесе жауап беріп, кодты тыңдаңыз.',
  mixDone: 'Біз сізге{caller} қоңырау шалдық. Сол нөмірдің соңғы {digits} цифрын енгізіңіз.',
  message: 'Біз сізге хабарлама жібердік. Ондағы кодты енгізіңіз.',
  key: 'Сізге{caller} қоңырау шалып жатырмыз. Жауап беріп, мына пернелерді басыңыз:',
  inbound:
    'Растап отырған телефоннан осы нөмірге қоңырау шалыңыз. Қоңыраудың өзі жеткілікті: ешкім жауап бермейді.',
  from: ' {number} нөмірінен',
  undelivered: 'Телефоныңызға қоңырау жетпеді.',
  waiting: 'Қазір тағы бір рет көреміз.',
  code: 'Код, цифр саны: {digits}',
  check: 'Растау',
  call: '{number} нөміріне қоңырау шалу',
  qr: '{number} нөміріне қоңырау шалатын QR-код',
  timeLeft: 'Қалған уақыт: {time}',
  attemptsLeft: 'Қалған әрекет саны: {count}',
  wrong: 'Код қате.',
  nextFlash: 'Басқа тәсіл: нөмірінде коды бар қоңырау',
  nextVoice: 'Басқа тәсіл: робот кодты айтады',
  nextMix: 'Басқа тәсіл: коды бар қоңырау',
  nextInbound: 'Басқа тәсіл: өзім қоңырау шаламын',
  nextOther: 'Басқа тәсіл',
  nextLater: 'Оны осы қоңырау аяқталғанда таңдауға болады.',
  retryIn: '{count} секундтан кейін қайталап көріңіз.',
  refused: 'Қазір бұл мүмкін емес.',
  offline: 'Байланыс жоқ. Қайталап көріп жатырмыз.',
  loading: 'Бір сәт…',
  approved: 'Телефоныңыз расталды.',
  failed: 'Телефонды растау мүмкін болмады.',
  expired: 'Уақыт бітті.',
  canceled: 'Растау тоқтатылды.',
  blocked: 'Қате код тым көп енгізілді. Кейінірек қайталап көріңіз.',
}

const languages: Readonly<Record<string, Texts>> = { en, ru, kk }

/** By the first of these language tags that is known; English when none is. */
export function textsFor(...tags: readonly (string | null | undefined)[]): Texts {
  const known = tags.map((tag) => languages[(tag ?? '').slice(0, 2).toLowerCase()])
  return known.find((texts) => texts !== undefined) ?? en
}

export type Filling = Readonly<Record<string, string | number>>

export function fill(text: string, filling: Filling): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(filling[name] ?? whole))
}
