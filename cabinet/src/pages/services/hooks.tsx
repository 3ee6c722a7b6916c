import { Button, Stack, Text } from '@mantine/core'
import type { Answer, Item } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { read, write } from '../../api/client.ts'
import type { Sent } from '../../api/routes.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { GuideHint } from '../../parts/guide-hint.tsx'
import { Moment, Upcoming } from '../../parts/moment.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { Copied } from './copied.tsx'
import { hookProblems, hookTexts } from './hook-texts.ts'
import { defaultOverlapHours, OverlapSelect } from './overlap-select.tsx'
import { NewServiceResource, ServiceResource, useServiceResources } from './service-resources.tsx'

/** What is left out goes by the service. */
const fields = {
  language: 'word',
  modes: { several: ['flash', 'voice', 'mix'] },
  allowedAddresses: 'words',
} as const
/** Servers that sign their requests, so that no credential stands in them. */
const signingKinds: readonly string[] = ['supabase', 'zitadel']
/** Servers that let their owner choose the names of members. */
const namedKinds: readonly string[] = ['generic', 'casdoor', 'keycloak']
const names = { phoneName: 'word', codeName: 'word', textName: 'word' } as const
/** What was pasted serves the replacement of a credential, too: zitadel makes its own key. */
type Draft = Partial<Omit<Wanted, 'secret'> & { readonly pasted: string }>
type Wanted = Omit<Sent<'/services/:service/hooks'>, 'service'>

/** The addresses and credentials that identity servers need; a credential is shown when it is made. */
export function Hooks({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(hookTexts)
  const hooks = useServiceResources(['hooks', service.id], {
    list: () => read('/services/:id/hooks', { id: service.id }),
    add: (wanted: Wanted) => write('/services/:service/hooks', { service: service.id, ...wanted }),
    remove: (hook: number) => write('/hooks/:hook/remove', { hook }),
  })
  const { list, changed, add } = hooks
  const [draft, setDraft] = useState<Draft>({})
  const [hours, setHours] = useState(defaultOverlapHours)
  const { pasted: secret = '', kind, ...settings } = draft
  const submit = () => {
    const filled = Object.entries({ secret, ...settings }).filter(([, value]) => String(value) !== '')
    if (kind !== undefined)
      add.mutate({ kind, ...Object.fromEntries(filled) }, { onSuccess: () => setDraft({}) })
  }
  const rotate = useMutation({
    mutationFn: (id: number) => {
      const pasted = secret === '' ? {} : { secret }
      return write('/hooks/:hook/rotate', { hook: id, overlapHours: hours, ...pasted })
    },
    onSuccess: (hook) => {
      changed(hook)
      setDraft({})
    },
  })
  const { items = [], kinds = [] } = list.data ?? {}
  return (
    <SettingRow title={text.title} hint={<GuideHint text={text} page="integrate/hooks" />}>
      <Stack gap="md">
        {items.map((hook) => (
          <ServiceResource
            key={hook.id}
            id={hook.id}
            title={hook.kind}
            text={text}
            of={hooks}
            actions={
              <>
                <TextLink href={`/requests?method=${hook.kind}Hook`}>{text.requests}</TextLink>
                <Button
                  variant="default"
                  size="xs"
                  // A second credential would end the one that is in use: only the last one before stays valid.
                  loading={rotate.isPending}
                  onClick={() => rotate.mutate(hook.id)}
                >
                  {text.rotate}
                </Button>
              </>
            }
          >
            <Copied label={text.address} value={addressOf(service, hook)} what={text.theAddress} />
            <Text variant="hint">
              {text.made} <Moment at={hook.createdAt} />
            </Text>
            {Object.entries(hook.settings).map(([name, value]) => (
              <Text key={name} size="sm" c="dimmed">
                {text[name as keyof Item<'/services/:id/hooks'>['settings']]}: {[value].flat().join(', ')}
              </Text>
            ))}
            {hook.previousEndsAt !== null && hook.previousEndsAt > Date.now() && (
              <Text variant="hint">
                {text.previousUntil} <Upcoming at={hook.previousEndsAt} />
              </Text>
            )}
          </ServiceResource>
        ))}
        {items.length > 0 && <OverlapSelect hours={hours} onChange={setHours} />}
        <NewServiceResource
          draft={draft}
          onChange={setDraft}
          text={text}
          fields={{
            kind: { one: kinds.filter((each) => items.every((item) => item.kind !== each)), mayBeNone: true },
            pasted: 'word',
            ...(kind === undefined ? {} : fields),
            ...(kind === undefined || signingKinds.includes(kind) ? {} : { credentialIn: 'word' }),
            ...(kind !== undefined && namedKinds.includes(kind) ? names : {}),
          }}
          action={text.add}
          isReady={kind !== undefined}
          isAdding={add.isPending}
          onAdd={submit}
        />
        <ErrorNote error={list.error ?? add.error ?? rotate.error} errorTexts={hookProblems} />
      </Stack>
    </SettingRow>
  )
}

const addressOf = ({ apiUrl, id }: Answer<'/services/:id'>, { kind }: Item<'/services/:id/hooks'>) =>
  `${apiUrl}/v2/hooks/${kind}/${id}`
