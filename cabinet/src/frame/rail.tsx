import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useMe } from '../api/me.ts'
import { useTexts } from '../language/language.tsx'
import { consolePath, isInConsole } from '../pages/console-path.ts'
import { type Section, sections } from '../pages/entries.ts'
import { useOpenPages, useSection } from '../pages/open-pages.ts'
import { navigationTexts } from '../pages/texts.ts'
import { IconArrowLeft, IconServerCog } from '../parts/icons.tsx'
import classes from './frame.module.css'

/** The sections of the cabinet, or those of the operators' console. */
export function Rail() {
  const text = useTexts(navigationTexts)
  const [location] = useLocation()
  const { person } = useMe()
  const isConsole = isInConsole(location)
  const pages = useOpenPages().filter(({ isTab, path }) => isTab && isInConsole(path) === isConsole)
  const shown = [...new Set(pages.map(({ section }) => section))]
  return (
    <nav aria-label={text.navigation}>
      {shown.map((section) => (
        <RailLink
          key={section}
          section={section}
          href={pages.find((page) => page.section === section)!.path}
          mark={section === 'health' && <OpenAlarms />}
        />
      ))}
      {person.operator && (
        <Link href={isConsole ? '/' : consolePath} className={`${classes.link} ${classes.other}`}>
          {isConsole ? <IconArrowLeft size={17} /> : <IconServerCog size={17} />}
          <span className={classes.name}>{isConsole ? text.cabinet : text.console}</span>
          {!isConsole && <OpenAlarms />}
        </Link>
      )}
    </nav>
  )
}

function RailLink(props: { readonly section: Section; readonly href: string; readonly mark: ReactNode }) {
  const text = useTexts(navigationTexts)
  const isActive = useSection() === props.section
  const Icon = sections[props.section]
  return (
    <Link href={props.href} aria-current={isActive ? 'page' : undefined} className={classes.link!}>
      <Icon size={17} />
      <span className={classes.name}>{text[props.section]}</span>
      {props.mark}
    </Link>
  )
}

/** The pages of the section that is open; none where it has one page. */
export function SectionTabs() {
  const text = useTexts(navigationTexts)
  const [location] = useLocation()
  const section = useSection()
  const tabs = useOpenPages().filter((page) => page.isTab && page.section === section)
  if (tabs.length < 2) return null
  // The longest: a tab may stand below another.
  const active = tabs
    .filter(({ path }) => `${location}/`.startsWith(`${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
  return (
    <nav aria-label={text.tabs} className={classes.tabs}>
      {tabs.map(({ path, name }) => (
        <Link
          key={path}
          href={path}
          className={classes.tab!}
          aria-current={path === active?.path ? 'page' : undefined}
        >
          {text[name]}
        </Link>
      ))}
    </nav>
  )
}

/** How many alarms are open; nothing while there is none. */
function OpenAlarms() {
  const text = useTexts(navigationTexts)
  const { openAlarms } = useMe()
  if (openAlarms === 0) return null
  return (
    <Badge
      size="sm"
      color="red.9"
      variant="filled"
      circle={openAlarms < 10}
      aria-label={`${openAlarms} ${text.openAlarms}`}
    >
      {openAlarms}
    </Badge>
  )
}
