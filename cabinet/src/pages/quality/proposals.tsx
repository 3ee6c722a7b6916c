import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Item } from '@ringkey/server/cabinet-api'
import { ruleForBlocked } from '@ringkey/server/fields/workflow-templates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { read, write } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { defineMessages } from '../../language/texts.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconBulb } from '../../parts/icons.tsx'
import { useSetService } from '../services/use-change-service.ts'
import { useBlockedNetworks } from './use-blocked-networks.ts'

const proposalTexts = defineMessages({
  title: (operator: string) => [
    `${operator}: flash calls do not arrive`,
    `${operator}: звонки-сбросы не доходят`,
  ],
  why: (service: string, share: string, calls: string) => [
    `${service}: for a day fewer than half of the flash calls to this network arrived, in all ${share} of ${calls}.`,
    `${service}: сутки подряд до этой сети доходит меньше половины звонков-сбросов, всего ${share} из ${calls}.`,
  ],
  what: [
    'The proposed rule asks its people to call a confirmation number, and calls them with a spoken code if they do not. It applies to requests of /v2 that name no steps.',
    'Предлагаемое правило просит её абонентов позвонить на номер подтверждения, а если они не позвонили — диктует код голосом. Оно действует для запросов /v2, в которых шаги не указаны.',
  ],
  accept: ['Accept the rule', 'Принять правило'],
})

type Network = Item<'/quality/blocked'>

/** A rule for each network to which flash calls have not been delivered for a day; one click saves it. */
export function Proposals({ service }: { readonly service: number | null }) {
  const blocked = useBlockedNetworks()
  const proposed = (blocked.data?.items ?? []).filter(
    ({ isProposed, serviceId }) => isProposed && (service === null || serviceId === service),
  )
  return proposed.map((network) => (
    <Proposal key={`${network.serviceId} ${network.country} ${network.operator}`} network={network} />
  ))
}

function Proposal({ network }: { readonly network: Network }) {
  const text = useTexts(proposalTexts)
  const formats = useFormats()
  const mayChange = useMay('change-services')
  const client = useQueryClient()
  const setService = useSetService()
  const accept = useMutation({
    mutationFn: async () => {
      const service = network.serviceId
      // Read again: somebody may have changed the rules since the page was opened.
      const { settings } = await read('/services/:id', { id: service })
      return write('/services/:service', {
        service,
        settings: { workflow: [ruleForBlocked(network), ...settings.workflow] },
      })
    },
    onSuccess: (after) => {
      setService(after)
      void client.invalidateQueries({ queryKey: ['quality', 'blocked'] })
    },
  })
  const { hits, of } = network.delivered
  const title = text.title(formats.network(network.operator))
  return (
    <Alert icon={<IconBulb />} title={title} role="region" aria-label={title}>
      <Stack gap="xs">
        <Text size="sm">
          {text.why(network.service, formats.percent(hits / of), formats.number(of))} {text.what}
        </Text>
        <ErrorNote error={accept.error} />
        {mayChange && (
          <Group>
            <Button size="xs" loading={accept.isPending} onClick={() => accept.mutate()}>
              {text.accept}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
