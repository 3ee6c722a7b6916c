import { Group, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useQueryClient } from '@tanstack/react-query'
import { write } from '../../../api/client.ts'
import { useMe } from '../../../api/me.ts'
import { useTexts } from '../../../language/language.tsx'
import { CodeBlock } from '../../../parts/code-block.tsx'
import { ShownOnce } from '../../../parts/shown-once.tsx'
import { curlOf } from '../../../snippets/task-programs.ts'
import { type FreshKey, forgetKey } from './fresh-key.ts'
import { keyTexts } from './texts.ts'

/** A new key, shown once, with a first request to try it. */
export function NewKey(props: {
  readonly service: Answer<'/services/:id'>
  readonly fresh: FreshKey | null
}) {
  const text = useTexts(keyTexts)
  const { service, fresh } = props
  const { account } = useMe()
  const client = useQueryClient()
  if (fresh === null) return null
  const kept = () => {
    forgetKey()
    // The checklist of a new account ticks; nothing else depends on it.
    void write('/first-steps/key-kept').then(
      () => client.invalidateQueries({ queryKey: ['first-steps'] }),
      () => {},
    )
  }
  const { name, secretKey, scope } = fresh
  // Outside of the demo, /v2 refuses test numbers until the settings say otherwise.
  const first = scope === 'read' ? 'list' : account?.demo ? 'create' : 'service'
  const access = { url: service.apiUrl, serviceId: service.id, secretKey }
  return (
    <ShownOnce
      isOpen
      title={text.newKey}
      lead={text.newKeyHint}
      value={secretKey}
      what={text.theKey}
      kept={text.kept}
      onKept={kept}
    >
      <Group gap="xl" style={{ rowGap: 4 }}>
        {name !== '' && <Fact label={text.name} value={name} />}
        <Fact label={text.id} value={String(service.id)} />
      </Group>
      <Text size="sm">{text.tries[first]}</Text>
      <CodeBlock code={curlOf[first](access)} what="curl" />
      <Text variant="hint">{text.further}</Text>
    </ShownOnce>
  )
}

function Fact(props: { readonly label: string; readonly value: string }) {
  return (
    <Group gap={6}>
      <Text variant="hint">{props.label}</Text>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {props.value}
      </Text>
    </Group>
  )
}
