import { Select, TextInput } from '@mantine/core'
import { alarmKinds, alarmName } from '@ringkey/server/alarms'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { alarmsTexts } from './texts.ts'

export interface SilencedAlarms {
  readonly kind: string
  readonly subject: string
}

const lengths = ['1', '4', '24', '168', '720'] as const

/** Silences some alarms for a while; `about` is where it was opened from. */
export function SilenceForm(props: { readonly about: SilencedAlarms; readonly onClose: () => void }) {
  const text = useTexts(alarmsTexts)
  const { language } = useLanguage()
  const [kind, setKind] = useState(props.about.kind)
  const [subject, setSubject] = useState(props.about.subject)
  const [hours, setHours] = useState<string>('4')
  const [reason, setReason] = useState('')
  const save = useOperatorChange<SilencedAlarms & { reason: string; hours: number }>(
    '/operator/alarms/silences',
  )
  const submit = () =>
    save.mutate(
      { kind, subject: subject.trim(), reason: reason.trim(), hours: Number(hours) },
      { onSuccess: props.onClose },
    )
  return (
    <DialogForm
      title={text.newSilence}
      action={text.begin}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Select
        label={text.kind}
        allowDeselect={false}
        data={[
          { value: '', label: text.anyKind },
          ...alarmKinds.map((value) => ({ value, label: alarmName(language, value) })),
        ]}
        value={kind}
        onChange={(value) => setKind(value ?? '')}
      />
      <TextInput
        label={text.subject}
        placeholder={text.subjectHint}
        maxLength={300}
        autoComplete="off"
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <Select
        label={text.hours}
        allowDeselect={false}
        data={lengths.map((value) => ({ value, label: text.lengths[value] }))}
        value={hours}
        onChange={(value) => setHours(value ?? '4')}
      />
      <TextInput
        label={text.reason}
        maxLength={200}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
