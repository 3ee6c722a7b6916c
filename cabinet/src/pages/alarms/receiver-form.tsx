import { MultiSelect, Select, Text, TextInput } from '@mantine/core'
import { alarmKinds, alarmName } from '@ringkey/server/alarms'
import type { Answer, DeliveryChannel } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import type { Sent } from '../../api/routes.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { alarmsTexts } from './texts.ts'

const channels = ['mail', 'telegram', 'webhook'] as const satisfies readonly DeliveryChannel[]

type Wanted = Sent<'/operator/alarms/receivers'>

/** A new receiver, or what one is sent. Its address does not change: that would be another receiver. */
export function ReceiverForm(props: {
  readonly view: Pick<Answer<'/operator/alarms'>, 'hasMail' | 'hasTelegram'>
  readonly receiver: Answer<'/operator/alarms'>['receivers'][number] | null
  readonly onSecret: (secret: string) => void
  readonly onClose: () => void
}) {
  const { view, receiver, onClose } = props
  const text = useTexts(alarmsTexts)
  const { language: own } = useLanguage()
  const [wanted, setWanted] = useState<Wanted>(
    receiver === null
      ? { channel: 'mail', target: '', kinds: [], language: own }
      : { ...receiver, kinds: alarmKinds.filter((kind) => receiver.kinds.includes(kind)) },
  )
  const change = (part: Partial<Wanted>) => setWanted({ ...wanted, ...part })
  const { channel, target, kinds, language } = wanted
  const save = useOperatorChange('/operator/alarms/receivers')
  const submit = () =>
    save.mutate(
      { channel, target, kinds, language },
      {
        onSuccess: ({ secret }) => {
          onClose()
          props.onSecret(secret)
        },
      },
    )
  const isMissing = (channel === 'mail' && !view.hasMail) || (channel === 'telegram' && !view.hasTelegram)
  return (
    <DialogForm
      title={receiver === null ? text.newReceiver : text.changeReceiver(target)}
      action={receiver === null ? text.add : text.save}
      mutation={save}
      isIncomplete={target.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {receiver === null && (
        <>
          <Select
            label={text.channel}
            data={channels.map((value) => ({ value, label: text.channels[value] }))}
            value={channel}
            onChange={(value) => change({ channel: value as DeliveryChannel })}
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
            {...bindText(target, (target) => change({ target }))}
          />
        </>
      )}
      <MultiSelect
        label={text.kinds}
        placeholder={kinds.length === 0 ? text.allKinds : ''}
        searchable
        data={alarmKinds.map((value) => ({ value, label: alarmName(own, value) }))}
        value={[...kinds]}
        onChange={(chosen) => change({ kinds: chosen })}
      />
      <Select
        label={text.language}
        data={(['en', 'ru'] as const).map((value) => ({ value, label: text.languages[value] }))}
        value={language}
        onChange={(value) => change({ language: value === 'ru' ? 'ru' : 'en' })}
      />
    </DialogForm>
  )
}
