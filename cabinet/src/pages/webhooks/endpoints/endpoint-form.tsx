import { Button, Checkbox, Group, Radio, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { Answer, Item } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { write } from '../../../api/client.ts'
import { useMe } from '../../../api/me.ts'
import { fieldProblem } from '../../../language/field-problem.ts'
import { useTexts } from '../../../language/language.tsx'
import { bindChecked, bindText } from '../../../parts/bind.ts'
import { DialogForm } from '../../../parts/dialog-form.tsx'
import { ServiceChoice, type ServicesShown } from '../service-choice.tsx'
import { endpointProblems, endpointTexts } from './texts.ts'

/** Adds an endpoint, or changes the given one. */
export function EndpointForm(props: {
  /** Of which a new one is: one of them is chosen. */
  readonly services: ServicesShown
  readonly endpoint: Item<'/endpoints'> | undefined
  readonly types: Answer<'/endpoints'>['types']
  readonly onClose: () => void
}) {
  const { services, endpoint, types, onClose } = props
  const text = useTexts(endpointTexts)
  const client = useQueryClient()
  const { demo, account } = useMe()
  const isDemo = demo && account?.demo === true
  /** It takes whatever comes; the page of a webhook shows it. */
  const builtIn = `${window.location.origin}/demo/receiver`
  const [service, setService] = useState(services[0]?.id ?? 0)
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [enabled, setEnabled] = useState(endpoint?.enabled ?? true)
  const [isAll, setAll] = useState(endpoint === undefined || endpoint.types === null)
  const [chosen, setChosen] = useState([...(endpoint?.types ?? [])])
  const save = useMutation({
    mutationFn: () => {
      const wanted = { url, description, enabled, types: isAll ? null : chosen }
      return endpoint === undefined
        ? write('/services/:service/endpoints', { service, ...wanted })
        : write('/endpoints/:endpoint', { endpoint: endpoint.id, ...wanted })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['endpoints'] })
      onClose()
    },
  })
  return (
    <DialogForm
      title={endpoint === undefined ? text.newTitle : text.edit}
      action={endpoint === undefined ? text.add : text.save}
      mutation={save}
      fields={['url']}
      errorTexts={endpointProblems}
      isLong
      isIncomplete={url.trim() === '' || (!isAll && chosen.length === 0)}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <ServiceChoice services={services} value={service} onChange={setService} />
      <TextInput
        label={text.address}
        description={text.addressHint}
        error={fieldProblem(save.error, 'url', text.errors)}
        placeholder="https://shop.example/events"
        {...bindText(url, setUrl)}
        data-autofocus
      />
      {isDemo && url !== builtIn && (
        <Button variant="light" size="compact-sm" w="fit-content" onClick={() => setUrl(builtIn)}>
          {text.useBuiltIn}
        </Button>
      )}
      <TextInput
        label={text.description}
        description={text.descriptionHint}
        maxLength={200}
        {...bindText(description, setDescription)}
      />
      <Radio.Group
        label={text.which}
        value={isAll ? 'all' : 'some'}
        onChange={(value) => setAll(value === 'all')}
      >
        <Stack gap={6} pt={6}>
          <Radio value="all" label={text.all} />
          <Radio value="some" label={text.some} />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label={text.some}>
          <Stack gap="xs" pl="md">
            {types.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={
                  <Group gap={6}>
                    <Text span ff="monospace" size="sm">
                      {type}
                    </Text>
                    <Text span size="sm" c="dimmed">
                      {text.types[type]}
                    </Text>
                  </Group>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Switch label={text.isOn} {...bindChecked(enabled, setEnabled)} />
    </DialogForm>
  )
}
