import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { answerKey } from '../../../api/answer-key.ts'
import { useMay } from '../../../api/me.ts'
import { useRead, useWrite } from '../../../api/use-api.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { bindText } from '../../../parts/bind.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { Form } from '../../../parts/form.tsx'
import { Section } from '../../../parts/section.tsx'
import { ConsentExport } from './consent-export.tsx'
import { consentTexts } from './texts.ts'

/** What end users of a service agree to, with its versions, and the export of the proofs. */
export function Consent({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(consentTexts)
  const mayChange = useMay('change-services')
  const consent = useRead('/services/:id/consent', { id: service.id })
  const versions = consent.data?.versions.toReversed()
  return (
    <Stack gap="md">
      <Text size="sm">{text.about}</Text>
      <Text variant="hint">{text.rules}</Text>
      {mayChange && consent.data !== undefined && (
        <Wording serviceId={service.id} consent={consent.data} key={consent.data.versions.length} />
      )}
      <Section title={text.versions}>
        <DataTable
          label={text.versions}
          rows={versions}
          keyOf={({ version }) => version}
          error={consent.error}
          empty={<EmptyState title={text.none}>{text.noneAbout}</EmptyState>}
          columns={[
            { title: text.version, value: ({ version }) => version },
            { title: text.since, value: ({ since }) => since, as: 'moment' },
            { title: text.wording, cell: ({ wording }) => wording },
          ]}
        />
      </Section>
      <ConsentExport serviceId={service.id} />
    </Stack>
  )
}

function Wording(props: { readonly serviceId: number; readonly consent: Answer<'/services/:id/consent'> }) {
  const text = useTexts(consentTexts)
  const formats = useFormats()
  const { serviceId, consent } = props
  const [wording, setWording] = useState(consent.versions.at(-1)?.wording ?? '')
  const save = useWrite('/services/:service/consent', {
    refreshes: answerKey('/services/:id/consent', { id: serviceId }),
  })
  return (
    <Form onSubmit={() => save.mutate({ service: serviceId, wording })}>
      <Stack gap="sm">
        <Textarea
          label={text.wording}
          description={text.wordingHint(formats.number(consent.maxLength))}
          autosize
          minRows={3}
          maxRows={12}
          required
          maxLength={consent.maxLength}
          {...bindText(wording, setWording)}
        />
        <ErrorNote error={save.error} />
        <Group gap="sm">
          <Button type="submit" loading={save.isPending}>
            {text.save}
          </Button>
          {save.data !== undefined && (
            <Alert color="teal" p="xs" role="status">
              {save.data.isNew
                ? text.saved(formats.number(save.data.version))
                : text.unchanged(formats.number(save.data.version))}
            </Alert>
          )}
        </Group>
      </Stack>
    </Form>
  )
}
