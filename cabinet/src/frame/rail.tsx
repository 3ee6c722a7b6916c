import { Badge, NavLink, ScrollArea } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useMe } from '../api/me.ts'
import { useTexts } from '../language/language.tsx'
import type { PageEntry } from '../pages/entries.ts'
import { useOpenPages } from '../pages/open-pages.ts'
import { navigationTexts } from '../pages/texts.ts'
import classes from './frame.module.css'

export function Rail() {
  const text = useTexts(navigationTexts)
  const pages = useOpenPages().filter(({ inRail }) => inRail)
  const own = pages.filter(({ needs }) => needs !== 'operator')
  const operators = pages.filter(({ needs }) => needs === 'operator')
  return (
    <ScrollArea type="never" component="nav" aria-label={text.navigation}>
      {own.map((entry) => (
        <RailLink key={entry.path} entry={entry} />
      ))}
      {operators.length > 0 && <div className={classes.group}>{text.operator}</div>}
      {operators.map((entry) => (
        <RailLink key={entry.path} entry={entry} />
      ))}
    </ScrollArea>
  )
}

function RailLink({ entry }: { readonly entry: PageEntry }) {
  const [location] = useLocation()
  const text = useTexts(navigationTexts)
  const isActive = entry.path === '/' ? location === '/' : `${location}/`.startsWith(`${entry.path}/`)
  const Icon = entry.icon
  return (
    <NavLink
      component={Link}
      href={entry.path}
      active={isActive}
      aria-current={isActive ? 'page' : undefined}
      label={text[entry.name]}
      leftSection={<Icon size={17} stroke={1.7} />}
      rightSection={entry.name === 'alarms' && <OpenAlarms />}
      className={classes.link!}
    />
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
