import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ServiceDetail } from '@ringkey/server/cabinet-api'
import { curlOf } from '@ringkey/server/snippets'
import { IconKey, IconPhoneCall } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useMe } from '../../api/me.ts'
import { useTexts } from '../../language/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { forgetKey } from './fresh-key.ts'
import { serviceTexts } from './service-texts.ts'

/** A new key, shown once, with a first request to try it. */
export function KeyPanel(props: { readonly service: ServiceDetail; readonly secretKey: string }) {
  const text = useTexts(serviceTexts)
  const { demo } = useMe()
  const { service, secretKey } = props
  const access = { url: service.apiUrl, serviceId: service.id, secretKey }
  return (
    <Alert color="teal" variant="light" icon={<IconKey size={18} />} title={text.newKey}>
      <Stack gap="sm">
        <Text size="sm">{text.newKeyHint}</Text>
        <Group gap="xl" style={{ rowGap: 4 }}>
          <Secret label={text.id} value={String(service.id)} what={text.theId} />
          <Secret label={text.key} value={secretKey} what={text.theKey} />
        </Group>
        <Text size="sm">{text.tryIt}</Text>
        <CodeBlock code={curlOf.call(access)} what="curl" />
        <Group gap="xs">
          <Button
            component={Link}
            href={`/try?service=${service.id}`}
            leftSection={<IconPhoneCall size={16} />}
          >
            {demo ? text.ring : text.firstCall}
          </Button>
          <Button variant="default" onClick={forgetKey}>
            {text.kept}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function Secret({
  label,
  value,
  what,
}: {
  readonly label: string
  readonly value: string
  readonly what: string
}) {
  return (
    <Group gap={6}>
      <Text size="sm">{label}</Text>
      <Text ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      <CopyButton value={value} what={what} />
    </Group>
  )
}
