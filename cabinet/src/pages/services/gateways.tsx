import { Button, Checkbox, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { GatewayList, MadeGateway, ServiceDetail } from '@ringkey/server/cabinet-api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { read, write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ofPage } from '../../language/terms.ts'
import { inBoth } from '../../language/texts.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'

/** Texts of the gateways of a service. */
const gatewayTexts = ofPage({
  title: ['Your gateways', 'Свои шлюзы'],
  hint: [
    'A step with the mode http hands phone and code to your own program, for SMS or a messenger. docs/integrate/gateway.md shows one.',
    'Шаг с режимом http передаёт телефон и код вашей программе: для SMS или мессенджера. Пример есть в docs/integrate/gateway.md.',
  ],
  allCountries: ['all countries', 'все страны'],
  secret: ['Secret of the gateway', 'Секрет шлюза'],
  once: [
    'It signs what is sent, and is shown only now.',
    'Им подписано всё, что отправляется; он показан один раз, сейчас.',
  ],
  kind: ['What gets the code', 'Кто получает код'],
  kinds: {
    http: ['A program of yours', 'Ваша программа'],
    telegram: ['Telegram Gateway', 'Telegram Gateway'],
  },
  channel: ['Channel', 'Канал'],
  channelHint: ['Steps name the gateway by this word.', 'По этому слову шаги находят шлюз.'],
  token: ['Access token of Telegram Gateway', 'Токен доступа Telegram Gateway'],
  countries: ['Countries; all when empty', 'Страны; пусто — все'],
  handsOver: [
    'I know that phone numbers and codes of my users are handed to a third party.',
    'Я знаю, что телефоны и коды моих пользователей передаются третьей стороне.',
  ],
  add: ['Add the gateway', 'Добавить шлюз'],
  removeQuestion: (channel: string) => [`Remove the gateway for ${channel}?`, `Удалить шлюз ${channel}?`],
  removeHint: [
    'Steps that name its channel are skipped then, unless another gateway serves them.',
    'Шаги с этим каналом будут пропущены, если их не обслужит другой шлюз.',
  ],
})

const gatewayProblems = inBoth({
  'too-many-gateways': [
    'A service has at most three gateways.',
    'У сервиса может быть не больше трёх шлюзов.',
  ],
})

const empty = {
  kind: 'http',
  channel: 'sms',
  url: '',
  token: '',
  countries: [] as string[],
  handsOver: false,
}

/** Where the codes of http steps go; the secret is shown when it is made. */
export function Gateways({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(gatewayTexts)
  const client = useQueryClient()
  const [made, setMade] = useState<MadeGateway | null>(null)
  const [draft, setDraft] = useState(empty)
  const set = (part: Partial<typeof empty>) => setDraft({ ...draft, ...part })
  const path = `/services/${service.id}/gateways`
  const key = ['service-gateways', service.id]
  const gateways = useQuery({ queryKey: key, queryFn: () => read<GatewayList>(path) })
  const changed = (gateway: MadeGateway | null) => {
    setMade(gateway)
    setDraft(empty)
    void client.invalidateQueries({ queryKey: key })
  }
  const { url, token, ...rest } = draft
  const add = useMutation({
    mutationFn: () => write<MadeGateway>(path, { ...rest, ...(draft.kind === 'http' ? { url } : { token }) }),
    onSuccess: changed,
  })
  const remove = useMutation({
    mutationFn: (id: number) => write(`/gateways/${id}/remove`),
    onSuccess: () => changed(null),
  })
  const { items = [], max = 0 } = gateways.data ?? {}
  return (
    <SettingRow title={text.title} hint={text.hint}>
      <Stack gap="md">
        {items.map(({ id, channel, url: address, countries }) => (
          <Stack key={id} gap={4}>
            <Text fw={600}>{channel}</Text>
            <Text style={{ overflowWrap: 'anywhere' }}>{address}</Text>
            <Text variant="hint">{countries.length === 0 ? text.allCountries : countries.join(', ')}</Text>
            {made?.id === id && made.secret !== null && (
              <Group gap={6}>
                <Text ff="monospace" style={{ overflowWrap: 'anywhere' }} aria-label={text.secret}>
                  {made.secret}
                </Text>
                <CopyButton value={made.secret} what={text.secret} />
                <Text size="sm">{text.once}</Text>
              </Group>
            )}
            <ConfirmButton
              label={text.remove}
              question={text.removeQuestion(channel)}
              onConfirm={() => remove.mutateAsync(id)}
              error={remove.error}
            >
              {text.removeHint}
            </ConfirmButton>
          </Stack>
        ))}
        {items.length < max && (
          <Stack gap="xs" maw={460}>
            <Select
              label={text.kind}
              data={(['http', 'telegram'] as const).map((value) => ({ value, label: text.kinds[value] }))}
              value={draft.kind}
              onChange={(kind) => set({ kind: kind!, channel: kind === 'http' ? 'sms' : kind! })}
            />
            <TextInput
              label={text.channel}
              description={text.channelHint}
              maxLength={20}
              value={draft.channel}
              onChange={(event) => set({ channel: event.currentTarget.value })}
            />
            {draft.kind === 'http' ? (
              <TextInput
                label={text.address}
                placeholder="https://"
                value={url}
                onChange={(event) => set({ url: event.currentTarget.value })}
              />
            ) : (
              <TextInput
                label={text.token}
                value={token}
                onChange={(event) => set({ token: event.currentTarget.value })}
              />
            )}
            <TagsInput
              label={text.countries}
              placeholder="RU"
              value={draft.countries}
              onChange={(countries) => set({ countries: countries.map((each) => each.toUpperCase()) })}
            />
            <Checkbox
              label={text.handsOver}
              checked={draft.handsOver}
              onChange={(event) => set({ handsOver: event.currentTarget.checked })}
            />
            <Button
              variant="default"
              w="fit-content"
              disabled={!draft.handsOver}
              loading={add.isPending}
              onClick={() => add.mutate()}
            >
              {text.add}
            </Button>
          </Stack>
        )}
        <ErrorNote error={gateways.error ?? add.error} own={gatewayProblems} />
      </Stack>
    </SettingRow>
  )
}
