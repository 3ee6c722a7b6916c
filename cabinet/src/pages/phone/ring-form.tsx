import { Anchor, Button, Group, Paper, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import type { PhoneVerificationDetail } from '@ringkey/server/cabinet-api'
import { IconBellRinging } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { ApiProblem, write } from '../../api/client.ts'
import { useServices } from '../../api/services.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { interfaceSpelling } from '../../parts/interface-spelling.ts'
import { CodeForm } from '../phone-verifications/code-form.tsx'
import { StatusDot } from '../phone-verifications/status-dot.tsx'
import { phoneVerificationKey, usePhoneVerification } from '../phone-verifications/use-phone-verification.ts'
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
  const client = useQueryClient()
  const ring = useMutation({
    mutationFn: async () => {
      if (service === undefined) throw new ApiProblem(409, { code: 'no-service-to-call', message: '' })
      const created = await write<PhoneVerificationDetail>('/phone-verifications', {
        serviceId: service.id,
        steps: [mode],
        phone: interfaceSpelling(phone),
      })
      client.setQueryData(phoneVerificationKey(created.id), created)
      return created
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
    <>
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
        </Stack>
      </Paper>
      {ring.data !== undefined && <TypedCode id={ring.data.id} />}
    </>
  )
}

/** The form of the integrator's site: the digits from the phone go here. */
function TypedCode({ id }: { readonly id: string }) {
  const text = useTexts(phoneTexts)
  const { data: detail, error } = usePhoneVerification(id)
  return (
    <Paper withBorder p="md" component="section" aria-label={text.codeTitle}>
      <Stack gap="xs">
        <div>
          <Title order={2}>{text.codeTitle}</Title>
          <Text size="sm" c="dimmed">
            {text.codeHint}
          </Text>
        </div>
        <ErrorNote error={error} />
        {detail !== undefined && (
          <>
            <CodeForm key={id} detail={detail} />
            <Group gap="xs">
              <StatusDot line={detail} />
              <Anchor component={Link} href={`/verifications/${id}`} size="sm">
                {text.verification}
              </Anchor>
              {detail.steps.map(
                ({ vendorId }) =>
                  vendorId !== null && (
                    <Anchor key={vendorId} component={Link} href={`/calls/${vendorId}`} size="sm">
                      {text.callOf(vendorId)}
                    </Anchor>
                  ),
              )}
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  )
}
