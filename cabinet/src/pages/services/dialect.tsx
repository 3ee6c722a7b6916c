import { Button, Group, Stack, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerKey } from '../../api/answer-key.ts'
import { useRead, useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { withCommon } from '../../language/terms.ts'
import { DraftFields } from '../../parts/draft-fields.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { Copied } from './copied.tsx'

/** Texts of the dialect of a service. */
const dialectTexts = withCommon({
  title: ['Dialect', 'Диалект'],
  hint: [
    'Programs written for another call service work with this one: they change the address and the credential. See the pages on migration in the docs.',
    'Программы, написанные для другого сервиса звонков, работают с этим: в них меняются адрес и ключ. Подробнее — на страницах о переходе в документации.',
  ],
  dialect: ['API of', 'API сервиса'],
  dialects: {
    none: ['None', 'Нет'],
    'sms.ru': ['SMS.ru', 'SMS.ru'],
    zvonok: ['Zvonok', 'Zvonok'],
    smsc: ['SMSC', 'SMSC'],
    'twilio-verify': ['Twilio Verify', 'Twilio Verify'],
    'vonage-verify': ['Vonage Verify', 'Vonage Verify'],
  },
  types: ['Types in the answers', 'Типы в ответах'],
  typesOf: {
    live: ['As the service answers', 'Как отвечает сервис'],
    strings: ['check_status as a string', 'check_status строкой'],
    numbers: ['code as a number', 'code числом'],
  },
  callback: ['Callback address', 'Адрес для callback'],
  callbackHint: [
    'Where the result of a callcheck or of a request is sent; empty for none.',
    'Куда отправлять результат callcheck или запроса; пусто — никуда.',
  ],
  publicKey: ['Public key of your program', 'Открытый ключ вашей программы'],
  publicKeyHint: [
    'RSA in PEM. With it the credential is made anew and has no private key; empty: a pair is made.',
    'RSA в PEM. С ним ключ доступа выпускается заново и без закрытого ключа; пусто — пара создаётся здесь.',
  ],
  renew: ['New credential', 'Новый ключ доступа'],
  once: [
    'The credential is shown only now. The one before has ended.',
    'Ключ доступа показан один раз, сейчас. Прежний больше не действует.',
  ],
  theCredential: ['the credential', 'ключ доступа'],
})

const labelled = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

type Draft = Answer<'/services/:id/dialect'> & { readonly publicKey: string }

/** Which other call service's API the service speaks; its credential is shown when it is made. */
export function Dialect({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(dialectTexts)
  const client = useQueryClient()
  const key = answerKey('/services/:id/dialect', { id: service.id })
  const kept = useRead('/services/:id/dialect', { id: service.id })
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const save = useWrite('/services/:service/dialect', {
    onSuccess: ({ credential: _, ...view }) => {
      client.setQueryData(key, view)
      setTyped({})
    },
  })
  if (kept.data === undefined) return <ErrorNote error={kept.error} />
  const draft: Draft = { ...kept.data, publicKey: '', ...typed }
  const { dialect, types, callback, publicKey } = draft
  const isSmsRu = dialect === 'sms.ru'
  const isVonage = dialect === 'vonage-verify'
  const chosen = {
    service: service.id,
    dialect,
    ...(isSmsRu ? { types } : {}),
    ...(isSmsRu || isVonage ? { callback } : {}),
    ...(isVonage && publicKey !== '' ? { publicKey } : {}),
  }
  const isSame = dialect === kept.data.dialect
  const isKept = isSame && dialect !== 'none' && !('publicKey' in chosen)
  const credential = save.data?.credential ?? null
  const shown = typeof credential === 'string' ? { credential } : (credential ?? {})
  return (
    <SettingRow title={text.title} hint={text.hint}>
      <Stack gap="xs">
        <DraftFields
          draft={draft}
          onChange={setTyped}
          text={text}
          fields={{
            dialect: { one: labelled(text.dialects) },
            ...(isSmsRu ? { types: { one: labelled(text.typesOf) } } : {}),
            ...(isSmsRu || isVonage ? { callback: 'word' } : {}),
            ...(isVonage ? { publicKey: 'lines' } : {}),
          }}
        />
        {Object.entries(shown).map(([name, value]) => (
          <Group key={name} gap={6}>
            {typeof credential !== 'string' && <Text>{name}</Text>}
            <Copied label={name} value={value} what={text.theCredential} />
          </Group>
        ))}
        {credential !== null && <Text size="sm">{text.once}</Text>}
        <Group gap="xs">
          <Button
            variant="default"
            loading={save.isPending}
            disabled={Object.keys(typed).length === 0}
            onClick={() => save.mutate({ ...chosen, keep: isKept })}
          >
            {text.save}
          </Button>
          {isSame && dialect !== 'none' && (
            <Button variant="subtle" loading={save.isPending} onClick={() => save.mutate(chosen)}>
              {text.renew}
            </Button>
          )}
        </Group>
        <ErrorNote error={save.error} />
      </Stack>
    </SettingRow>
  )
}
