import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { BlockedNetworksView, ServiceDetail } from '@ringkey/server/cabinet-api'
import { ruleForBlocked } from '@ringkey/server/fields/workflow-templates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { read, write } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconBulb } from '../../parts/icons.tsx'
import { useSetService } from '../services/use-change-service.ts'
import { proposalTexts } from './proposal-texts.ts'
import { useBlockedNetworks } from './use-blocked-networks.ts'

type Network = BlockedNetworksView['items'][number]

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
      const path = `/services/${network.serviceId}`
      // Read again: somebody may have changed the rules since the page was opened.
      const { settings } = await read<ServiceDetail>(path)
      return write<ServiceDetail>(path, {
        settings: { workflow: [ruleForBlocked(network), ...settings.workflow] },
      })
    },
    onSuccess: (after) => {
      setService(after)
      void client.invalidateQueries({ queryKey: ['quality', 'blocked'] })
    },
  })
  const { hits, of } = network.delivered
  return (
    <Alert
      icon={<IconBulb />}
      title={text.title(network.operator)}
      role="region"
      aria-label={text.title(network.operator)}
    >
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
