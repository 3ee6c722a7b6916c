import { ApiProblem } from '../api/client.ts'
import { type Texts, useTexts } from './language.tsx'

/** What happened and what to do, for every error code of the server. */
const texts: Texts<Record<string, string>> = {
  en: {
    'no-connection': 'The server cannot be reached. Check the connection.',
    fault: 'Something went wrong on our side. Try again; if it happens again, tell the operator the time.',
    stopping: 'The service is being restarted or is overloaded. Try again in a moment.',
    'store-away':
      'The database did not answer in time. Check whether the change was made before you try again.',
    'changed-meanwhile': 'Somebody else changed the settings at the same moment. Try again.',
    'not-signed-in': 'You were signed out. Sign in again.',
    'not-allowed': 'Your role does not allow this. Ask the owner of the account.',
    'operator-factor-needed': 'Operators need a second factor here. Switch it on under Account, Security.',
    'proof-needed': 'Enter your password again, then repeat this.',
    'no-account': 'No account is chosen. Choose one in the menu at the top right.',
    'not-found': 'Not found: it was removed, or it belongs to another account.',
    'wrong-password': 'The e-mail or the password is wrong.',
    'too-many-attempts': 'Too many attempts. Wait a few minutes and try again.',
    'too-many-requests': 'Too many requests from your network. Wait a moment and try again.',
    'address-blocked': 'The operator has blocked your network address.',
    busy: 'Too many people are signing in right now. Try again in a few seconds.',
    'foreign-origin': 'The page is out of date. Reload it.',
    unreadable: 'The request could not be read. Reload the page.',
  },
  ru: {
    'no-connection': 'Сервер недоступен. Проверьте соединение.',
    fault:
      'Произошла ошибка на сервере. Попробуйте ещё раз; если не поможет, сообщите администратору время ошибки.',
    stopping: 'Сервис перезапускается или перегружен. Попробуйте через минуту.',
    'store-away': 'База данных не ответила вовремя. Прежде чем повторить, проверьте, выполнено ли действие.',
    'changed-meanwhile': 'Настройки в тот же момент менял кто-то ещё. Попробуйте ещё раз.',
    'not-signed-in': 'Сеанс завершён. Войдите снова.',
    'not-allowed': 'Ваша роль этого не позволяет. Обратитесь к владельцу аккаунта.',
    'operator-factor-needed':
      'Администраторам нужен второй фактор. Включите его на странице «Аккаунт», «Безопасность».',
    'proof-needed': 'Введите пароль ещё раз и повторите.',
    'no-account': 'Аккаунт не выбран. Выберите его в меню справа вверху.',
    'not-found': 'Не найдено: удалено или принадлежит другому аккаунту.',
    'wrong-password': 'Неверная почта или пароль.',
    'too-many-attempts': 'Слишком много попыток. Подождите несколько минут.',
    'too-many-requests': 'Слишком много запросов из вашей сети. Подождите немного и попробуйте ещё раз.',
    'address-blocked': 'Администратор заблокировал ваш сетевой адрес.',
    busy: 'Сейчас входит слишком много людей. Попробуйте через несколько секунд.',
    'foreign-origin': 'Страница устарела. Обновите её.',
    unreadable: 'Запрос не удалось прочитать. Обновите страницу.',
  },
}

/** Returns the sentence for an error. A page passes sentences for its own codes. */
export function useProblemText(own: Texts<Record<string, string>> = { en: {}, ru: {} }) {
  const known = useTexts(texts)
  const more = useTexts(own)
  return (error: unknown): string => {
    if (!(error instanceof ApiProblem)) return known.fault!
    return more[error.code] ?? known[error.code] ?? error.message
  }
}
