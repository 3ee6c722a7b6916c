import { Button, Group, Text, TextInput } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { serviceFields } from '@ringkey/server/fields/service-fields'
import { readWritten } from '@ringkey/server/fields/written'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { accountsTexts, requestLimitProblems } from './texts.ts'

type Service = Answer<'/operator/accounts/:id'>['services'][number]

const field = serviceFields.requestsPerSecond

/** How many requests a service may send a second, with a button to change it. */
export function RequestLimit({ service }: { readonly service: Service }) {
  const text = useTexts(accountsTexts)
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { requestsPerSecond: limit } = service
  return (
    <Group gap={4} display="inline-flex">
      {limit === null ? text.ofInstallation : number(limit)}
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={text.editRequestLimit(service.name)}
        onClick={() => setOpen(true)}
      >
        {text.editCap}
      </Button>
      {isOpen && <Editor service={service} onClose={() => setOpen(false)} />}
    </Group>
  )
}

function Editor({ service, onClose }: { readonly service: Service; readonly onClose: () => void }) {
  const text = useTexts(accountsTexts)
  const { language } = useLanguage()
  const [label] = field[language]
  const [typed, setTyped] = useState(service.requestsPerSecond?.toString() ?? '')
  // What is no number is refused by the server.
  const perSecond = readWritten(field, typed) as number | null
  const save = useOperatorChange('/operator/services/:service/request-limit')
  return (
    <DialogForm
      title={`${label}: ${service.name}`}
      action={text.save}
      mutation={save}
      errorTexts={requestLimitProblems}
      onSubmit={() => save.mutate({ service: service.id, perSecond }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text variant="hint">{text.requestLimitAbout}</Text>
      <TextInput label={label} inputMode="numeric" data-autofocus {...bindText(typed, setTyped)} />
    </DialogForm>
  )
}
