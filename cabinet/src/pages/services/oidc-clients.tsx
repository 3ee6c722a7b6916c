import { Button, Group, Stack, Text } from '@mantine/core'
import type {
  MadeOidcClient,
  OidcClientList,
  OidcClientView,
  ServiceDetail,
} from '@ringkey/server/cabinet-api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { read, write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { Copied } from './copied.tsx'
import { OidcClientForm } from './oidc-client-form.tsx'
import { oidcTexts } from './oidc-texts.ts'

/** The programs that sign people in by OpenID Connect; a secret is shown when it is made. */
export function OidcClients({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(oidcTexts)
  const client = useQueryClient()
  const [made, setMade] = useState<MadeOidcClient | null>(null)
  const [isAdding, setAdding] = useState(false)
  const path = `/services/${service.id}/oidc-clients`
  const queryKey = ['oidc-clients', service.id]
  const clients = useQuery({ queryKey, queryFn: () => read<OidcClientList>(path) })
  const changed = (shown: MadeOidcClient | null) => {
    setMade(shown)
    void client.invalidateQueries({ queryKey })
  }
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
          <Stack key={each.id} gap={4} align="flex-start">
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
            <Facts client={each} />
            <Text variant="hint">
              {text.added} <Moment at={each.createdAt} />
            </Text>
            <ConfirmButton
              label={text.remove}
              question={text.removeQuestion(each.settings.name)}
              onConfirm={() => remove.mutateAsync(each.id)}
              error={remove.error}
            >
              {text.removeHint}
            </ConfirmButton>
          </Stack>
        ))}
        <Group>
          <Button variant="default" onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        </Group>
        {isAdding && (
          <OidcClientForm
            path={path}
            onAdded={(added) => {
              setAdding(false)
              changed(added)
            }}
            onClose={() => setAdding(false)}
          />
        )}
        <ErrorNote error={clients.error} />
      </Stack>
    </SettingRow>
  )
}

/** What differs from the defaults. */
function Facts({ client: { isPublic, settings } }: { readonly client: OidcClientView }) {
  const text = useTexts(oidcTexts)
  const { modes } = useTexts(terms)
  const facts = [
    isPublic && text.isPublic,
    settings.isTest && text.isTest,
    settings.modes && `${text.modes}: ${settings.modes.map((mode) => modes[mode]).join(', ')}`,
    settings.rememberDays > 0 && `${text.rememberDays}: ${settings.rememberDays}`,
    settings.colour && `${text.colour}: ${settings.colour}`,
    settings.logoutRedirects.length > 0 && `${text.logoutRedirects}: ${settings.logoutRedirects.join(' ')}`,
    settings.algorithm !== 'RS256' && `${text.algorithm}: ${settings.algorithm}`,
  ].filter((fact) => typeof fact === 'string')
  return (
    <>
      {settings.logo !== undefined && <img src={settings.logo} alt={text.logo} height={40} />}
      {facts.map((fact) => (
        <Text key={fact} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {fact}
        </Text>
      ))}
    </>
  )
}
