import { Button, Group, Stack, Text } from '@mantine/core'
import type { HookView, NewHookSecret, ServiceDetail } from '@ringkey/server/cabinet-api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { read, write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment, Upcoming } from '../../parts/moment.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { defaultOverlapHours, OverlapSelect } from './overlap-select.tsx'
import { supabaseHookTexts } from './supabase-hook-texts.ts'

/** The address and the secret that Supabase needs; the secret is shown when it is made. */
export function SupabaseHook({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(supabaseHookTexts)
  const client = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const [hours, setHours] = useState(defaultOverlapHours)
  const path = `/services/${service.id}/hooks/supabase`
  const key = ['service-hook', service.id]
  const hook = useQuery({ queryKey: key, queryFn: () => read<HookView>(path) })
  const keep = ({ createdAt, previousEndsAt }: HookView) =>
    client.setQueryData(key, { createdAt, previousEndsAt })
  const replace = useMutation({
    mutationFn: () => write<NewHookSecret>(path, { overlapHours: hours }),
    onSuccess: (made) => {
      setSecret(made.secret)
      keep(made)
    },
  })
  const remove = useMutation({
    mutationFn: () => write<HookView>(`${path}/remove`),
    onSuccess: (left) => {
      setSecret(null)
      keep(left)
    },
  })
  const address = `${service.apiUrl}/v2/hooks/supabase/${service.id}`
  const { createdAt, previousEndsAt } = hook.data ?? { createdAt: null, previousEndsAt: null }
  return (
    <SettingRow title={text.title} hint={text.hint}>
      <Stack gap="xs">
        <Copied label={text.address} value={address} what={text.theAddress} />
        {secret !== null && (
          <>
            <Copied label={text.secret} value={secret} what={text.theSecret} />
            <Text size="sm">{text.once}</Text>
          </>
        )}
        {hook.data !== undefined && (
          <Text size="sm" c="dimmed">
            {createdAt === null ? (
              text.none
            ) : (
              <>
                {text.made} <Moment at={createdAt} />
              </>
            )}
          </Text>
        )}
        {previousEndsAt !== null && (
          <Text size="sm" c="dimmed">
            {text.previousUntil} <Upcoming at={previousEndsAt} />
          </Text>
        )}
        <Group align="flex-end" gap="xs">
          {createdAt !== null && <OverlapSelect hours={hours} onChange={setHours} />}
          <Button variant="default" loading={replace.isPending} onClick={() => replace.mutate()}>
            {createdAt === null ? text.make : text.replace}
          </Button>
          {createdAt !== null && (
            <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {text.remove}
            </Button>
          )}
        </Group>
        <ErrorNote error={hook.error ?? replace.error ?? remove.error} />
      </Stack>
    </SettingRow>
  )
}

function Copied(props: { readonly label: string; readonly value: string; readonly what: string }) {
  return (
    <Group gap={6}>
      <Text ff="monospace" style={{ overflowWrap: 'anywhere' }} aria-label={props.label}>
        {props.value}
      </Text>
      <CopyButton value={props.value} what={props.what} />
    </Group>
  )
}
