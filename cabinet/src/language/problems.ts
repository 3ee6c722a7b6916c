import { ApiProblem } from '../api/client.ts'
import { useTexts } from './language.tsx'
import { defineMessages, type Texts } from './texts.ts'

/** What happened and what to do, for every error code of the server. */
const texts: Texts<Record<string, string>> = defineMessages({
  'no-connection': [
    'The server cannot be reached. Check the connection.',
    'Сервер недоступен. Проверьте соединение.',
  ],
  'no-answer': [
    'This cannot be loaded now: the server does not answer.',
    'Сейчас это не загрузить: сервер не отвечает.',
  ],
  fault: [
    'Something went wrong on our side. Try again; if it happens again, tell the operator the time.',
    'Произошла ошибка на сервере. Попробуйте ещё раз; если не поможет, сообщите администратору время ошибки.',
  ],
  stopping: [
    'The service is being restarted or is overloaded. Try again in a moment.',
    'Сервис перезапускается или перегружен. Попробуйте через минуту.',
  ],
  'store-away': [
    'The database did not answer in time. Check whether the change was made before you try again.',
    'База данных не ответила вовремя. Прежде чем повторить, проверьте, выполнено ли действие.',
  ],
  'changed-meanwhile': [
    'Somebody else changed the settings at the same moment. Try again.',
    'Настройки в тот же момент менял кто-то ещё. Попробуйте ещё раз.',
  ],
  'not-signed-in': ['You were signed out. Sign in again.', 'Сеанс завершён. Войдите снова.'],
  'not-allowed': [
    'Your role does not allow this. Ask the owner of the account.',
    'Ваша роль этого не позволяет. Обратитесь к владельцу аккаунта.',
  ],
  'operator-factor-needed': [
    'Operators need a second factor here. Switch it on under Account, Security.',
    'Администраторам нужен второй фактор. Включите его на странице «Аккаунт», «Безопасность».',
  ],
  'proof-needed': ['Enter your password again, then repeat this.', 'Введите пароль ещё раз и повторите.'],
  'no-account': [
    'No account is chosen. Choose one in the menu at the top right.',
    'Аккаунт не выбран. Выберите его в меню справа вверху.',
  ],
  'not-found': [
    'Not found: it was removed, or it belongs to another account.',
    'Не найдено: удалено или принадлежит другому аккаунту.',
  ],
  'wrong-password': ['The e-mail or the password is wrong.', 'Неверная почта или пароль.'],
  'too-many-attempts': [
    'Too many attempts. Wait a few minutes and try again.',
    'Слишком много попыток. Подождите несколько минут.',
  ],
  'too-many-requests': [
    'Too many requests from your network. Wait a moment and try again.',
    'Слишком много запросов из вашей сети. Подождите немного и попробуйте ещё раз.',
  ],
  'address-blocked': [
    'The operator has blocked your network address.',
    'Администратор заблокировал ваш сетевой адрес.',
  ],
  busy: [
    'Too many people are signing in right now. Try again in a few seconds.',
    'Сейчас входит слишком много людей. Попробуйте через несколько секунд.',
  ],
  'foreign-origin': ['The page is out of date. Reload it.', 'Страница устарела. Обновите её.'],
  unreadable: [
    'The request could not be read. Reload the page.',
    'Запрос не удалось прочитать. Обновите страницу.',
  ],
})

/** Returns the sentence for an error. A page passes sentences for its own codes. */
export function useProblemText(errorTexts: Texts<Record<string, string>> = { en: {}, ru: {} }) {
  const known = useTexts(texts)
  const more = useTexts(errorTexts)
  return (error: unknown): string => {
    if (!(error instanceof ApiProblem)) return known.fault!
    return more[error.code] ?? known[error.code] ?? error.message
  }
}
