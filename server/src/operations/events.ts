import type { keyKinds, signInKinds } from '../storage/queries/operators-log.ts'
import type { Role } from '../storage/queries/people.ts'
import type { Both } from './wording.ts'

const signedIn = {
  password: ['signed in with the password', 'вход по паролю'],
  app: ['signed in with a code of the app', 'вход с кодом из приложения'],
  'recovery-code': ['signed in with a recovery code', 'вход с резервным кодом'],
  messenger: ['signed in, confirmed in the messenger', 'вход, подтверждён в мессенджере'],
  link: ['signed in by a link', 'вход по ссылке'],
} as const satisfies Readonly<Record<string, Both>>

const refused = {
  password: ['sign-in refused: wrong password', 'вход отклонён: неверный пароль'],
  'unknown-email': ['sign-in refused: nobody has this e-mail', 'вход отклонён: такой почты нет'],
  'second-factor': ['sign-in refused: wrong code', 'вход отклонён: неверный код'],
  messenger: ['sign-in refused in the messenger', 'вход отклонён в мессенджере'],
  'link-ended': ['a link that does not work was tried', 'открыта недействительная ссылка'],
  'too-many': ['sign-in refused: too many attempts', 'вход отклонён: слишком много попыток'],
} as const satisfies Readonly<Record<string, Both>>

const factorChanges = {
  'app-connected': ['authenticator app connected', 'подключено приложение с кодами'],
  'app-removed': ['authenticator app removed', 'приложение с кодами отключено'],
  'messenger-on': ['sign-ins are confirmed in the messenger', 'вход подтверждается в мессенджере'],
  'messenger-off': [
    'sign-ins are no longer confirmed in the messenger',
    'вход больше не подтверждается в мессенджере',
  ],
  'messenger-removed': ['messenger disconnected', 'мессенджер отключён'],
  'codes-made': ['new recovery codes made', 'выпущены новые резервные коды'],
} as const satisfies Readonly<Record<string, Both>>
export type FactorChange = keyof typeof factorChanges

const purposes: Readonly<Record<string, Both>> = {
  'new-password': ['for a new password', 'для нового пароля'],
  'new-email': ['for a new e-mail', 'для новой почты'],
  'sign-up': ['to sign up', 'для регистрации'],
  'join-account': ['to join an account', 'в команду аккаунта'],
  'become-operator': ['to become an operator', 'чтобы стать администратором'],
}
const purposeOf = (purpose: string): Both => purposes[purpose] ?? [purpose, purpose]

type KeyReason = 'key' | 'unknown-service' | 'address' | 'admin-token'

const roles: Readonly<Record<Role, string>> = {
  owner: 'владелец',
  developer: 'разработчик',
  accountant: 'бухгалтер',
  'read-only': 'только чтение',
}

