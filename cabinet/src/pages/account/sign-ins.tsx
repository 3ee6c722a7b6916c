import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import type { OperatorActionsView } from '@ringkey/server/cabinet-api'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { inBoth } from '../../language/texts.ts'
import { LogTable } from '../nodes/log-table.tsx'

const texts = inBoth({
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
  const pages = useInfiniteQuery({
    queryKey: ['account', 'sign-ins', query],
    queryFn: ({ pageParam }) =>
      read<OperatorActionsView>('/account/sign-ins', { ...query, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
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
      <LogTable
        label={text.label}
        rows={pages.data?.pages.flatMap(({ items }) => items)}
        empty={<Text size="sm">{text.none}</Text>}
        error={pages.error}
        pages={{ ...pages, label: text.more }}
      />
    </Stack>
  )
}
