import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { MadeOidcClient, OidcClientList, ServiceDetail } from '@ringkey/server/cabinet-api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { read, write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { Copied } from './copied.tsx'
import { oidcProblems, oidcTexts } from './oidc-texts.ts'

/** The programs that sign people in by OpenID Connect; a secret is shown when it is made. */
export function OidcClients({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(oidcTexts)
  const client = useQueryClient()
  const [made, setMade] = useState<MadeOidcClient | null>(null)
  const [name, setName] = useState('')
  const [redirects, setRedirects] = useState('')
  const [isPublic, setPublic] = useState(false)
  const [isTest, setTest] = useState(false)
  const path = `/services/${service.id}/oidc-clients`
  const queryKey = ['oidc-clients', service.id]
  const clients = useQuery({ queryKey, queryFn: () => read<OidcClientList>(path) })
  const changed = (shown: MadeOidcClient | null) => {
    setMade(shown)
    void client.invalidateQueries({ queryKey })
  }
  const add = useMutation({
    mutationFn: () =>
      write<MadeOidcClient>(path, {
        name: name.trim(),
        redirects: redirects.split(/\s+/).filter((each) => each !== ''),
        public: isPublic,
        test: isTest,
      }),
    onSuccess: (added) => {
      setName('')
      setRedirects('')
      changed(added)
    },
  })
  const remove = useMutation({
    mutationFn: (id: string) => write(`/oidc-clients/${id}/remove`),
    onSuccess: () => changed(null),
  })
  const { items = [], issuer = '' } = clients.data ?? {}
  return (
    <SettingRow title={text.title} hint={text.hint}>
      <Stack gap="md">
        {items.length > 0 && <Copied label={text.issuer} value={issuer} what={text.theIssuer} />}
        {items.map((each) => (
          <Stack key={each.id} gap={4}>
            <Text fw={600}>{each.settings.name}</Text>
            <Copied label={text.clientId} value={each.id} what={text.theClientId} />
            {made?.id === each.id && made.secret !== null && (
              <>
                <Copied label={text.secret} value={made.secret} what={text.theSecret} />
                <Text size="sm">{text.once}</Text>
              </>
            )}
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {each.settings.redirects.join(' ')}
            </Text>
            <Text size="sm" c="dimmed">
              {text.added} <Moment at={each.createdAt} />
            </Text>
            <ConfirmButton
              label={text.remove}
              question={text.removeQuestion(each.settings.name)}
              action={text.remove}
              onConfirm={() => remove.mutateAsync(each.id)}
              error={remove.error}
            >
              {text.removeHint}
            </ConfirmButton>
          </Stack>
        ))}
        <TextInput label={text.name} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Textarea
          label={text.redirects}
          description={text.redirectsHint}
          value={redirects}
          onChange={(event) => setRedirects(event.currentTarget.value)}
          autosize
        />
        <Checkbox
          label={text.isPublic}
          checked={isPublic}
          onChange={(event) => setPublic(event.currentTarget.checked)}
        />
        <Checkbox
          label={text.isTest}
          checked={isTest}
          onChange={(event) => setTest(event.currentTarget.checked)}
        />
        <Group>
          <Button
            variant="default"
            disabled={name.trim() === '' || redirects.trim() === ''}
            loading={add.isPending}
            onClick={() => add.mutate()}
          >
            {text.add}
          </Button>
        </Group>
        <ErrorNote error={clients.error ?? add.error} own={oidcProblems} />
      </Stack>
    </SettingRow>
  )
}
