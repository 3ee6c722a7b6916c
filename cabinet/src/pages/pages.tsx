import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { consolePath, isInConsole } from './console-path.ts'
import { useOpenPages, usePageEntry } from './open-pages.ts'

const texts = defineMessages({
  nothing: ['There is no such page', 'Такой страницы нет'],
  closed: ['Your role does not show this page', 'С вашей ролью этой страницы не видно'],
  back: ['Choose one in the menu.', 'Выберите страницу в меню.'],
})

/** The page of the address, if it exists and this person may see it. */
export function Pages() {
  const text = useTexts(texts)
  const open = useOpenPages()
  const [location] = useLocation()
  const search = useSearch()
  const tabs = open.filter(({ isTab }) => isTab)
  const ofConsole = tabs.find(({ path }) => isInConsole(path))
  // An operator without an account has the console and the page of their own password.
  const home = tabs.find(({ section }) => section !== 'team') ?? tabs[0]
  /** Calls had lists of their own, and pages of operators no console around them; bookmarks and old mails lead there. */
  const renamed = location.replace(
    /^(\/console)?\/(calls|customer-calls|customer-verifications)(?=\/|$)/,
    (old) => (old === '/calls' ? '/verifications' : `${consolePath}/verifications`),
  )
  const inConsole = renamed === location ? `${consolePath}${location}` : renamed
  const isMoved = open.some(({ path }) => inConsole === path || inConsole.startsWith(`${path}/`))
  // What operators have is nobody else's to know.
  const entry = usePageEntry()
  const isClosed = entry !== undefined && entry.needs !== 'operator'
  return (
    <Switch>
      {open.map(({ path, component: Component }) => (
        <Route key={path} path={path} component={Component} />
      ))}
      <Route path="/">{home !== undefined && home.path !== '/' && <Redirect to={home.path} />}</Route>
      <Route path={consolePath}>{ofConsole !== undefined && <Redirect to={ofConsole.path} />}</Route>
      {isMoved && (
        <Route>
          <Redirect to={search === '' ? inConsole : `${inConsole}?${search}`} replace />
        </Route>
      )}
      <Route>
        <EmptyState title={isClosed ? text.closed : text.nothing}>{text.back}</EmptyState>
      </Route>
    </Switch>
  )
}
