export const sipTallyTexts = {
  en: {
    title: 'SIP on this node since its start',
    carried: (sent: string, received: string) => `${sent} messages sent, ${received} received.`,
    names: {
      strangers: 'From unknown addresses',
      retransmitted: 'Sent again',
      timedOut: 'Timed out',
      unreadable: 'Not understood',
      droppedAnswers: 'Answers dropped',
      faults: 'Own faults',
    },
    about: {
      strangers: 'Messages and connections from addresses that belong to no trunk. They are not answered.',
      retransmitted: 'No answer had come in time. Many of them mean a lossy network or a slow carrier.',
      timedOut: 'Requests that never got a final answer.',
      unreadable: 'Messages that are not valid SIP. They were dropped or refused.',
      droppedAnswers: 'They belong to no request of ours, or came from another address than the trunk’s.',
      faults: 'Messages that our own code failed on. Each is in the log: please report them.',
    },
  },
  ru: {
    title: 'SIP на этом узле с момента запуска',
    carried: (sent: string, received: string) => `Сообщений отправлено: ${sent}, получено: ${received}.`,
    names: {
      strangers: 'С неизвестных адресов',
      retransmitted: 'Отправлено повторно',
      timedOut: 'Без ответа',
      unreadable: 'Не разобрано',
      droppedAnswers: 'Ответы отброшены',
      faults: 'Сбои сервиса',
    },
    about: {
      strangers: 'Сообщения и соединения с адресов, которых нет ни у одного транка. Им не отвечаем.',
      retransmitted:
        'Ответ не пришёл вовремя. Если их много, сеть теряет пакеты или оператор связи отвечает медленно.',
      timedOut: 'Запросы, на которые не пришёл окончательный ответ.',
      unreadable: 'Сообщения не по правилам SIP. Отброшены или отклонены.',
      droppedAnswers: 'Не относятся к нашим запросам или пришли не с адреса транка.',
      faults: 'Сообщения, на которых ошибся сам сервис. Каждое есть в журнале: сообщите о них нам.',
    },
  },
}
