import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import type { AdminScope } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useRead } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { tokenProblems, tokensTexts } from './texts.ts'

const scopes: readonly AdminScope[] = ['read', 'trunks', 'accounts', 'money', 'dangerous']

/** Who may use the admin API: programs, by their tokens. */
export function AdminTokens() {
  const text = useTexts(tokensTexts)
  const tokens = useRead('/operator/admin-tokens')
  const remove = useOperatorChange('/operator/admin-tokens/:name/remove')
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState('')
  return (
    <Section
      title={text.title}
      about={text.about}
      actions={
        <Button variant="default" onClick={() => setAdding(true)}>
          {text.add}
        </Button>
      }
    >
      <ErrorNote error={tokens.error} />
      <DataTable
        label={text.title}
        rows={tokens.data}
        keyOf={({ name }) => name}
        empty={<Text size="sm">{text.none}</Text>}
        columns={[
          { title: text.name, cell: ({ name }) => name },
          { title: text.may, cell: ({ scopes }) => scopes.map((scope) => text.scopes[scope]).join('; ') },
          { title: text.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
        actions={({ name }) => (
          <ConfirmButton
            label={text.remove}
            name={text.removeName(name)}
            question={text.removeQuestion(name)}
            onConfirm={() => remove.mutateAsync({ name })}
            errorTexts={tokenProblems}
          >
            {text.removeAbout}
          </ConfirmButton>
        )}
      />
      {isAdding && <TokenForm onMade={setSecret} onClose={() => setAdding(false)} />}
      <ShownOnce
        title={text.secret}
        lead={text.secretAbout}
        isOpen={secret !== ''}
        value={secret}
        what={text.secret}
        kept={text.kept}
        onKept={() => setSecret('')}
      />
    </Section>
  )
}

function TokenForm(props: { readonly onMade: (secret: string) => void; readonly onClose: () => void }) {
  const text = useTexts(tokensTexts)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<AdminScope[]>(['read'])
  const add = useOperatorChange('/operator/admin-tokens')
  const submit = () =>
    add.mutate(
      { name: name.trim(), scopes: chosen },
      {
        onSuccess: ({ token }) => {
          props.onClose()
          props.onMade(token)
        },
      },
    )
  return (
    <DialogForm
      title={text.newToken}
      action={text.add}
      mutation={add}
      errorTexts={tokenProblems}
      isIncomplete={name.trim() === '' || chosen.length === 0}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextInput
        label={text.name}
        placeholder="terraform"
        required
        maxLength={32}
        {...bindText(name, setName)}
      />
      <Checkbox.Group label={text.may} value={chosen} onChange={setChosen}>
        <Stack gap={6} mt={6}>
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={text.scopes[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  )
}
