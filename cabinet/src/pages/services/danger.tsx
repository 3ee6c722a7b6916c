import { Button, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { fieldProblem } from '../../language/field-problem.ts'
import { useTexts } from '../../language/language.tsx'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { serviceTexts } from './service-texts.ts'
import { useChangeService } from './use-change-service.ts'

/** The archive is on a tab of its own and asks for the name. */
export function Danger({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(serviceTexts)
  const client = useQueryClient()
  const change = useChangeService(service.id)
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['service', String(service.id)] })
    void client.invalidateQueries({ queryKey: ['services'] })
  }
  const { status } = service
  return (
    <>
      {status === 'archived' ? (
        <SettingRow title={text.restore} hint={text.restoreHint}>
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ status: 'active' })}
          >
            {text.restoreNow}
          </Button>
        </SettingRow>
      ) : (
        <SettingRow title={text.archive} hint={text.archiveHint}>
          <AskWithName
            service={service}
            action={text.archiveNow}
            run={(name) => write('/services/:service/archive', { service: service.id, name })}
            onDone={refresh}
          />
        </SettingRow>
      )}
    </>
  )
}

function AskWithName(props: {
  readonly service: Answer<'/services/:id'>
  readonly action: string
  readonly run: (name: string) => Promise<unknown>
  readonly onDone: () => void
}) {
  const text = useTexts(serviceTexts)
  const [isOpen, { open, close }] = useDisclosure(false)
  const [name, setName] = useState('')
  const run = useMutation({
    mutationFn: () => props.run(name),
    onSuccess: () => {
      close()
      setName('')
      props.onDone()
    },
  })
  return (
    <>
      <Button color="red" variant="light" onClick={open}>
        {props.action}
      </Button>
      <DialogForm
        title={props.action}
        action={props.action}
        mutation={run}
        fields={['name']}
        isOpen={isOpen}
        danger
        isIncomplete={name.trim() !== props.service.name}
        onSubmit={() => run.mutate()}
        onClose={close}
      >
        <TextInput
          label={<Text span>{text.typeName(props.service.name)}</Text>}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fieldProblem(run.error, 'name', text.errors)}
        />
      </DialogForm>
    </>
  )
}
