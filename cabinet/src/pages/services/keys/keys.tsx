import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { answerKey } from '../../../api/answer-key.ts'
import { useMay } from '../../../api/me.ts'
import { useRead, useWrite } from '../../../api/use-api.ts'
import { useTexts } from '../../../language/language.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { IconPlus } from '../../../parts/icons.tsx'
import { Upcoming } from '../../../parts/moment.tsx'
import { AddKey } from './add-key.tsx'
import type { ServiceKey } from './fresh-key.ts'
import { RotateKey } from './rotate-key.tsx'
import { keyTexts } from './texts.ts'

type ServiceDetail = Answer<'/services/:id'>

const colours = { all: 'blue', read: 'gray', test: 'teal' } as const

/** The keys of a service: who uses what, when it was last used, and what it may do. */
export function Keys({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(keyTexts)
  const mayChange = useMay('change-services')
  const [isAdding, setAdding] = useState(false)
  const list = useRead('/services/:id/keys', { id: service.id })
  const further = list.data?.keys.filter(({ id, endsAt }) => id !== 0 && endsAt === null) ?? []
  const isFull = list.data !== undefined && further.length >= list.data.max
  return (
    <Stack gap="md">
      <Text size="sm">
        {text.about} {text.outside}
      </Text>
      <ErrorNote error={list.error} />
      {list.isPending && <Skeleton h={160} />}
      {list.data !== undefined && <KeyTable service={service} keys={list.data.keys} mayChange={mayChange} />}
      {mayChange && list.data !== undefined && (
        <Group gap="sm">
          <Button leftSection={<IconPlus size={16} />} disabled={isFull} onClick={() => setAdding(true)}>
            {text.add}
          </Button>
          {isFull && <Text size="sm">{text.full(list.data.max)}</Text>}
        </Group>
      )}
      {isAdding && <AddKey serviceId={service.id} onClose={() => setAdding(false)} />}
    </Stack>
  )
}

function KeyTable(props: {
  readonly service: ServiceDetail
  readonly keys: readonly ServiceKey[]
  readonly mayChange: boolean
}) {
  const text = useTexts(keyTexts)
  const { service, keys, mayChange } = props
  return (
    <DataTable
      label={text.title}
      rows={keys}
      empty={null}
      keyOf={({ id, endsAt }) => `${id} ${endsAt}`}
      columns={[
        {
          title: text.name,
          card: 'title',
          cell: ({ name, endsAt }) => (
            <div>
              <Text fw={endsAt === null ? 600 : 400} style={{ overflowWrap: 'anywhere' }}>
                {name || text.mainKey}
              </Text>
              {endsAt !== null && (
                <Text size="sm">
                  {text.ends} <Upcoming at={endsAt} />
                </Text>
              )}
            </div>
          ),
        },
        {
          title: text.scope,
          card: 'corner',
          cell: ({ scope }) => (
            <Badge color={colours[scope]} variant="light" tt="none">
              {text.scopes[scope]}
            </Badge>
          ),
        },
        { title: text.lastUsed, value: ({ lastUsedAt }) => lastUsedAt, as: 'last' },
        ...(mayChange
          ? [{ title: text.actions, cell: (key: ServiceKey) => <Actions service={service} of={key} /> }]
          : []),
      ]}
    />
  )
}

function Actions({ service, of }: { readonly service: ServiceDetail; readonly of: ServiceKey }) {
  const text = useTexts(keyTexts)
  const [isRotating, setRotating] = useState(false)
  const revoke = useWrite('/services/:service/keys/:key/revoke', {
    refreshes: answerKey('/services/:id/keys', { id: service.id }),
  })
  const name = of.name || text.mainKey
  return (
    <Group gap="xs" wrap="nowrap">
      {of.endsAt === null && (
        <Button size="compact-sm" variant="default" onClick={() => setRotating(true)}>
          {text.rotate}
        </Button>
      )}
      {of.id !== 0 && (
        <ConfirmButton
          label={text.revoke}
          name={`${text.revoke}: ${name}`}
          question={text.revokeQuestion(name)}
          onConfirm={() => revoke.mutateAsync({ service: service.id, key: of.id })}
        >
          {text.revokeHint}
        </ConfirmButton>
      )}
      {isRotating && <RotateKey service={service} of={of} onClose={() => setRotating(false)} />}
    </Group>
  )
}
