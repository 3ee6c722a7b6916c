import type { AccessFacts } from '@ringkey/server/cabinet-api'
import type { Both } from '../../language/texts.ts'
import { inRussian } from '../account/actions-in-russian.ts'

type BothSentences = { readonly [Kind in keyof AccessFacts]: (facts: AccessFacts[Kind]) => Both }

const purposes: Readonly<Record<string, Both>> = {
  'new-password': ['for a new password', 'для нового пароля'],
  'new-email': ['for a new e-mail', 'для новой почты'],
  'sign-up': ['to sign up', 'для регистрации'],
  'join-account': ['to join an account', 'в команду аккаунта'],
  'become-operator': ['to become an operator', 'чтобы стать администратором'],
}
const purposeOf = (purpose: string): Both => purposes[purpose] ?? [purpose, purpose]

const signedIn: Readonly<Record<AccessFacts['signed-in']['by'], Both>> = {
  password: ['signed in with the password', 'вход по паролю'],
  app: ['signed in with a code of the app', 'вход с кодом из приложения'],
  'recovery-code': ['signed in with a recovery code', 'вход с резервным кодом'],
  messenger: ['signed in, confirmed in the messenger', 'вход, подтверждён в мессенджере'],
  link: ['signed in by a link', 'вход по ссылке'],
}

const refused: Readonly<Record<AccessFacts['sign-in-refused']['reason'], Both>> = {
  password: ['sign-in refused: wrong password', 'вход отклонён: неверный пароль'],
  'unknown-email': ['sign-in refused: nobody has this e-mail', 'вход отклонён: такой почты нет'],
  'second-factor': ['sign-in refused: wrong code', 'вход отклонён: неверный код'],
  messenger: ['sign-in refused in the messenger', 'вход отклонён в мессенджере'],
  'link-ended': ['a link that does not work was tried', 'открыта недействительная ссылка'],
  'too-many': ['sign-in refused: too many attempts', 'вход отклонён: слишком много попыток'],
}

/** A sentence for each event of sign-in to the cabinet and of API keys. */
export const accessSentences: BothSentences = {
  'signed-in': ({ by }) => signedIn[by],
  'signed-out': () => ['signed out', 'выход'],
  'sign-in-refused': ({ reason }) => refused[reason],
  'proof-refused': ({ reason }) =>
    reason === 'password'
      ? ['wrong password inside the cabinet', 'неверный пароль внутри кабинета']
      : ['wrong code inside the cabinet', 'неверный код внутри кабинета'],
  'sessions-ended': ({ which }) =>
    which === 'one'
      ? ['a session ended', 'сеанс завершён']
      : ['all other sessions ended', 'остальные сеансы завершены'],
  'link-asked': ({ purpose }) => {
    const [en, ru] = purposeOf(purpose)
    return [`link requested ${en}`, `запрошена ссылка ${ru}`]
  },
  'link-used': ({ purpose }) => {
    const [en, ru] = purposeOf(purpose)
    return [`link used ${en}`, `использована ссылка ${ru}`]
  },
  'password-changed': ({ by }) =>
    by === 'link'
      ? ['password replaced by a link', 'новый пароль по ссылке']
      : ['password changed', 'пароль изменён'],
  'second-factor-changed': ({ change }) => [change, inRussian(change)],
  'key-refused': ({ service, reason }) => {
    if (reason === 'admin-token') return ['unknown token of the admin API', 'неизвестный токен admin API']
    if (reason === 'unknown-service')
      return ['key refused: there is no such service', 'ключ отклонён: такого сервиса нет']
    if (service === null)
      return [
        'keys refused: malformed, or for several services',
        'ключи отклонены: неверный вид или ключи разных сервисов',
      ]
    return reason === 'key'
      ? [`wrong key of service ${service}`, `неверный ключ сервиса ${service}`]
      : [
          `right key of service ${service} from an address that is not on its list`,
          `верный ключ сервиса ${service} с адреса не из списка`,
        ]
  },
}
