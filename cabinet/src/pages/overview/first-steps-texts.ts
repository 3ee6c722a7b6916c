export const firstStepsTexts = {
  en: {
    title: 'First steps',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    allDone: 'Everything is done.',
    dismiss: 'Dismiss the list',
    done: 'done',
    toDo: 'to do',
    steps: {
      ring: {
        title: 'Make a phone ring',
        hint: 'The demo phone rings for real: SIP, limits and money as later, only the carrier is simulated.',
        action: 'Make it ring',
      },
      code: {
        title: 'Type the code',
        hint: 'The last four digits of the number that called.',
        action: 'Open the sign-in',
      },
      key: {
        title: 'Store a key',
        hint: 'Create a key for your program and confirm that you have kept it. It is shown once.',
        action: 'Create a key',
      },
      request: {
        title: 'First request from your program',
        hint: 'Copy a line with your address and service in it.',
        action: 'Open the quick start',
      },
      webhook: {
        title: 'Receive a webhook',
        hint: 'Your program is told how a verification ended.',
        action: 'Add an address',
      },
      factor: {
        title: 'Protect your sign-in',
        hint: 'A second factor: an app on your phone, in a minute.',
        action: 'Switch it on',
      },
    },
  },
  ru: {
    title: 'Первые шаги',
    progress: (done: number, all: number) => `Сделано: ${done} из ${all}`,
    allDone: 'Всё сделано.',
    dismiss: 'Убрать список',
    done: 'сделано',
    toDo: 'впереди',
    steps: {
      ring: {
        title: 'Пусть телефон зазвонит',
        hint: 'Демо-телефон звонит по-настоящему: SIP, лимиты и деньги как потом, только оператор связи ненастоящий.',
        action: 'Позвонить',
      },
      code: {
        title: 'Введите код',
        hint: 'Последние четыре цифры номера, с которого позвонили.',
        action: 'Открыть форму входа',
      },
      key: {
        title: 'Сохраните ключ',
        hint: 'Создайте ключ для программы и подтвердите, что сохранили его. Мы покажем его один раз.',
        action: 'Создать ключ',
      },
      request: {
        title: 'Первый запрос из программы',
        hint: 'Скопируйте строку, в которой уже есть адрес и id сервиса.',
        action: 'Открыть быстрый старт',
      },
      webhook: {
        title: 'Получите веб-хук',
        hint: 'Программа узнает, чем закончилась проверка.',
        action: 'Добавить адрес',
      },
      factor: {
        title: 'Защитите вход',
        hint: 'Второй фактор: приложение на телефоне, одна минута.',
        action: 'Включить',
      },
    },
  },
}
