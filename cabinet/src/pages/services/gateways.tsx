import { Stack, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { read, write } from '../../api/client.ts'
import type { Sent } from '../../api/routes.ts'
import { useTexts } from '../../language/language.tsx'
import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { GuideHint } from '../../parts/guide-hint.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { NewServiceResource, ServiceResource, useServiceResources } from './service-resources.tsx'

/** Texts of the gateways of a service. */
const gatewayTexts = withCommon({
  title: ['Your gateways', 'Свои шлюзы'],
  hint: [
    'A step with the mode http hands phone and code to your own program, for SMS or a messenger.',
    'Шаг с режимом http передаёт телефон и код вашей программе: для SMS или мессенджера.',
  ],
  guide: ['How to write one', 'Как её написать'],
  allCountries: ['all countries', 'все страны'],
  secret: ['Secret of the gateway', 'Секрет шлюза'],
  theSecret: ['the secret of the gateway', 'секрет шлюза'],
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
  addressEmpty: ['https://', 'https://'],
  token: ['Access token of Telegram Gateway', 'Токен доступа Telegram Gateway'],
  countries: ['Countries; all when empty', 'Страны; пусто — все'],
  countriesEmpty: ['RU', 'RU'],
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

const gatewayProblems = defineMessages({
  'too-many-gateways': [
    'A service has at most three gateways.',
    'У сервиса может быть не больше трёх шлюзов.',
  ],
})

type Wanted = Omit<Sent<'/services/:service/gateways'>, 'service'>

const empty = {
  kind: 'http' as Wanted['kind'],
  channel: 'sms',
  address: '',
  token: '',
  countries: [] as string[],
  handsOver: false,
}

/** Where the codes of http steps go; the secret is shown when it is made. */
export function Gateways({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(gatewayTexts)
  const gateways = useServiceResources(['gateways', service.id], {
    list: () => read('/services/:id/gateways', { id: service.id }),
    add: (wanted: Wanted) => write('/services/:service/gateways', { service: service.id, ...wanted }),
    remove: (gateway: number) => write('/gateways/:gateway/remove', { gateway }),
  })
  const { list, add } = gateways
  const [draft, setDraft] = useState(empty)
  const isHttp = draft.kind === 'http'
  const change = ({ countries, ...next }: typeof empty) => {
    const channel = next.kind === draft.kind ? next.channel : next.kind === 'http' ? 'sms' : next.kind
    setDraft({ ...next, channel, countries: countries.map((each) => each.toUpperCase()) })
  }
  const submit = () => {
    const { address: url, token, ...rest } = draft
    add.mutate({ ...rest, ...(isHttp ? { url } : { token }) }, { onSuccess: () => setDraft(empty) })
  }
  const { items = [], max = 0 } = list.data ?? {}
  return (
    <SettingRow title={text.title} hint={<GuideHint text={text} page="integrate/gateway" />}>
      <Stack gap="md">
        {items.map(({ id, channel, url, countries }) => (
          <ServiceResource key={id} id={id} title={channel} text={text} of={gateways}>
            <Text style={{ overflowWrap: 'anywhere' }}>{url}</Text>
            <Text variant="hint">{countries.length === 0 ? text.allCountries : countries.join(', ')}</Text>
          </ServiceResource>
        ))}
        {items.length < max && (
          <NewServiceResource
            draft={draft}
            onChange={change}
            text={text}
            fields={{
              kind: { one: Object.entries(text.kinds).map(([value, label]) => ({ value, label })) },
              channel: 'word',
              ...(isHttp ? { address: 'word' } : { token: 'word' }),
              countries: 'words',
              handsOver: 'tick',
            }}
            action={text.add}
            isReady={draft.handsOver}
            isAdding={add.isPending}
            onAdd={submit}
          />
        )}
        <ErrorNote error={list.error ?? add.error} errorTexts={gatewayProblems} />
      </Stack>
    </SettingRow>
  )
}
