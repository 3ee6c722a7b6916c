import { Button, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useWrite } from '../../api/use-api.ts'
import { fieldProblem } from '../../language/field-problem.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { serviceTexts } from './service-texts.ts'
import { useChangeService } from './use-change-service.ts'

/** The archive is on a tab of its own and asks for the name. */
export function Danger({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(serviceTexts)
  const change = useChangeService(service.id)
  if (service.status !== 'archived') return <Archive service={service} />
  return (
    <SettingRow title={text.restore} hint={text.restoreHint}>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ status: 'active' })}
      >
        {text.restoreNow}
      </Button>
    </SettingRow>
  )
}

function Archive({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(serviceTexts)
  const [isOpen, { open, close }] = useDisclosure(false)
  const [name, setName] = useState('')
  const archive = useWrite('/services/:service/archive', { refreshes: ['services'] })
  return (
    <SettingRow title={text.archive} hint={text.archiveHint}>
      <Button color="red" variant="light" onClick={open}>
        {text.archiveNow}
      </Button>
      <DialogForm
        title={text.archiveNow}
        action={text.archiveNow}
        mutation={archive}
        fields={['name']}
        isOpen={isOpen}
        danger
        isIncomplete={name.trim() !== service.name}
        onSubmit={() => archive.mutate({ service: service.id, name })}
        onClose={close}
      >
        <TextInput
          label={<Text span>{text.typeName(service.name)}</Text>}
          data-autofocus
          {...bindText(name, setName)}
          error={fieldProblem(archive.error, 'name', text.errors)}
        />
      </DialogForm>
    </SettingRow>
  )
}
