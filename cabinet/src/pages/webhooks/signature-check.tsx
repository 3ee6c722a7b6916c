import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { WriteAnswer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useServices } from '../../api/services.ts'
import { useWrite } from '../../api/use-api.ts'
import { useChosenService } from '../../frame/chosen-service.tsx'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form } from '../../parts/form.tsx'
import { IconAlertTriangle, IconCheck, IconX } from '../../parts/icons.tsx'
import { signatureTexts } from './signature-texts.ts'

const another = 'another'

/** Paste what a receiver got: says whether it is ours, or which part is wrong. */
export function SignatureCheck() {
  const text = useTexts(signatureTexts)
  const services = useServices()
  const { serviceId } = useChosenService()
  const [whose, setWhose] = useState<string | null>(serviceId === null ? null : String(serviceId))
  const [secret, setSecret] = useState('')
  const [headers, setHeaders] = useState('')
  const [payload, setPayload] = useState('')
  const first = services.data?.[0]?.id
  const chosen = whose ?? (first === undefined ? another : String(first))
  const check = useWrite('/webhooks/check')
  return (
    <Form
      onSubmit={() =>
        check.mutate({
          headers,
          payload,
          ...(chosen === another ? { secret } : { serviceId: Number(chosen) }),
        })
      }
    >
      <Stack gap="sm" maw={720}>
        <Text size="sm">{text.about}</Text>
        <Group align="flex-end" gap="sm">
          <Select
            label={text.whose}
            w={260}
            data={[
              ...(services.data ?? []).map(({ id, name }) => ({
                value: String(id),
                label: `${name} · ${id}`,
              })),
              { value: another, label: text.another },
            ]}
            value={chosen}
            onChange={setWhose}
          />
          {chosen === another && (
            <TextInput
              label={text.secret}
              placeholder="whsec_"
              w={320}
              required
              withAsterisk={false}
              {...bindText(secret, setSecret)}
            />
          )}
        </Group>
        <Textarea
          label={text.headers}
          placeholder={'webhook-id: msg_…\nwebhook-timestamp: 17…\nwebhook-signature: v1,…'}
          autosize
          minRows={3}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...bindText(headers, setHeaders)}
        />
        <Textarea
          label={text.payload}
          description={text.payloadHint}
          autosize
          minRows={4}
          maxRows={14}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...bindText(payload, setPayload)}
        />
        <ErrorNote error={check.error} />
        {check.data !== undefined && <Verdict answer={check.data} />}
        <Button type="submit" w="fit-content" loading={check.isPending}>
          {text.check}
        </Button>
      </Stack>
    </Form>
  )
}

function Verdict({ answer }: { readonly answer: WriteAnswer<'/webhooks/check'> }) {
  const text = useTexts(signatureTexts)
  const { fault, secret, ageSeconds, timely } = answer
  if (fault !== null) {
    return (
      <Alert color="red" variant="light" icon={<IconX size={18} />} title={text.wrong} role="status">
        {text.faults[fault]}
      </Alert>
    )
  }
  const Icon = timely ? IconCheck : IconAlertTriangle
  return (
    <Alert
      color={timely ? 'teal' : 'yellow'}
      variant="light"
      icon={<Icon size={18} />}
      title={text.valid}
      role="status"
    >
      {secret !== null && text.with[secret]} {!timely && ageSeconds !== null && text.late(ageSeconds)}
    </Alert>
  )
}
