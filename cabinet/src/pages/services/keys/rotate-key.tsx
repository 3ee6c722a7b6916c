import { Text, TextInput } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { fieldProblem } from '../../../language/field-problem.ts'
import { useTexts } from '../../../language/language.tsx'
import { bindText } from '../../../parts/bind.ts'
import { DialogForm } from '../../../parts/dialog-form.tsx'
import { defaultOverlapHours, OverlapSelect } from '../overlap-select.tsx'
import type { ServiceKey } from './fresh-key.ts'
import { keyTexts } from './texts.ts'
import { useNewKey } from './use-new-key.ts'

/** Replaces a key. The main key asks for the name of the service, because every program may use it. */
export function RotateKey(props: {
  readonly service: Answer<'/services/:id'>
  readonly of: ServiceKey
  readonly onClose: () => void
}) {
  const text = useTexts(keyTexts)
  const { service, of } = props
  const isMain = of.id === 0
  const [hours, setHours] = useState(defaultOverlapHours)
  const [name, setName] = useState('')
  const rotate = useNewKey('/services/:service/keys/:key/rotate', of.scope, props.onClose)
  return (
    <DialogForm
      title={`${text.rotate}: ${of.name || text.mainKey}`}
      action={text.rotate}
      mutation={rotate}
      fields={['name']}
      danger
      isIncomplete={isMain && name.trim() !== service.name}
      onSubmit={() =>
        rotate.mutate({ service: service.id, key: of.id, overlapHours: hours, ...(isMain ? { name } : {}) })
      }
      onClose={props.onClose}
    >
      <Text size="sm">{text.rotateHint}</Text>
      <OverlapSelect hours={hours} onChange={setHours} />
      {isMain && (
        <TextInput
          label={text.typeName(service.name)}
          {...bindText(name, setName)}
          error={fieldProblem(rotate.error, 'name', text.nameErrors)}
        />
      )}
    </DialogForm>
  )
}
