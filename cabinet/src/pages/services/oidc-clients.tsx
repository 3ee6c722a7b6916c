import { Button, Group, Stack, Text } from '@mantine/core'
import type { Answer, Item } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { read, write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { Copied } from './copied.tsx'
import { type NewOidcClient, OidcClientForm } from './oidc-client-form.tsx'
import { oidcTexts } from './oidc-texts.ts'
import { ServiceResource, useServiceResources } from './service-resources.tsx'

/** The programs that sign people in by OpenID Connect; a secret is shown when it is made. */
export function OidcClients({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(oidcTexts)
  const clients = useServiceResources(['oidc-clients', service.id], {
    list: () => read('/services/:id/oidc-clients', { id: service.id }),
    add: (wanted: NewOidcClient) =>
      write('/services/:service/oidc-clients', { service: service.id, ...wanted }),
    remove: (client: string) => write('/oidc-clients/:client/remove', { client }),
  })
  const { list, add } = clients
  const [isAdding, setAdding] = useState(false)
  const { items = [], issuer = '' } = list.data ?? {}
  return (
    <SettingRow title={text.title} hint={text.hint}>
      <Stack gap="md">
        {items.length > 0 && <Copied label={text.issuer} value={issuer} what={text.theIssuer} />}
        {items.map((each) => (
          <ServiceResource key={each.id} id={each.id} title={each.settings.name} text={text} of={clients}>
            <Copied label={text.clientId} value={each.id} what={text.theClientId} />
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {each.settings.redirects.join(' ')}
            </Text>
            <Facts client={each} />
            <Text variant="hint">
              {text.added} <Moment at={each.createdAt} />
            </Text>
          </ServiceResource>
        ))}
        <Group>
          <Button variant="default" onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        </Group>
        {isAdding && <OidcClientForm add={add} onClose={() => setAdding(false)} />}
        <ErrorNote error={list.error} />
      </Stack>
    </SettingRow>
  )
}

/** What differs from the defaults. */
function Facts({ client: { isPublic, settings } }: { readonly client: Item<'/services/:id/oidc-clients'> }) {
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
