import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { read } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { useTexts } from '../../language/language.tsx'
import { defineMessages } from '../../language/texts.ts'
import { LogTable } from '../nodes/log-table.tsx'

const texts = defineMessages({
  about: [
    'Who signed in to this account, and which sign-ins and keys were refused. Only owners see it.',
    'Кто входил в аккаунт, какие входы и ключи отклонены. Это видят только владельцы.',
  ],
  shown: ['Shown', 'Показать'],
  all: ['All', 'Все'],
  refused: ['Refused', 'Отказы'],
  label: ['Sign-ins', 'Входы'],
  none: ['Nothing yet.', 'Пока ничего.'],
  more: ['Show earlier', 'Показать раньше'],
})

export function SignIns() {
  const text = useTexts(texts)
  const [shown, setShown] = useState<'all' | 'refused'>('all')
  const query = { result: shown === 'all' ? null : shown }
  const list = usePages(
    ['account', 'sign-ins'],
    query,
    (asked) => read('/account/sign-ins', asked),
    text.more,
  )
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text variant="hint">{text.about}</Text>
        <SegmentedControl
          aria-label={text.shown}
          size="xs"
          value={shown}
          onChange={(value) => setShown(value === 'refused' ? 'refused' : 'all')}
          data={[
            { value: 'all', label: text.all },
            { value: 'refused', label: text.refused },
          ]}
        />
      </Group>
      <LogTable label={text.label} empty={<Text size="sm">{text.none}</Text>} {...list} />
    </Stack>
  )
}
