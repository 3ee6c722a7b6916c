import { Alert, Text } from '@mantine/core'
import { read } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { useRead } from '../../api/use-api.ts'
import { usePages } from '../../api/use-pages.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DetailLink } from '../../parts/detail-link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters } from '../../parts/filters.tsx'
import { IconAlertTriangle } from '../../parts/icons.tsx'
import { Moment, Upcoming } from '../../parts/moment.tsx'
import { periodIn } from '../../parts/period.ts'
import { RowLink } from '../../parts/row-link.tsx'
import { Section } from '../../parts/section.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { useTimed } from '../../parts/use-timed.ts'
import { ResendMany } from './resend-many.tsx'
import { useServicesShown } from './service-choice.tsx'
import { StateMark } from './state-mark.tsx'
import { webhooksTexts } from './texts.ts'
import { useDeliveryFilters } from './use-filters.ts'

const lookAgainMs = 5_000

/** Webhooks of the chosen service, or of all, newest first. */
export function DeliveryList({ serviceId }: { readonly serviceId: number | null }) {
  const text = useTexts(webhooksTexts)
  const services = useServicesShown(serviceId)
  const mayChange = useMay('change-services')
  const [address] = useAddressQuery()
  const timed = useTimed()
  const query = {
    serviceId,
    ...periodIn(address),
    state: address.get('state'),
    endpointId: address.get('endpoint'),
    type: address.get('type'),
  }
  const list = usePages(['webhooks'], query, (asked) => read('/webhooks', timed(asked)), text.more, {
    refetchInterval: lookAgainMs,
  })
  const { serviceId: _, ...set } = query
  const isFiltered = Object.values(set).some((value) => value !== null)
  return (
    <Section
      title={text.deliveries}
      actions={
        mayChange && <ResendMany serviceId={serviceId} services={services} endpointId={query.endpointId} />
      }
    >
      <Trouble serviceId={serviceId} />
      <Filters filters={useDeliveryFilters(serviceId)} period={{}} />
      <DataTable
        label={text.deliveries}
        name="deliveries"
        {...list}
        keyOf={({ id }) => id}
        empty={<EmptyState title={text.none}>{isFiltered ? text.noneFiltered : text.noneHint}</EmptyState>}
        columns={[
          { title: text.state, card: 'corner', cell: (webhook) => <StateMark webhook={webhook} /> },
          {
            title: text.type,
            card: 'title',
            cell: (webhook) => (
              <RowLink href={`/webhooks/${webhook.id}`}>{webhook.type ?? text.inbound}</RowLink>
            ),
          },
          {
            id: 'about',
            title: text.about,
            width: '18%',
            isCut: true,
            cell: ({ vendorId, verificationId }) => {
              const id = verificationId ?? vendorId
              return id === null ? (
                '—'
              ) : (
                <DetailLink id={id} title={String(id)}>
                  {id}
                </DetailLink>
              )
            },
          },
          { title: text.created, card: 'second', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { id: 'receiver', title: text.receiver, cell: ({ receiver }) => receiver },
          { id: 'tries', title: text.tries, align: 'right', cell: ({ attemptCount }) => attemptCount },
          {
            id: 'next',
            title: text.next,
            cell: ({ nextTryAt }) => nextTryAt !== null && <Upcoming at={nextTryAt} />,
          },
        ]}
      />
    </Section>
  )
}

function Trouble({ serviceId }: { readonly serviceId: number | null }) {
  const text = useTexts(webhooksTexts)
  const formats = useFormats()
  const troubled = useRead('/webhooks/receivers', { serviceId })
  if (troubled.data === undefined || troubled.data.length === 0) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title={text.trouble}>
      {troubled.data.map(({ receiver, pending, failed, lastId }) => (
        <Text key={receiver} size="sm">
          {text.troubleLine(receiver, formats.number(pending), formats.number(failed))} ·{' '}
          <TextLink href={`/webhooks/${lastId}`} c="inherit" td="underline">
            {text.newest}
          </TextLink>
        </Text>
      ))}
    </Alert>
  )
}
