import { Group, Skeleton, Text } from '@mantine/core'
import type { ActionView } from '@ringkey/server/cabinet-api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { browserName } from '../../parts/browser-name.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { inRussian } from './actions-in-russian.ts'
import classes from './section.module.css'

const texts = {
  en: {
    none: 'Nothing has happened yet',
    what: 'Sign-ins and changes are noted here.',
    more: 'Show earlier',
  },
  ru: {
    none: 'Пока ничего не происходило',
    what: 'Здесь отмечаются входы и изменения.',
    more: 'Показать раньше',
  },
}

const pageSize = 50

export function History() {
  const text = useTexts(texts)
  const { language } = useLanguage()
  const history = useInfiniteQuery({
    queryKey: ['account', 'actions'],
    queryFn: ({ pageParam }) => read<ActionView[]>('/account/actions', { before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)!.id),
  })
  const actions = history.data?.pages.flat() ?? []
  return (
    <>
      <ErrorNote error={history.error} />
      {history.isPending && <Skeleton h={300} />}
      {history.isSuccess && actions.length === 0 && <EmptyState title={text.none}>{text.what}</EmptyState>}
      <div>
        {actions.map((action) => (
          <Group key={action.id} justify="space-between" className={classes.row!} gap="xs">
            <Text size="sm" className={classes.action!}>
              {language === 'ru' ? inRussian(action.action) : action.action}
            </Text>
            <Text size="xs" c="dimmed" component="div" title={action.userAgent}>
              {[browserName(action.userAgent), action.ip].filter((part) => part !== '').join(' · ')} ·{' '}
              <Moment at={action.at} />
            </Text>
          </Group>
        ))}
      </div>
      <Group justify="center" mt="md">
        <MoreButton pages={history} label={text.more} />
      </Group>
    </>
  )
}
