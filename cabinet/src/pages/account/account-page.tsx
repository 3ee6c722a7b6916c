import { Tabs } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { useMay, useMe } from '../../api/me.ts'
import { useTexts } from '../../language/language.tsx'
import { Page } from '../../parts/page.tsx'
import { History } from './history.tsx'
import { Profile } from './profile.tsx'
import classes from './section.module.css'
import { Security } from './security.tsx'
import { SignIns } from './sign-ins.tsx'
import { Team } from './team.tsx'
import { accountTexts } from './texts.ts'

const parts = { profile: Profile, security: Security, team: Team, 'sign-ins': SignIns, history: History }
type Part = keyof typeof parts
const ownParts: readonly Part[] = ['profile', 'security']

/** The person and the account. The chosen tab is part of the address. */
export default function AccountPage() {
  const text = useTexts(accountTexts)
  const me = useMe()
  const [search, setSearch] = useSearchParams()
  const isOwner = useMay('change-account')
  const open = (Object.keys(parts) as Part[]).filter(
    (part) => (me.account !== null || ownParts.includes(part)) && (isOwner || part !== 'sign-ins'),
  )
  const chosen = open.find((part) => part === search.get('part')) ?? 'profile'
  return (
    <Page title={text.title}>
      <Tabs value={chosen} onChange={(part) => setSearch({ part: part ?? 'profile' })} keepMounted={false}>
        <Tabs.List mb="md">
          {open.map((part) => (
            <Tabs.Tab key={part} value={part} className={classes.tab!}>
              {text.parts[part]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {open.map((part) => {
          const Shown = parts[part]
          return (
            <Tabs.Panel key={part} value={part}>
              <Shown />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Page>
  )
}
