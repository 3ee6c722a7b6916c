import { MultiSelect, Select, Text, TextInput } from '@mantine/core'
import { alarmKinds, alarmName } from '@ringkey/server/alarms'
import type {
  AlarmChannel,
  AlarmReceiverView,
  AlarmsView,
  NewReceiverAnswer,
} from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { alarmsTexts } from './texts.ts'

const channels = ['mail', 'telegram', 'webhook', 'alertmanager'] as const satisfies readonly AlarmChannel[]

interface Body {
  readonly id: number | null
  readonly channel?: AlarmChannel
  readonly target?: string
  readonly kinds: readonly string[]
  readonly language: 'en' | 'ru'
}

/** A new receiver, or what one is sent. Its address does not change: that would be another receiver. */
export function ReceiverForm(props: {
  readonly view: Pick<AlarmsView, 'hasMail' | 'hasTelegram'>
  readonly receiver: AlarmReceiverView | null
  readonly onSecret: (secret: string) => void
  readonly onClose: () => void
}) {
  const { view, receiver } = props
  const text = useTexts(alarmsTexts)
  const { language: own } = useLanguage()
  const [channel, setChannel] = useState<AlarmChannel>(receiver?.channel ?? 'mail')
  const [target, setTarget] = useState(receiver?.target ?? '')
  const [kinds, setKinds] = useState<readonly string[]>(receiver?.kinds ?? [])
  const [language, setLanguage] = useState<'en' | 'ru'>(receiver?.language ?? own)
  const save = useOperatorChange<Body, NewReceiverAnswer | undefined>(({ id }) =>
    id === null ? '/operator/alarms/receivers' : `/operator/alarms/receivers/${id}`,
  )
  const submit = () => {
    const choice = { kinds, language }
    const body =
      receiver === null
        ? { id: null, channel, target: target.trim(), ...choice }
        : { id: receiver.id, ...choice }
    save.mutate(body, {
      onSuccess: (made) => {
        props.onClose()
        if (made?.secret) props.onSecret(made.secret)
      },
    })
  }
  const isMissing = (channel === 'mail' && !view.hasMail) || (channel === 'telegram' && !view.hasTelegram)
  return (
    <DialogForm
      title={receiver === null ? text.newReceiver : text.changeReceiver(receiver.target)}
      action={receiver === null ? text.add : text.save}
      error={save.error}
      isBusy={save.isPending}
      isIncomplete={target.trim() === ''}
      onSubmit={submit}
      onClose={props.onClose}
    >
      {receiver === null && (
        <>
          <Select
            label={text.channel}
            allowDeselect={false}
            data={channels.map((value) => ({ value, label: text.channels[value] }))}
            value={channel}
            onChange={(value) => setChannel((value ?? 'mail') as AlarmChannel)}
          />
          {isMissing && (
            <Text size="sm" c="orange">
              {channel === 'mail' ? text.noMail : text.noTelegram}
            </Text>
          )}
          <TextInput
            label={text.targets[channel].label}
            placeholder={text.targets[channel].hint}
            required
            maxLength={500}
            autoComplete="off"
            value={target}
            onChange={(event) => setTarget(event.currentTarget.value)}
          />
        </>
      )}
      <MultiSelect
        label={text.kinds}
        placeholder={kinds.length === 0 ? text.allKinds : ''}
        searchable
        data={alarmKinds.map((value) => ({ value, label: alarmName(own, value) }))}
        value={[...kinds]}
        onChange={setKinds}
      />
      <Select
        label={text.language}
        allowDeselect={false}
        data={(['en', 'ru'] as const).map((value) => ({ value, label: text.languages[value] }))}
        value={language}
        onChange={(value) => setLanguage(value === 'ru' ? 'ru' : 'en')}
      />
    </DialogForm>
  )
}