/** What happens at sign-in and with API keys, and its facts: no token, no code, no password, no key. */
const accessSentences = {
  /** The last correct factor. */
  'signed-in': ({ by }: { by: keyof typeof signedIn }) => signedIn[by],
  'signed-out': (_: NoFacts): Both => ['signed out', 'выход'],
  'sign-in-refused': ({ reason }: { reason: keyof typeof refused }) => refused[reason],
  /** A signed-in person was asked for the password or code again and failed. */
  'proof-refused': ({ reason }: { reason: 'password' | 'second-factor' }): Both =>
    reason === 'password'
      ? ['wrong password inside the cabinet', 'неверный пароль внутри кабинета']
      : ['wrong code inside the cabinet', 'неверный код внутри кабинета'],
  'sessions-ended': ({ which }: { which: 'one' | 'others' }): Both =>
    which === 'one'
      ? ['a session ended', 'сеанс завершён']
      : ['all other sessions ended', 'остальные сеансы завершены'],
  'link-asked': ({ purpose }: { purpose: string }): Both => {
    const [en, ru] = purposeOf(purpose)
    return [`link requested ${en}`, `запрошена ссылка ${ru}`]
  },
  'link-used': ({ purpose }: { purpose: string }): Both => {
    const [en, ru] = purposeOf(purpose)
    return [`link used ${en}`, `использована ссылка ${ru}`]
  },
  'password-changed': ({ by }: { by: 'password' | 'link' }): Both =>
    by === 'link'
      ? ['password replaced by a link', 'новый пароль по ссылке']
      : ['password changed', 'пароль изменён'],
  'second-factor-changed': ({ change }: { change: FactorChange }) => factorChanges[change],
  /** A secret key was wrong, belonged to an unknown service (null), or came from an address that is not allowed. */
  'key-refused': ({ service, reason }: { service: number | null; reason: KeyReason }): Both => {
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
} satisfies Readonly<Record<AccessKind, (facts: never) => Both>>

export type AccessKind = (typeof signInKinds | typeof keyKinds)[number]

type NoFacts = Readonly<Record<string, never>>
type Membership = { readonly email: string; readonly role: Role }

/** What the people of an account do that is no operation. */
const accountSentences = {
  'signed-up': (_: NoFacts): Both => ['account created', 'аккаунт создан'],
  'email-changed': ({ from, to }: { from: string; to: string }): Both => [
    `e-mail of ${from} changed to ${to}`,
    `почта ${from} изменена на ${to}`,
  ],
  'operator-joined': ({ email }: { email: string }): Both => [
    `${email} became an operator`,
    `${email} теперь администратор`,
  ],
  'member-invited': ({ email, role }: Membership): Both => [
    `${email} invited as ${role}`,
    `приглашение для ${email}: ${roles[role]}`,
  ],
  'invitation-withdrawn': ({ email }: { email: string }): Both => [
    `invitation of ${email} withdrawn`,
    `приглашение для ${email} отозвано`,
  ],
  'member-joined': ({ email, role }: Membership): Both => [
    `${email} joined as ${role}`,
    `${email} в команде: ${roles[role]}`,
  ],
  'member-changed': ({ email, role }: Membership): Both => [
    `${email} is now ${role}`,
    `роль ${email}: ${roles[role]}`,
  ],
  'member-removed': ({ email }: { email: string }): Both => [
    `${email} removed`,
    `${email} больше не в команде`,
  ],
  'member-left': ({ email }: { email: string }): Both => [`${email} left`, `${email} вышел из команды`],
  'own-phone-called': (_: NoFacts): Both => ['own phone called', 'звонок на свой телефон'],
  'own-phone-confirmed': (_: NoFacts): Both => ['own phone confirmed', 'свой телефон подтверждён'],
  'balance-notice': ({ on }: { on: boolean }): Both =>
    on
      ? ['low-balance notice set', 'уведомление о низком балансе включено']
      : ['low-balance notice switched off', 'уведомление о низком балансе выключено'],
  'call-placed': ({ call, service }: { call: number; service: number }): Both => [
    `call ${call} placed from the cabinet, service ${service}`,
    `звонок ${call} начат из кабинета, сервис ${service}`,
  ],
  'verification-placed': ({ verification, service }: { verification: string; service: number }): Both => [
    `verification ${verification} placed from the cabinet, service ${service}`,
    `проверка ${verification} начата из кабинета, сервис ${service}`,
  ],
  'verification-canceled': ({ verification }: { verification: string }): Both => [
    `verification ${verification} canceled from the cabinet`,
    `проверка ${verification} отменена из кабинета`,
  ],
  'code-shown': ({ call }: { call: number }): Both => [
    `code of call ${call} shown`,
    `код звонка ${call} показан`,
  ],
}

export const eventSentences = { ...accessSentences, ...accountSentences }
export type EventKind = keyof typeof eventSentences
export type EventFacts = { readonly [Kind in EventKind]: Parameters<(typeof eventSentences)[Kind]>[0] }
