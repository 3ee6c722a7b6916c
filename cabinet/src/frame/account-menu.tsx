import { ActionIcon, Menu, Text } from '@mantine/core'
import type { Me } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { write } from '../api/client.ts'
import { useMe, useSetMe } from '../api/me.ts'
import { useTexts } from '../language/language.tsx'
import { IconCheck, IconLogout, IconUserCircle } from '../parts/icons.tsx'
import { barTexts } from './texts.ts'

export function AccountMenu() {
  const me = useMe()
  const setMe = useSetMe()
  const text = useTexts(barTexts)
  const [, navigate] = useLocation()
  const signOut = useMutation({ mutationFn: () => write('/session/end'), onSettled: () => setMe(null) })
  const choose = useMutation({
    mutationFn: (accountId: number) => write<Me>('/session/account', { accountId }),
    onSuccess: (chosen) => {
      setMe(chosen)
      navigate('/')
    },
  })
  // A person who was removed from the current account chooses even if only one account is left.
  const choices = me.accounts.length > 1 || me.account === null ? me.accounts : []
  return (
    <Menu width={260} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={text.account}>
          <IconUserCircle size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.person.email}</Menu.Label>
        {choices.length > 0 && <Menu.Label>{text.accounts}</Menu.Label>}
        {choices.map(({ id, email, role }) => (
          <Menu.Item
            key={id}
            leftSection={id === me.account?.id ? <IconCheck size={16} /> : <span style={{ width: 16 }} />}
            onClick={() => choose.mutate(id)}
          >
            {email}
            <Text size="xs" c="dimmed">
              {text.roles[role]}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} href="/account" leftSection={<IconUserCircle size={16} />}>
          {text.settings}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          {text.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
