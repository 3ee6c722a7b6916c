import { Badge, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay, useMe } from '../../../api/me.ts'
import { useRead } from '../../../api/use-api.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { IconPlus } from '../../../parts/icons.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { RowLink } from '../../../parts/row-link.tsx'
import { Section } from '../../../parts/section.tsx'
import { SettingRow } from '../../../parts/setting-row.tsx'
import { TextLink } from '../../../parts/text-link.tsx'
import { useServicesShown } from '../service-choice.tsx'
import { StateMark } from '../state-mark.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointPanel } from './endpoint-panel.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { endpointTexts } from './texts.ts'

const lookAgainMs = 5_000

/** Where the events of a service go, or of all services, and what became of them. */
export function Endpoints({ serviceId }: { readonly serviceId: number | null }) {
  const text = useTexts(endpointTexts)
  const formats = useFormats()
  const mayChange = useMay('change-services')
  const isDemo = useMe().account?.demo === true
  const [opened, setOpened] = useState<number | 'new' | null>(null)
  const list = useRead('/endpoints', { serviceId }, { refetchInterval: lookAgainMs })
  const services = useServicesShown(serviceId)
  const only = services.length === 1 ? services[0]!.id : null
  const endpoint = list.data?.items.find(({ id }) => id === opened)
  const nameOf = (id: number) => services.find((service) => service.id === id)?.name ?? id
  return (
    <Section
      title={text.title}
      about={text.about}
      actions={
        mayChange && (
          <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
            {text.add}
          </Button>
        )
      }
    >
      <DataTable
        label={text.title}
        rows={list.data?.items}
        error={list.error}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={text.none}>
            {mayChange && text.noneHint}
            {mayChange && isDemo && only !== null && ` ${text.demoHint(only)}`}
          </EmptyState>
        }
        columns={[
          {
            title: text.address,
            card: 'title',
            cell: ({ id, url, description }) => (
              <Stack gap={0}>
                <RowLink
                  href={`/webhooks?endpoint=${id}`}
                  isOpen={id === opened}
                  onOpen={() => setOpened(id)}
                >
                  {url}
                </RowLink>
                {description !== '' && <Text variant="hint">{description}</Text>}
              </Stack>
            ),
          },
          ...(only === null
            ? [
                {
                  title: text.service,
                  cell: (each: { readonly serviceId: number }) => nameOf(each.serviceId),
                },
              ]
            : []),
          {
            title: text.which,
            collapsible: true,
            cell: ({ types }) => (types === null ? text.everything : types.join(', ')),
          },
          {
            title: text.last,
            cell: ({ last }) =>
              last && (
                <TextLink href={`/webhooks/${last.id}`} underline="never" c="inherit">
                  <StateMark webhook={last} /> <Moment at={last.createdAt} />
                </TextLink>
              ),
          },
          {
            title: text.week,
            align: 'right',
            cell: ({ id, week: { delivered, of } }) =>
              of > 0 && (
                <TextLink href={`/webhooks?endpoint=${id}&period=week`}>
                  {formats.outOf(delivered, of)} · {formats.percent(delivered / of)}
                </TextLink>
              ),
          },
          {
            title: text.state,
            card: 'corner',
            cell: ({ enabled }) => (
              <Badge color={enabled ? 'teal' : 'gray'}>{enabled ? text.on : text.off}</Badge>
            ),
          },
        ]}
      />
      {mayChange && only !== null && (
        <SettingRow title={text.ofCalls} hint={text.ofCallsHint}>
          <SigningSecret name={text.ofCalls} of={{ service: only }} />
        </SettingRow>
      )}
      {endpoint !== undefined && (
        <EndpointPanel
          key={endpoint.id}
          endpoint={endpoint}
          types={list.data!.types}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'new' && list.data !== undefined && (
        <EndpointForm
          services={services}
          endpoint={undefined}
          types={list.data.types}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  )
}
