import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type Mutation, RowForm } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { protectionProblems, protectionTexts } from './texts.ts'

interface Blocked {
  readonly name: string
  readonly note: string
  readonly createdAt: number
}

/** What is blocked, with the form that blocks more of it and a button on each line that ends it. */
export function BlockList(props: {
  readonly title: string
  readonly about: string
  readonly label: string
  readonly placeholder: string
  readonly empty: { readonly title: string; readonly about: string }
  readonly blocked: readonly Blocked[]
  readonly mutation: Pick<Mutation, 'isPending' | 'error'>
  readonly onBlock: (name: string, note: string, onDone: () => void) => void
  /** What was typed is no longer what was asked about. */
  readonly onType?: () => void
  readonly onUnblock: (name: string) => Promise<unknown>
  readonly children?: ReactNode
}) {
  const text = useTexts(protectionTexts)
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const clear = () => {
    setName('')
    setNote('')
  }
  return (
    <Section title={props.title} about={props.about}>
      <RowForm
        action={text.block}
        mutation={props.mutation}
        errorTexts={protectionProblems}
        onSubmit={() => props.onBlock(name, note, clear)}
      >
        <TextInput
          label={props.label}
          placeholder={props.placeholder}
          required
          value={name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            props.onType?.()
          }}
        />
        <TextInput label={text.note} {...bindText(note, setNote)} />
      </RowForm>
      {props.children}
      <DataTable
        label={props.title}
        rows={props.blocked}
        keyOf={(each) => each.name}
        empty={<EmptyState title={props.empty.title}>{props.empty.about}</EmptyState>}
        columns={[
          { title: props.label, value: (each) => each.name },
          { title: text.note, cell: (each) => each.note || '–' },
          { title: text.since, value: ({ createdAt }) => createdAt, as: 'moment' },
        ]}
        actions={(each) => (
          <ConfirmButton
            label={text.letIn}
            name={text.letInName(each.name)}
            question={text.letInQuestion(each.name)}
            onConfirm={() => props.onUnblock(each.name)}
            errorTexts={protectionProblems}
          >
            {text.letInAbout}
          </ConfirmButton>
        )}
      />
    </Section>
  )
}
