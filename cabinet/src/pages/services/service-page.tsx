import { Alert, Badge, Button, Group, Skeleton, Stack, Switch, Tabs, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { Link, useParams, useSearchParams } from 'wouter'
import { useMay, useMe } from '../../api/me.ts'
import { useRead, useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { defineMessages } from '../../language/texts.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconPhoneCall, IconPlayerPause } from '../../parts/icons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { PausedList } from '../../parts/paused-list.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { Consent } from './consent/consent.tsx'
import { Danger } from './danger.tsx'
import { Dialect } from './dialect.tsx'
import { Integrate } from './integrate.tsx'
import { useFreshKey } from './keys/fresh-key.ts'
import { Keys } from './keys/keys.tsx'
import { NewKey } from './keys/new-key.tsx'
import { serviceTexts } from './service-texts.ts'
import { SettingsForm } from './settings-form.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useChangeService, useSetService } from './use-change-service.ts'
import { AddressLimitsForm } from './workflow/address-limits-form.tsx'
import { WorkflowForm } from './workflow/workflow-form.tsx'

type ServiceDetail = Answer<'/services/:id'>

const tabs = ['settings', 'keys', 'workflow', 'integrate', 'consent', 'archive'] as const

export default function ServicePage() {
  const text = useTexts(serviceTexts)
  const { id } = useParams<{ id: string }>()
  const service = useRead('/services/:id', { id })
  return (
    <Page title={service.data?.name ?? text.all}>
      <TextLink href="/services" w="fit-content">
        ← {text.all}
      </TextLink>
      <ErrorNote error={service.error} />
      {service.isPending && <Skeleton h={420} />}
      {service.data !== undefined && <ServiceParts service={service.data} key={service.data.id} />}
    </Page>
  )
}

function ServiceParts({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(serviceTexts)
  const mayChange = useMay('change-services')
  const freshKey = useFreshKey(service.id)
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const tab = tabs.find((name) => name === asked) ?? 'settings'
  return (
    <Stack gap="md">
      <Facts service={service} />
      <Paused service={service} />
      <NewKey service={service} fresh={freshKey} />
      <Tabs
        value={tab}
        onChange={(value) =>
          setSearch(value === null || value === 'settings' ? {} : { tab: value }, { replace: true })
        }
      >
        <Tabs.List>
          {tabs
            .filter((name) => mayChange || name !== 'archive')
            .map((name) => (
              <Tabs.Tab key={name} value={name}>
                {text.tabs[name]}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        <Tabs.Panel value="settings" pt="xs">
          <SettingsForm service={service} />
          {mayChange && <Dialect service={service} />}
        </Tabs.Panel>
        <Tabs.Panel value="keys" pt="md">
          {tab === 'keys' && <Keys service={service} />}
        </Tabs.Panel>
        <Tabs.Panel value="workflow" pt="xs">
          <AddressLimitsForm service={service} />
          <WorkflowForm service={service} />
        </Tabs.Panel>
        <Tabs.Panel value="integrate" pt="md">
          <Integrate service={service} />
        </Tabs.Panel>
        <Tabs.Panel value="consent" pt="md">
          {tab === 'consent' && <Consent service={service} />}
        </Tabs.Panel>
        {mayChange && (
          <Tabs.Panel value="archive" pt="xs">
            <Danger service={service} />
          </Tabs.Panel>
        )}
      </Tabs>
    </Stack>
  )
}

function Facts({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(serviceTexts)
  const mayChange = useMay('change-services')
  const change = useChangeService(service.id)
  const { id, status, lastRequestAt, createdAt, useDirection } = service
  const { demo } = useMe()
  return (
    <>
      <Group gap="lg" style={{ rowGap: 6 }}>
        <Group gap={4}>
          <Text c="dimmed">{text.id}</Text>
          <Text fw={600}>{id}</Text>
          <CopyButton value={String(id)} what={text.theId} />
        </Group>
        <StatusBadge status={status} />
        {useDirection !== '' && <Text>{useDirection}</Text>}
        <Text c="dimmed">
          {text.created} <Moment at={createdAt} />
        </Text>
        {lastRequestAt > 0 && (
          <Text c="dimmed">
            {text.lastRequest} <Moment at={lastRequestAt} />
          </Text>
        )}
        {service.settings.httpsOnly && <Badge color="gray">HTTPS</Badge>}
        {mayChange && status === 'active' && (
          <Button
            component={Link}
            href={`/try?service=${id}`}
            variant="light"
            size="compact-sm"
            leftSection={<IconPhoneCall size={16} />}
          >
            {demo ? text.ring : text.firstCall}
          </Button>
        )}
        {mayChange && status !== 'archived' && (
          <Switch
            ml="auto"
            label={text.on}
            title={text.onHint}
            checked={status === 'active'}
            onChange={(event) => change.mutate({ status: event.currentTarget.checked ? 'active' : 'off' })}
          />
        )}
      </Group>
      <ErrorNote error={change.error} />
    </>
  )
}

const texts = defineMessages({
  title: [
    'Calls to some destinations are paused after unusual traffic (error 9)',
    'Звонки на часть направлений приостановлены из-за необычного трафика (ошибка 9)',
  ],
})

/** Renders nothing when no destination is paused. */
function Paused({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(texts)
  const mayChange = useMay('change-services')
  const setService = useSetService()
  const resume = useWrite('/services/:service/resume', { onSuccess: setService })
  if (service.paused.length === 0) return null
  return (
    <Alert color="orange" icon={<IconPlayerPause size={18} />} title={text.title}>
      <PausedList
        paused={service.paused}
        empty={null}
        onResume={mayChange ? ({ prefix }) => resume.mutateAsync({ service: service.id, prefix }) : undefined}
      />
    </Alert>
  )
}
