import { ActionIcon, Alert, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ApiProblem, write } from '../api/client.ts'
import { useMe, useSetMe } from '../api/me.ts'
import { useWrite } from '../api/use-api.ts'
import { useTexts } from '../language/language.tsx'
import { useProblemText } from '../language/problems.ts'
import { IconAlertCircle, IconCheck, IconLogout, IconUserCircle } from '../parts/icons.tsx'
import { Menu, MenuDivider, MenuItem, MenuLabel } from '../parts/menu.tsx'
import classes from './frame.module.css'
import { barTexts } from './texts.ts'

export function AccountMenu() {
  const me = useMe()
  const setMe = useSetMe()
  const text = useTexts(barTexts)
  const [, navigate] = useLocation()
  const problemText = useProblemText()
  const signOut = useMutation({
    mutationFn: () => write('/session/end'),
    onSuccess: () => setMe(null),
    onError: (error) => {
      if (error instanceof ApiProblem && error.status === 401) setMe(null)
    },
  })
  const choose = useWrite('/session/account', {
    onSuccess: (chosen) => {
      setMe(chosen)
      navigate('/')
    },
  })
  // A person who was removed from the current account chooses even if only one account is left.
  const choices = me.accounts.length > 1 || me.account === null ? me.accounts : []
  return (
    <>
      {signOut.isError && (
        // The session goes on, and nobody shall walk away from it. Notices load at need, and the server may be away.
        <Alert
          role="alert"
          variant="default"
          icon={<IconAlertCircle size={18} />}
          className={classes.notSignedOut!}
          withCloseButton
          closeButtonLabel={text.close}
          onClose={signOut.reset}
        >
          {text.notSignedOut} {problemText(signOut.error)}
        </Alert>
      )}
      <Menu
        width={260}
        button={(opener) => (
          <ActionIcon {...opener} variant="subtle" color="gray" aria-label={text.account}>
            <IconUserCircle size={20} />
          </ActionIcon>
        )}
      >
        <MenuLabel>{me.person.email}</MenuLabel>
        {choices.length > 0 && <MenuLabel>{text.accounts}</MenuLabel>}
        {choices.map(({ id, email, role }) => (
          <MenuItem
            key={id}
            icon={id === me.account?.id ? <IconCheck size={16} /> : <span style={{ width: 16 }} />}
            onClick={() => choose.mutate({ accountId: id })}
          >
            <span>
              {email}
              <Text variant="note">{text.roles[role]}</Text>
            </span>
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem href="/account" icon={<IconUserCircle size={16} />}>
          {text.settings}
        </MenuItem>
        <MenuItem icon={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          {text.signOut}
        </MenuItem>
      </Menu>
    </>
  )
}
