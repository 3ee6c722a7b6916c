import { Button, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { write } from '../../api/client.ts'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { presetTexts } from '../../parts/filters.tsx'
import { IconRefresh } from '../../parts/icons.tsx'
import type { Preset } from '../../parts/period.ts'
import { useTimed } from '../../parts/use-timed.ts'
import { ServiceChoice, type ServicesShown } from './service-choice.tsx'
import { webhooksTexts } from './texts.ts'

const periods = ['hour', 'today', 'day', 'week'] as const satisfies readonly Preset[]

/** Sends again what was enqueued since a time, of a service or of the endpoint that the list is narrowed down to. */
export function ResendMany(props: {
  readonly serviceId: number | null
  readonly services: ServicesShown
  readonly endpointId: string | null
}) {
  const { serviceId, services, endpointId } = props
  const text = useTexts(webhooksTexts)
  const presets = useTexts(presetTexts)
  const formats = useFormats()
  const client = useQueryClient()
  const timed = useTimed()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const [period, setPeriod] = useState<Preset>('day')
  const [state, setState] = useState('failed')
  const endpoints = useRead('/endpoints', { serviceId }).data?.items ?? []
  const endpoint = endpoints.find(({ id }) => String(id) === endpointId)
  const service = endpoint?.serviceId ?? chosen ?? services[0]?.id ?? 0
  /** Where one that failed has come to: the next try goes on from there, so that nothing is sent twice. */
  const reached = useRef<{ readonly choice: string; readonly sent: number; readonly before: number | null }>(
    null,
  )
  const close = () => {
    reached.current = null
    setOpen(false)
  }
  const resend = useMutation({
    mutationFn: async () => {
      const choice = JSON.stringify([service, endpoint?.id, period, state])
      const { from = 0 } = timed({ period })
      const of = endpoint === undefined ? {} : { endpointId: endpoint.id }
      const which = state === 'failed' ? { state: 'failed' as const } : {}
      let { sent, before } = reached.current?.choice === choice ? reached.current : { sent: 0, before: null }
      for (;;) {
        const place: { before?: number } = before === null ? {} : { before }
        const asked = { service, from, ...of, ...which, ...place }
        const { count, next } = await write('/services/:service/webhooks/resend', asked)
        sent += count
        if (next === null) return sent
        before = next
        reached.current = { choice, sent, before }
      }
    },
    onSuccess: close,
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  return (
    <>
      {resend.data !== undefined && (
        <Text size="sm" role="status">
          {text.sentAgain(formats.number(resend.data))}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={16} />}
        disabled={services.length === 0}
        onClick={() => setOpen(true)}
      >
        {text.againMany}
      </Button>
      <DialogForm
        title={text.againMany}
        action={text.again}
        mutation={resend}
        isOpen={isOpen}
        onSubmit={() => resend.mutate()}
        onClose={close}
      >
        {endpoint === undefined && <ServiceChoice services={services} value={service} onChange={setChosen} />}
        <NativeSelect
          label={text.since}
          data={periods.map((value) => ({ value, label: presets[value] }))}
          value={period}
          onChange={({ currentTarget }) => setPeriod(currentTarget.value as Preset)}
        />
        <Radio.Group label={text.which} value={state} onChange={setState}>
          <Stack gap={6} pt={6}>
            <Radio value="failed" label={text.onlyFailed} />
            <Radio value="all" label={text.allOfThem} />
          </Stack>
        </Radio.Group>
        <Text variant="hint">{endpoint === undefined ? text.againHint : text.againHintOne}</Text>
      </DialogForm>
    </>
  )
}
