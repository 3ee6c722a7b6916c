import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useWrite } from '../../api/use-api.ts'
import { fieldProblem } from '../../language/field-problem.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { keepKey } from './keys/fresh-key.ts'
import { serviceProblems, servicesTexts } from './texts.ts'

/** Asks for a name and where it is used; the page of the service then shows the key. */
export function CreateService({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const text = useTexts(servicesTexts)
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [useDirection, setUseDirection] = useState('')
  const create = useWrite('/services', {
    onSuccess: ({ service, secretKey }) => {
      keepKey({ serviceId: service.id, name: '', secretKey, scope: 'all' })
      void client.invalidateQueries({ queryKey: ['services'] })
      navigate(`/services/${service.id}`)
    },
  })
  return (
    <DialogForm
      title={text.creating}
      action={text.makeIt}
      mutation={create}
      fields={['name', 'useDirection']}
      errorTexts={serviceProblems}
      isOpen={isOpen}
      onSubmit={() => create.mutate({ name, useDirection })}
      onClose={onClose}
    >
      <TextInput
        label={text.name}
        placeholder={text.namePlaceholder}
        data-autofocus
        required
        withAsterisk={false}
        maxLength={100}
        {...bindText(name, setName)}
        error={fieldProblem(create.error, 'name', text.errors)}
      />
      <TextInput
        label={text.use}
        description={text.useHint}
        placeholder={text.usePlaceholder}
        maxLength={300}
        {...bindText(useDirection, setUseDirection)}
        error={fieldProblem(create.error, 'useDirection', text.errors)}
      />
    </DialogForm>
  )
}
