import { defineMessages } from '../../language/texts.ts'

export const firstStepsTexts = defineMessages({
  title: ['First steps', 'Первые шаги'],
  progress: (done: number, all: number) => [`${done} of ${all} done`, `Сделано: ${done} из ${all}`],
  allDone: ['Everything is done.', 'Всё сделано.'],
  dismiss: ['Dismiss the list', 'Убрать список'],
  done: ['done', 'сделано'],
  toDo: ['to do', 'впереди'],
  steps: {
    ring: {
      title: ['Make a phone ring', 'Пусть телефон зазвонит'],
      hint: [
        'The demo phone rings for real: SIP, limits and money as later, only the carrier is simulated.',
        'Демо-телефон звонит по-настоящему: SIP, лимиты и деньги как потом, только оператор связи ненастоящий.',
      ],
      action: ['Make it ring', 'Позвонить'],
    },
    code: {
      title: ['Type the code', 'Введите код'],
      hint: [
        'The last four digits of the number that called.',
        'Последние четыре цифры номера, с которого позвонили.',
      ],
      action: ['Open the sign-in', 'Открыть форму входа'],
    },
    key: {
      title: ['Store a key', 'Сохраните ключ'],
      hint: [
        'Create a key for your program and confirm that you have kept it. It is shown once.',
        'Создайте ключ для программы и подтвердите, что сохранили его. Мы покажем его один раз.',
      ],
      action: ['Create a key', 'Создать ключ'],
    },
    request: {
      title: ['First request from your program', 'Первый запрос из программы'],
      hint: [
        'Copy a line with your address and service in it.',
        'Скопируйте строку, в которой уже есть адрес и id сервиса.',
      ],
      action: ['Open the quick start', 'Открыть быстрый старт'],
    },
    webhook: {
      title: ['Receive a webhook', 'Получите веб-хук'],
      hint: ['Your program is told how a verification ended.', 'Программа узнает, чем закончилась проверка.'],
      action: ['Add an address', 'Добавить адрес'],
    },
    factor: {
      title: ['Protect your sign-in', 'Защитите вход'],
      hint: [
        'A second factor: an app on your phone, in a minute.',
        'Второй фактор: приложение на телефоне, одна минута.',
      ],
      action: ['Switch it on', 'Включить'],
    },
  },
})
