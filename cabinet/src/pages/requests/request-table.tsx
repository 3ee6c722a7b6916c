import { Anchor, Badge, Group, Text, Tooltip } from '@mantine/core'
import type { RequestView } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { StackedTable } from '../../parts/stacked-table.tsx'
import classes from './requests.module.css'
import { requestsTexts } from './texts.ts'
import { useCodeName } from './use-code-name.ts'

/** One line for each request; cards on a narrow screen. */
export function RequestTable(props: {
  readonly items: readonly RequestView[]
  readonly onOpen: (request: RequestView) => void
}) {
  const text = useTexts(requestsTexts)
  const formats = useFormats()
  return (
    <StackedTable
      label={text.title}
      items={props.items}
      keyOf={({ id }) => id}
      columns={[
        { label: text.time, cell: ({ at }) => <Exactly at={at} /> },
        {
          label: text.method,
          cell: (request) => (
            <Group gap={6} wrap="nowrap" className={classes.parts!}>
              <Text span size="xs" c="dimmed" ff="monospace">
                {request.verb}
              </Text>
              <Anchor
                component="button"
                type="button"
                size="sm"
                fw={600}
                className={classes.method!}
                aria-label={text.open(nameOf(request, text.other), request.requestId)}
                onClick={() => props.onOpen(request)}
              >
                {nameOf(request, text.other)}
              </Anchor>
            </Group>
          ),
        },
        { label: text.outcome, cell: (request) => <Result request={request} /> },
        { label: text.status, cell: ({ status }) => status, isNumber: true },
        {
          label: text.took,
          cell: ({ elapsedMs }) => formats.duration(Math.max(1, Math.round(elapsedMs))),
          isNumber: true,
        },
        {
          label: text.address,
          cell: ({ ip }) => (
            <Text span size="sm" className={classes.anywhere!}>
              {ip}
            </Text>
          ),
        },
        { label: text.subject, cell: ({ subject }) => <Subject id={subject} /> },
      ]}
    />
  )
}

/** To the second: requests are compared with other logs. */
function Exactly({ at }: { readonly at: number }) {
  const formats = useFormats()
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return (
    <Tooltip label={formats.exact(at)}>
      <time dateTime={new Date(at).toISOString()} className={classes.time!}>
        {isToday ? formats.clock(at) : `${formats.day(at)}, ${formats.clock(at)}`}
      </time>
    </Tooltip>
  )
}

/** The name of the method, or the path of a request that is none. */
export const nameOf = ({ method, path }: RequestView, other: string) =>
  method !== 'other' ? method : path === '' ? other : path

export function Result({ request }: { readonly request: RequestView }) {
  const text = useTexts(requestsTexts)
  const codeName = useCodeName()
  const { code, hasKey } = request
  const isRefused = code !== ''
  return (
    <Group gap={6} className={classes.parts!}>
      <span className={classes.result}>
        <span className={classes.dot} data-refused={isRefused || undefined} aria-hidden="true" />
        {isRefused ? (
          <span>
            <b>{code}</b>
            {codeName(code) !== code && ` ${codeName(code)}`}
          </span>
        ) : (
          text.served
        )}
      </span>
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
  if (id === '') return null
  if (!/^\d+$/.test(id)) {
    return (
      <Anchor component={Link} href={`/verifications/${id}`} size="sm" title={id}>
        {id.slice(0, 10)}…
      </Anchor>
    )
  }
  return (
    <Anchor component={Link} href={`/calls/${id}`} size="sm">
      {id}
    </Anchor>
  )
}
