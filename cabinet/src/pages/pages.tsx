import { Redirect, Route, Switch } from 'wouter'
import { useTexts } from '../language/language.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { useOpenPages } from './open-pages.ts'

const texts = {
  en: { nothing: 'There is no such page', back: 'Choose one at the left.' },
  ru: { nothing: 'Такой страницы нет', back: 'Выберите страницу слева.' },
}

/** The page of the address, if it exists and this person may see it. */
export function Pages() {
  const text = useTexts(texts)
  const open = useOpenPages()
  const home = open.find(({ inRail }) => inRail)
  return (
    <Switch>
      {open.map(({ path, component: Component }) => (
        <Route key={path} path={path} component={Component} />
      ))}
      <Route path="/">{home !== undefined && home.path !== '/' && <Redirect to={home.path} />}</Route>
      <Route>
        <EmptyState title={text.nothing}>{text.back}</EmptyState>
      </Route>
    </Switch>
  )
}
