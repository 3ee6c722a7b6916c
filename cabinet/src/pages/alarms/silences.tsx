import { Button, Select, Text, TextInput } from '@mantine/core'
import { type AlarmKind, alarmKinds, alarmName } from '@ringkey/server/alarms'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { Section } from '../../parts/section.tsx'
import { alarmsTexts } from './texts.ts'

export interface SilencedAlarms {
  readonly kind: string
  readonly subject: string
}

const lengths = ['1', '4', '24', '168', '720'] as const

export function Silences({
  silences,
  onAdd,
}: Pick<Answer<'/operator/alarms'>, 'silences'> & { readonly onAdd: () => void }) {
  const text = useTexts(alarmsTexts)
  const { language } = useLanguage()
  const end = useOperatorChange('/operator/alarms/silences/:silence/end')
  const nameOf = (kind: string) => (kind === '' ? text.anyKind : alarmName(language, kind))
  return (
    <Section
      title={text.silences}
      about={text.silencesAbout}
      actions={
        <Button variant="default" aria-label={text.addSilence} onClick={onAdd}>
          {text.add}
        </Button>
      }
    >
      <DataTable
        label={text.silences}
        rows={silences}
        keyOf={({ id }) => id}
        error={end.error}
        empty={<Text size="sm">{text.noSilences}</Text>}
        columns={[
          { title: text.kind, cell: ({ kind }) => nameOf(kind) },
          { title: text.subject, cell: ({ subject }) => subject || text.anySubject },
          { title: text.until, value: ({ until }) => until, as: 'upcoming' },
          { title: text.reason, cell: ({ reason }) => reason || '–' },
        ]}
        actions={({ id, kind }) => (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={text.endName(nameOf(kind))}
            loading={end.isPending && end.variables.silence === id}
            onClick={() => end.mutate({ silence: id })}
          >
            {text.end}
          </Button>
        )}
      />
    </Section>
  )
}

/** Silences some alarms for a while; `about` is where it was opened from. */
export function SilenceForm(props: { readonly about: SilencedAlarms; readonly onClose: () => void }) {
  const text = useTexts(alarmsTexts)
  const { language } = useLanguage()
  const { kind, subject } = props.about
  const [silence, setSilence] = useState({ kind: kind as AlarmKind | '', subject, hours: 4, reason: '' })
  const change = (part: Partial<typeof silence>) => setSilence({ ...silence, ...part })
  const save = useOperatorChange('/operator/alarms/silences')
  return (
    <DialogForm
      title={text.newSilence}
      action={text.begin}
      mutation={save}
      onSubmit={() => save.mutate(silence, { onSuccess: props.onClose })}
      onClose={props.onClose}
    >
      <Select
        label={text.kind}
        data={(['', ...alarmKinds] as const).map((value) => ({
          value,
          label: value === '' ? text.anyKind : alarmName(language, value),
        }))}
        value={silence.kind}
        onChange={(value) => change({ kind: value ?? '' })}
      />
      <TextInput
        label={text.subject}
        placeholder={text.subjectHint}
        maxLength={300}
        {...bindText(silence.subject, (subject) => change({ subject }))}
      />
      <Select
        label={text.hours}
        data={lengths.map((value) => ({ value, label: text.lengths[value] }))}
        value={String(silence.hours)}
        onChange={(value) => change({ hours: Number(value) })}
      />
      <TextInput
        label={text.reason}
        maxLength={200}
        {...bindText(silence.reason, (reason) => change({ reason }))}
      />
    </DialogForm>
  )
}
