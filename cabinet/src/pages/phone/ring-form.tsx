import { Button, Group, Paper, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import type { TrialView } from '@ringkey/server/cabinet-api'
import { IconBellRinging } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiProblem, write } from '../../api/client.ts'
import { useServices } from '../../api/services.ts'
import { useTexts } from '../../language/language.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { interfaceSpelling } from '../../parts/interface-spelling.ts'
import { phoneProblems, phoneTexts } from './texts.ts'

const modes = ['flash', 'voice', 'mix'] as const
type Mode = (typeof modes)[number]
const firstNumber = '79161234567'

/** Another number each time: one number is not called twice within 15 seconds. */
function anotherNumber(): string {
  return `7916${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`
}

/** Places a verification that the phone on this page receives. */
export function RingForm({ onRung }: { readonly onRung: () => void }) {
  const text = useTexts(phoneTexts)
  const service = useServices().data?.find(({ status }) => status === 'active')
  const [mode, setMode] = useState<Mode>('flash')
  const [phone, setPhone] = useState(firstNumber)
  const ring = useMutation({
    mutationFn: async () => {
      if (service === undefined) throw new ApiProblem(409, { code: 'no-service-to-call', message: '' })
      return write<TrialView>('/trials', { serviceId: service.id, mode, phone: interfaceSpelling(phone) })
    },
    onSuccess: () => {
      setPhone(anotherNumber())
      onRung()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ring.mutate()
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{text.ringTitle}</Title>
          <Text size="sm" c="dimmed">
            {text.ringHint}
          </Text>
        </div>
        <Group align="end" gap="sm">
          <TextInput
            label={text.phone}
            inputMode="tel"
            value={phone}
            onChange={({ currentTarget }) => setPhone(currentTarget.value)}
            maxLength={24}
            w={180}
          />
          <SegmentedControl
            aria-label={text.mode}
            value={mode}
            onChange={(chosen) => setMode(chosen as Mode)}
            data={modes.map((value) => ({ value, label: text.modes[value] }))}
          />
          <Button type="submit" loading={ring.isPending} leftSection={<IconBellRinging size={16} />}>
            {text.ring}
          </Button>
        </Group>
        <Text size="sm">{text.modesHint[mode]}</Text>
        <ErrorNote error={ring.error} own={phoneProblems} />
        {ring.data !== undefined && (
          <Group gap={6} role="status">
            <Text size="sm">
              {text.expects} <b>{ring.data.code}</b>
            </Text>
            <CopyButton value={ring.data.code} what={text.theCode} />
            <Text size="sm" c="dimmed">
              {text.verification(ring.data.vendorId)}
            </Text>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
