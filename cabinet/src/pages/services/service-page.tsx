import {
  Alert,
  Badge,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { Link, useParams, useSearchParams } from 'wouter'
import { useMay, useMe } from '../../api/me.ts'
import { useRead, useWrite } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
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
import { Gateways } from './gateways.tsx'
import { Hooks } from './hooks.tsx'
import { Integrate } from './integrate.tsx'
import { useFreshKey } from './keys/fresh-key.ts'
import { Keys } from './keys/keys.tsx'
import { NewKey } from './keys/new-key.tsx'
import { LimitsForm } from './limits-form.tsx'
import { OidcClients } from './oidc-clients.tsx'
import { serviceTexts } from './service-texts.ts'
import { SettingsForm } from './settings-form.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useChangeService, useSetService } from './use-change-service.ts'
import { AddressLimitsForm } from './workflow/address-limits-form.tsx'
import { WorkflowForm } from './workflow/workflow-form.tsx'

type ServiceDetail = Answer<'/services/:id'>

/** What can be set up, each on a page of its own; webhooks have one for all services. */
const parts = {
  settings: SettingsForm,
  workflow: WorkflowForm,
  limits: Limits,
  keys: Keys,
  integrate: Integrate,
  oidc: OidcClients,
  hooks: Hooks,
  gateways: Gateways,
  dialect: Dialect,
  consent: Consent,
  archive: Danger,
}
type Part = keyof typeof parts
const names = [...Object.keys(parts).slice(0, -1), 'webhooks', 'archive'] as (Part | 'webhooks')[]
const forChanges: readonly string[] = ['oidc', 'hooks', 'gateways', 'dialect', 'archive']
const isOpen = (name: string, mayChange: boolean) => mayChange || !forChanges.includes(name)

export default function ServicePage() {
  const text = useTexts(serviceTexts)
  const { id } = useParams<{ id: string }>()
  const [search] = useSearchParams()
  const service = useRead('/services/:id', { id })
  const freshKey = useFreshKey(Number(id))
  const asked = search.get('tab')
  const mayChange = useMay('change-services')
  const part = names.find((name): name is Part => name === asked && name in parts && isOpen(name, mayChange))
  const Shown = part === undefined ? Summary : parts[part]
  const name = service.data?.name ?? text.all
  return (
    <Page title={part === undefined ? name : text.tabs[part]}>
      <TextLink href={part === undefined ? '/services' : `/services/${id}`} w="fit-content">
        ← {part === undefined ? text.all : name}
      </TextLink>
      <ErrorNote error={service.error} />
      {service.isPending && <Skeleton h={420} />}
      {service.data !== undefined && (
        <>
          <NewKey service={service.data} fresh={freshKey} />
          <Shown service={service.data} key={service.data.id} />
        </>
      )}
    </Page>
  )
}

/** What it is, and a card for each thing that can be set up. */
function Summary({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(serviceTexts)
  const formats = useFormats()
  const mayChange = useMay('change-services')
  const { id, settings, limits } = service
  const { own, operator } = limits
  const [perHour, perDay] = [own.perHour ?? operator.perHour, own.perDay ?? operator.perDay]
  const now: Partial<Record<Part | 'webhooks', string>> = {
    settings: settings.allowedCountries.map(formats.country).join(', ') || text.anyCountry,
    workflow: settings.workflow.length === 0 ? text.noRules : text.rules(settings.workflow.length),
    limits:
      [perHour && text.inHour(formats.money(perHour)), perDay && text.inDay(formats.money(perDay))]
        .filter(Boolean)
        .join(', ') || text.noLimit,
  }
  return (
    <Stack gap="md">
      <Facts service={service} />
      <Paused service={service} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {names
          .filter((name) => isOpen(name, mayChange))
          .map((name) => (
            <Paper key={name} withBorder p="sm" component="section" aria-label={text.tabs[name]}>
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <Stack gap={2}>
                  <Title order={3}>{text.tabs[name]}</Title>
                  <Text variant="hint">{text.abouts[name]}</Text>
                  {now[name] !== undefined && <Text size="sm">{now[name]}</Text>}
                </Stack>
                <Button
                  component={Link}
                  href={name === 'webhooks' ? `/webhooks?service=${id}` : `/services/${id}?tab=${name}`}
                  variant="default"
                  size="xs"
                  style={{ flexShrink: 0 }}
                  aria-label={`${mayChange ? text.setUp : text.show}: ${text.tabs[name]}`}
                >
                  {mayChange ? text.setUp : text.show}
                </Button>
              </Group>
            </Paper>
          ))}
      </SimpleGrid>
    </Stack>
  )
}

function Limits({ service }: { readonly service: ServiceDetail }) {
  return (
    <>
      <LimitsForm service={service} />
      <AddressLimitsForm service={service} />
    </>
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
