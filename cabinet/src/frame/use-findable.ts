import { useMantineColorScheme } from '@mantine/core'
import { useLocation } from 'wouter'
import { useMay, useMe } from '../api/me.ts'
import { useServices } from '../api/services.ts'
import { useLanguage, useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { useOpenPages } from '../pages/open-pages.ts'
import { navigationTexts } from '../pages/texts.ts'
import { setSearchText } from '../pages/verifications/search-text.ts'
import { matches } from './matches.ts'
import { synonyms } from './synonyms.ts'

/** More would have to be read, not seen. */
const maxFound = 12

const texts = defineMessages({
  page: ['page', 'страница'],
  service: ['service', 'сервис'],
  action: ['action', 'действие'],
  open: (id: string) => [`Open call ${id}`, `Открыть звонок ${id}`],
  openVerification: (id: string) => [`Open verification ${id}`, `Открыть проверку ${id}`],
  search: (typed: string) => [
    `Search calls and verifications for “${typed}”`,
    `Искать звонки и проверки: «${typed}»`,
  ],
  call: ['Place a call', 'Позвонить для проверки'],
  rotate: (service: string) => [`Rotate the key of ${service}`, `Сменить ключ: ${service}`],
  setting: ['setting', 'настройка'],
  tabs: {
    workflow: ['order of calls', 'порядок звонков'],
    consent: ['consent', 'согласие'],
  },
  account: {
    password: ['Change the password', 'Сменить пароль'],
    factor: ['Second factor', 'Второй фактор'],
    team: ['Invite a colleague', 'Пригласить коллегу'],
  },
  language: ['Перейти на русский', 'Switch to English'],
  dark: ['Dark theme', 'Тёмная тема'],
  light: ['Light theme', 'Светлая тема'],
})

const settings = ['workflow', 'consent'] as const
const accountSettings = ['password', 'factor', 'team'] as const
/** Other words for a setting, in both languages. */
const also = {
  workflow: 'workflow fallback steps order modes порядок шаги режимы',
  consent: 'consent согласие',
  password: 'password пароль',
  factor: 'second factor 2fa totp authenticator второй фактор двухфакторная',
  team: 'team members invite colleague role команда участники пригласить роль',
}

interface Findable {
  readonly key: string
  readonly name: string
  /** Words by which it is found too. */
  readonly also?: string | undefined
  readonly kind: string
  readonly run: () => void
}

/** What the palette offers for the letters that were typed, the likeliest first. */
export function useFindable(typed: string): readonly Findable[] {
  const text = useTexts(texts)
  const names = useTexts(navigationTexts)
  const [, navigate] = useLocation()
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const hasAccount = useMe().account !== null
  const mayCall = useMay('change-services')
  const mayRead = useMay('read')
  const services = useServices().data ?? []
  const pages = useOpenPages().filter(({ path }) => !path.includes(':'))
  const action = (key: string, name: string, run: () => void) => ({ key, name, kind: text.action, run })
  const all: Findable[] = [
    ...pages.map(({ path, name }) => ({
      key: path,
      name: names[name],
      also: synonyms[path],
      kind: text.page,
      run: () => navigate(path),
    })),
    ...services.map(({ id, name }) => ({
      key: `service ${id}`,
      name: `${name} · ${id}`,
      kind: text.service,
      run: () => navigate(`/services/${id}`),
    })),
    ...(mayCall ? [action('call', text.call, () => navigate('/try'))] : []),
    ...(mayCall ? services : []).map(({ id, name }) => ({
      ...action(`rotate ${id}`, text.rotate(name), () => navigate(`/services/${id}?tab=keys`)),
      also: 'rotate key secret ротация сменить заменить ключ',
    })),
    ...services.flatMap(({ id, name }) =>
      settings.map((tab) => ({
        ...action(`${tab} ${id}`, `${name}: ${text.tabs[tab]}`, () => navigate(`/services/${id}?tab=${tab}`)),
        kind: text.setting,
        also: also[tab],
      })),
    ),
    ...accountSettings.map((part) => ({
      ...action(part, text.account[part], () => navigate('/account')),
      kind: text.setting,
      also: also[part],
    })),
    action('language', text.language, () => choose(language === 'en' ? 'ru' : 'en')),
    colorScheme === 'dark'
      ? action('theme', text.light, () => setColorScheme('light'))
      : action('theme', text.dark, () => setColorScheme('dark')),
  ]
  const searchText = typed.trim()
  const search = action('search', text.search(searchText), () => {
    // Not in the address: it may be a phone number.
    navigate('/verifications')
    setSearchText(searchText)
  })
  const isCall = /^\d{1,10}$/.test(searchText)
  const isVerification = /^vf_[0-9a-f]{32}$/.test(searchText)
  const open = action('open', isCall ? text.open(searchText) : text.openVerification(searchText), () =>
    navigate(`/verifications/${searchText}`),
  )
  return [
    ...((isCall || isVerification) && mayRead ? [open] : []),
    ...all.filter(({ name }) => matches(name, searchText)),
    ...all.filter(
      ({ name, also = '' }) => !matches(name, searchText) && matches(`${name} ${also}`, searchText),
    ),
    ...(searchText !== '' && hasAccount && mayRead ? [search] : []),
  ].slice(0, searchText === '' ? pages.length + services.length : maxFound)
}
