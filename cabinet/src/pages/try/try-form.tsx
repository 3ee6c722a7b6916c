import { Anchor, Button, Group, Radio, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import type { ServiceView, TrialView } from '@ringkey/server/cabinet-api'
import { IconPhoneCall } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { write } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { fieldProblem, otherProblem } from '../../language/field-problem.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { interfaceSpelling } from '../../parts/interface-spelling.ts'
import { tryProblems, tryTexts } from './texts.ts'
import { numberFor, type Target, targets, type useWish, type Wish } from './use-wish.ts'

const modes = ['flash', 'voice', 'mix', 'inbound'] as const

export function TryForm(props: {
  readonly services: readonly ServiceView[]
  readonly wish: ReturnType<typeof useWish>
  readonly onStarted: (trial: TrialView) => void
}) {
  const text = useTexts(tryTexts)
  const client = useQueryClient()
  const { value: wish, set } = props.wish
  const start = useMutation({
    mutationFn: () => write<TrialView>('/trials', requestOf(wish)),
    onSuccess: (trial) => {
      client.setQueryData(['trial', trial.vendorId], trial)
      props.onStarted(trial)
      if (wish.target === 'demo') set({ phone: numberFor('demo') })
      void client.invalidateQueries({ queryKey: ['me'] })
    },
  })
  const problem = (field: string) => fieldProblem(start.error, field, text.errors)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Select
          label={text.service}
          allowDeselect={false}
          data={props.services.map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` }))}
          value={String(wish.serviceId)}
          onChange={(value) => set({ serviceId: Number(value) })}
        />
        <Stack gap={4}>
          <Text fw={600} size="sm">
            {text.mode}
          </Text>
          <SegmentedControl
            aria-label={text.mode}
            fullWidth
            data={modes.map((value) => ({ value, label: text.modes[value] }))}
            value={wish.mode}
            onChange={(mode) => set({ mode: mode as Wish['mode'] })}
          />
          <Text size="sm" c="dimmed">
            {text.modeHints[wish.mode]}
          </Text>
        </Stack>
        <TargetChoice target={wish.target} onChange={(target) => set({ target, phone: numberFor(target) })} />
        {(wish.target === 'own' || wish.target === 'demo') && (
          <TextInput
            label={text.phone}
            type="tel"
            autoComplete="tel"
            required
            withAsterisk={false}
            value={wish.phone}
            onChange={(event) => set({ phone: event.currentTarget.value })}
            error={problem('phone')}
          />
        )}
        {wish.mode === 'inbound' ? (
          <TextInput
            label={text.callback}
            description={text.callbackHint.replace('SERVICE_ID', String(wish.serviceId))}
            placeholder="https://"
            type="url"
            required
            withAsterisk={false}
            value={wish.callbackUrl}
            onChange={(event) => set({ callbackUrl: event.currentTarget.value })}
            error={problem('callbackUrl')}
          />
        ) : (
          <TextInput
            label={text.code}
            description={text.codeHint}
            inputMode="numeric"
            maxLength={4}
            w={260}
            value={wish.code}
            onChange={(event) => set({ code: event.currentTarget.value.replace(/\D/g, '') })}
            error={problem('code')}
          />
        )}
        <ErrorNote error={otherProblem(start.error, ['phone', 'code', 'callbackUrl'])} own={tryProblems} />
        <Group>
          <Button type="submit" loading={start.isPending} leftSection={<IconPhoneCall size={16} />}>
            {wish.mode === 'inbound' ? text.wait : text.place}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function TargetChoice(props: { readonly target: Target; readonly onChange: (target: Target) => void }) {
  const text = useTexts(tryTexts)
  const { account } = useMe()
  const offered = targets.filter((target) => (account?.demo ? target !== 'own' : target !== 'demo'))
  return (
    <Radio.Group
      label={text.target}
      value={props.target}
      onChange={(value) => props.onChange(value as Target)}
    >
      <Stack gap={8} mt={6}>
        {offered.map((target) => (
          <Radio
            key={target}
            value={target}
            label={text.targets[target]}
            description={text.targetHints[target]}
          />
        ))}
      </Stack>
      {props.target === 'demo' && (
        <Anchor
          href="/cabinet/phone"
          target="_blank"
          rel="noreferrer"
          size="sm"
          mt={6}
          display="inline-block"
        >
          {text.openPhone}
        </Anchor>
      )}
    </Radio.Group>
  )
}

function requestOf({ serviceId, mode, phone: written, code, callbackUrl }: Wish): object {
  const phone = interfaceSpelling(written)
  if (mode === 'inbound') return { serviceId, mode, phone, callbackUrl }
  return { serviceId, mode, phone, ...(code === '' ? {} : { code: code.padStart(4, '0') }) }
}
