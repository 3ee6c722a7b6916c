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
import { usePoorNetworks } from './use-poor-networks.ts'

const proposalTexts = defineMessages({
  undelivered: (operator: string) => [
    `${operator}: flash calls do not arrive`,
    `${operator}: звонки-сбросы не доходят`,
  ],
  whyUndelivered: (service: string, share: string, calls: string) => [
    `${service}: for a day fewer than half of the flash calls to this network arrived, in all ${share} of ${calls}.`,
    `${service}: сутки подряд до этой сети доходит меньше половины звонков-сбросов, всего ${share} из ${calls}.`,
  ],
  blocked: (operator: string) => [
    `${operator}: the network blocks flash calls`,
    `${operator}: сеть блокирует звонки-сбросы`,
  ],
  whyBlocked: (service: string, share: string, calls: string) => [
    `${service}: the network stopped ${share} of ${calls} flash calls in 24 hours, and said so.`,
    `${service}: за сутки сеть заблокировала ${share} из ${calls} звонков-сбросов и сообщила об этом.`,
  ],
  rewritten: (operator: string) => [
    `${operator}: calling numbers are replaced on the way`,
    `${operator}: номера подменяются по пути`,
  ],
  whyRewritten: (service: string, share: string, calls: string) => [
    `${service}: many people of this network type the same wrong code, so they see another number. ${share} of ${calls} flash calls that rang were confirmed.`,
    `${service}: многие абоненты этой сети вводят один и тот же неверный код, то есть видят другой номер. Подтверждено ${share} из ${calls} дошедших звонков-сбросов.`,
  ],
  unconfirmed: (operator: string) => [
    `${operator}: flash calls confirm nobody`,
    `${operator}: звонки-сбросы никого не подтверждают`,
  ],
  whyUnconfirmed: (service: string, share: string, calls: string) => [
    `${service}: ${share} of ${calls} flash calls that rang were confirmed in 24 hours.`,
    `${service}: за сутки подтверждено ${share} из ${calls} дошедших звонков-сбросов.`,
  ],
  what: [
    'The proposed rule asks its people to call a confirmation number, and calls them with a spoken code if they do not. It applies to requests of /v2 that name no steps.',
    'Предлагаемое правило просит её абонентов позвонить на номер подтверждения, а если они не позвонили — диктует код голосом. Оно действует для запросов /v2, в которых шаги не указаны.',
  ],
  accept: ['Accept the rule', 'Принять правило'],
})

type Network = Item<'/quality/poor-networks'>

const reasons = {
  undelivered: 'whyUndelivered',
  blocked: 'whyBlocked',
  rewritten: 'whyRewritten',
  unconfirmed: 'whyUnconfirmed',
} as const

/** A rule for each network where flash calls are worth little; one click saves it. */
export function Proposals({ service }: { readonly service: number | null }) {
  const blocked = usePoorNetworks()
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
      void client.invalidateQueries({ queryKey: ['quality', 'poor-networks'] })
    },
  })
  const { hits, of } = network.counted
  const title = text[network.why](formats.network(network.operator))
  return (
    <Alert icon={<IconBulb />} title={title} role="region" aria-label={title}>
      <Stack gap="xs">
        <Text size="sm">
          {text[reasons[network.why]](
            network.service,
            formats.percent(of === 0 ? 0 : hits / of),
            formats.number(of),
          )}{' '}
          {text.what}
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
