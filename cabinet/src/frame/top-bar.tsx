import { ActionIcon, Burger, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useLiveEvents } from '../api/live.ts'
import { useMay, useMe } from '../api/me.ts'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { useTimeZone } from '../language/use-time-zone.ts'
import { consolePath, isInConsole } from '../pages/console-path.ts'
import { pageEntries } from '../pages/entries.ts'
import { navigationTexts } from '../pages/texts.ts'
import { setSearchText } from '../pages/verifications/search-text.ts'
import { bindText } from '../parts/bind.ts'
import { IconSearch } from '../parts/icons.tsx'
import icon from '../theme/icon.svg'
import { AccountMenu } from './account-menu.tsx'
import classes from './frame.module.css'
import { ServiceSwitch } from './service-switch.tsx'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'
import { barTexts } from './texts.ts'

export function TopBar(props: {
  readonly height: number
  readonly isDrawerOpen: boolean
  readonly onDrawer: () => void
  /** Search as a sheet, where there is no room for a field. */
  readonly onFind: () => void
}) {
  const text = useTexts(barTexts)
  const names = useTexts(navigationTexts)
  const me = useMe()
  const [location] = useLocation()
  const isConsole = isInConsole(location)
  const isByService = pageEntries.some((entry) => entry.path === location && entry.isByService)
  return (
    <Group h={props.height} px="md" gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap" style={{ flex: 1, minWidth: 0 }}>
        <Burger
          opened={props.isDrawerOpen}
          onClick={props.onDrawer}
          hiddenFrom="sm"
          size="sm"
          aria-label={text.menu}
        />
        <Link href={isConsole ? consolePath : '/'} className={classes.brand!} aria-label="Ringkey">
          <img src={icon} alt="" width={24} height={24} />
          <Text fw={700} visibleFrom="lg">
            Ringkey
          </Text>
        </Link>
        {isConsole && <Text visibleFrom="sm">{names.console}</Text>}
        {me.account !== null && isByService && <ServiceSwitch />}
        {me.account !== null && !isConsole && <Search />}
        <ActionIcon
          hiddenFrom="sm"
          variant="subtle"
          color="gray"
          aria-label={text.find}
          onClick={props.onFind}
        >
          <IconSearch size={18} />
        </ActionIcon>
      </Group>
      <Group gap="xs" wrap="nowrap">
        {!isConsole && <Balance />}
        <Group gap="xs" wrap="nowrap" visibleFrom="sm">
          <TimeZoneName />
          <LanguageSwitch />
          <ThemeSwitch />
        </Group>
        <AccountMenu />
      </Group>
    </Group>
  )
}

/** Of all days and times on the page. */
export function TimeZoneName() {
  const text = useTexts(barTexts)
  return (
    <Text variant="hint" title={text.zone}>
      {useTimeZone().replaceAll('_', ' ')}
    </Text>
  )
}

function Search() {
  const text = useTexts(barTexts)
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    // Not in the address: it may be a phone number.
    navigate('/verifications')
    setSearchText(typed)
  }
  return (
    <search className={classes.search}>
      <form onSubmit={search}>
        <TextInput
          id="search"
          size="xs"
          aria-label={text.search}
          placeholder={text.searchFor}
          leftSection={<IconSearch size={14} />}
          {...bindText(typed, setTyped)}
        />
      </form>
    </search>
  )
}

function Balance() {
  const { account } = useMe()
  const mayRead = useMay('read-money')
  if (account?.balance == null || !mayRead) return null
  return <BalanceFigure balance={account.balance} />
}

/** Every verification moves money; a busy account is asked about it no more often than this. */
const balanceGapMs = 1_000

function BalanceFigure({ balance }: { readonly balance: number }) {
  const formats = useFormats()
  const text = useTexts(barTexts)
  const client = useQueryClient()
  const isWaiting = useRef(false)
  useLiveEvents(() => {
    if (isWaiting.current) return
    isWaiting.current = true
    setTimeout(() => {
      isWaiting.current = false
      void client.invalidateQueries({ queryKey: ['me'] })
    }, balanceGapMs)
  })
  return (
    <Text
      component={Link}
      href="/money"
      fw={600}
      c="inherit"
      td="none"
      className={classes.balance!}
      aria-label={`${text.balance}: ${formats.money(balance)}`}
    >
      {formats.money(balance)}
    </Text>
  )
}
