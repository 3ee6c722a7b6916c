import { Badge, Group, Text } from '@mantine/core'
import type { Item } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DetailLink } from '../../parts/detail-link.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { Pages } from '../../parts/more-button.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import classes from './requests.module.css'
import { requestsTexts } from './texts.ts'
import { useCodeName } from './use-code-name.ts'

type RequestView = Item<'/requests'>

/** One line for each request. */
export function RequestTable(props: {
  readonly items: readonly RequestView[] | undefined
  readonly error: unknown
  readonly empty: ReactNode
  readonly pages?: Pages & { readonly label: string }
  /** The id of the one that is shown beside the list. */
  readonly opened: number | undefined
  readonly onOpen: (request: RequestView) => void
}) {
  const text = useTexts(requestsTexts)
  const formats = useFormats()
  return (
    <DataTable
      label={text.title}
      name="requests"
      rows={props.items}
      keyOf={({ id }) => id}
      error={props.error}
      empty={props.empty}
      {...(props.pages === undefined ? {} : { pages: props.pages })}
      columns={[
        { title: text.time, card: 'corner', cell: ({ at }) => <Moment at={at} /> },
        {
          title: text.method,
          card: 'title',
          cell: (request) => (
            <Group gap={6} wrap="nowrap">
              <Text span size="xs" c="dimmed" ff="monospace">
                {request.verb}
              </Text>
              <RowLink
                href={`/requests?requestId=${encodeURIComponent(request.requestId)}`}
                label={text.open(nameOf(request, text.other), request.requestId)}
                isOpen={request.id === props.opened}
                onOpen={() => props.onOpen(request)}
              >
                {nameOf(request, text.other)}
              </RowLink>
            </Group>
          ),
        },
        { title: text.outcome, card: 'second', cell: (request) => <Result request={request} /> },
        { id: 'status', title: text.status, align: 'right', cell: ({ status }) => status },
        {
          id: 'took',
          title: text.took,
          align: 'right',
          cell: ({ elapsedMs }) => formats.duration(Math.max(1, Math.round(elapsedMs))),
        },
        { id: 'address', title: text.address, collapsible: true, cell: ({ ip }) => ip },
        { id: 'subject', title: text.subject, cell: ({ subject }) => subject && <Subject id={subject} /> },
      ]}
    />
  )
}

/** The name of the method, or the path of a request that is none. */
export const nameOf = ({ method, path }: RequestView, other: string) =>
  method !== 'other' ? method : path === '' ? other : path

export function Result({ request }: { readonly request: RequestView }) {
  const text = useTexts(requestsTexts)
  const codeName = useCodeName()
  const { code, hasKey } = request
  const name = codeName(code)
  return (
    <Group gap={6}>
      {code === '' ? (
        <StateWord tone="good" word={text.served} />
      ) : (
        <StateWord tone="bad" word={name === code ? code : `${code}: ${name}`} />
      )}
      {!hasKey && (
        <Badge size="sm" variant="outline" color="gray" className={classes.badge!} title={text.noKeyHint}>
          {text.noKey}
        </Badge>
      )}
    </Group>
  )
}

/** The call, or the verification of `/v2`, that it is about. */
export function Subject({ id }: { readonly id: string }) {
  return (
    <DetailLink id={id} title={id}>
      {id.length > 12 ? `${id.slice(0, 10)}…` : id}
    </DetailLink>
  )
}
