import type { AccessFacts } from '@ringkey/server/cabinet-api'
import { inRussian } from '../account/actions-in-russian.ts'

type Sentences = { readonly [Kind in keyof AccessFacts]: (facts: AccessFacts[Kind]) => string }

const purposes: Readonly<Record<'en' | 'ru', Readonly<Record<string, string>>>> = {
  en: {
    'new-password': 'for a new password',
    'new-email': 'for a new e-mail',
    'sign-up': 'to sign up',
    'join-account': 'to join an account',
    'become-operator': 'to become an operator',
  },
  ru: {
    'new-password': 'для нового пароля',
    'new-email': 'для новой почты',
    'sign-up': 'для регистрации',
    'join-account': 'в команду аккаунта',
    'become-operator': 'чтобы стать администратором',
  },
}

/** A sentence for each event of sign-in to the cabinet and of API keys. */
export const accessTexts: Readonly<Record<'en' | 'ru', Sentences>> = {
  en: {
    'signed-in': ({ by }) =>
      ({
        password: 'signed in with the password',
        app: 'signed in with a code of the app',
        'recovery-code': 'signed in with a recovery code',
        messenger: 'signed in, confirmed in the messenger',
        link: 'signed in by a link',
      })[by],
    'signed-out': () => 'signed out',
    'sign-in-refused': ({ reason }) =>
      ({
        password: 'sign-in refused: wrong password',
        'unknown-email': 'sign-in refused: nobody has this e-mail',
        'second-factor': 'sign-in refused: wrong code',
        messenger: 'sign-in refused in the messenger',
        'link-ended': 'a link that does not work was tried',
        'too-many': 'sign-in refused: too many attempts',
      })[reason],
    'proof-refused': ({ reason }) =>
      reason === 'password' ? 'wrong password inside the cabinet' : 'wrong code inside the cabinet',
    'sessions-ended': ({ which }) => (which === 'one' ? 'a session ended' : 'all other sessions ended'),
    'link-asked': ({ purpose }) => `link requested ${purposes.en[purpose] ?? purpose}`,
    'link-used': ({ purpose }) => `link used ${purposes.en[purpose] ?? purpose}`,
    'password-changed': ({ by }) => (by === 'link' ? 'password replaced by a link' : 'password changed'),
    'second-factor-changed': ({ change }) => change,
    'key-refused': ({ service, reason }) => {
      if (reason === 'admin-token') return 'unknown token of the admin API'
      if (reason === 'unknown-service') return 'key refused: there is no such service'
      if (service === null) return 'keys refused: malformed, or for several services'
      return reason === 'key'
        ? `wrong key of service ${service}`
        : `right key of service ${service} from an address that is not on its list`
    },
  },
  ru: {
    'signed-in': ({ by }) =>
      ({
        password: 'вход по паролю',
        app: 'вход с кодом из приложения',
        'recovery-code': 'вход с резервным кодом',
        messenger: 'вход, подтверждён в мессенджере',
        link: 'вход по ссылке',
      })[by],
    'signed-out': () => 'выход',
    'sign-in-refused': ({ reason }) =>
      ({
        password: 'вход отклонён: неверный пароль',
        'unknown-email': 'вход отклонён: такой почты нет',
        'second-factor': 'вход отклонён: неверный код',
        messenger: 'вход отклонён в мессенджере',
        'link-ended': 'открыта недействительная ссылка',
        'too-many': 'вход отклонён: слишком много попыток',
      })[reason],
    'proof-refused': ({ reason }) =>
      reason === 'password' ? 'неверный пароль внутри кабинета' : 'неверный код внутри кабинета',
    'sessions-ended': ({ which }) => (which === 'one' ? 'сеанс завершён' : 'остальные сеансы завершены'),
    'link-asked': ({ purpose }) => `запрошена ссылка ${purposes.ru[purpose] ?? purpose}`,
    'link-used': ({ purpose }) => `использована ссылка ${purposes.ru[purpose] ?? purpose}`,
    'password-changed': ({ by }) => (by === 'link' ? 'новый пароль по ссылке' : 'пароль изменён'),
    'second-factor-changed': ({ change }) => inRussian(change),
    'key-refused': ({ service, reason }) => {
      if (reason === 'admin-token') return 'неизвестный токен admin API'
      if (reason === 'unknown-service') return 'ключ отклонён: такого сервиса нет'
      if (service === null) return 'ключи отклонены: неверный вид или ключи разных сервисов'
      return reason === 'key'
        ? `неверный ключ сервиса ${service}`
        : `верный ключ сервиса ${service} с адреса не из списка`
    },
  },
}
