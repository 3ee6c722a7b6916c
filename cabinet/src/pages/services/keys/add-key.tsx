import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldProblem } from '../../../language/field-problem.ts'
import { useTexts } from '../../../language/language.tsx'
import { bindText } from '../../../parts/bind.ts'
import { DialogForm } from '../../../parts/dialog-form.tsx'
import type { ServiceKey } from './fresh-key.ts'
import { keyProblems, keyTexts } from './texts.ts'
import { useNewKey } from './use-new-key.ts'

const scopes = ['all', 'read', 'test'] as const

export function AddKey(props: { readonly serviceId: number; readonly onClose: () => void }) {
  const text = useTexts(keyTexts)
  const [name, setName] = useState('')
  const [scope, setScope] = useState<ServiceKey['scope']>('all')
  const add = useNewKey('/services/:service/keys', scope, props.onClose)
  return (
    <DialogForm
      title={text.adding}
      action={text.make}
      mutation={add}
      fields={['name']}
      errorTexts={keyProblems}
      isIncomplete={name.trim() === ''}
      onSubmit={() => add.mutate({ service: props.serviceId, name, scope })}
      onClose={props.onClose}
    >
      <TextInput
        label={text.name}
        description={text.nameHint}
        placeholder={text.namePlaceholder}
        data-autofocus
        maxLength={100}
        {...bindText(name, setName)}
        error={fieldProblem(add.error, 'name', text.errors)}
      />
      <Radio.Group label={text.scope} value={scope} onChange={(value) => setScope(value as typeof scope)}>
        <Stack gap="xs" mt={4}>
          {scopes.map((each) => (
            <Radio key={each} value={each} label={text.scopes[each]} description={text.scopeHints[each]} />
          ))}
        </Stack>
      </Radio.Group>
    </DialogForm>
  )
}
