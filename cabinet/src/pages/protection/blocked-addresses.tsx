import { Alert, Button, Text, TextInput } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { ApiProblem } from '../../api/client.ts'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { RowForm } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { protectionProblems, protectionTexts } from './texts.ts'

export function BlockedAddresses({ blocked }: Pick<Answer<'/operator/protection'>, 'blocked'>) {
  const text = useTexts(protectionTexts)
  const [address, setAddress] = useState('')
  const [note, setNote] = useState('')
  const block = useOperatorChange('/operator/protection/addresses')
  const letIn = useOperatorChange('/operator/protection/addresses/remove')
  const clear = () => {
    setAddress('')
    setNote('')
  }
  const blocksOwn = block.error instanceof ApiProblem && block.error.code === 'own-address'
  return (
    <Section title={text.blocked} about={text.blockedAbout}>
      <RowForm
        action={text.block}
        mutation={{ ...block, error: blocksOwn ? null : block.error }}
        errorTexts={protectionProblems}
        onSubmit={() => block.mutate({ address, note }, { onSuccess: clear })}
      >
        <TextInput
          label={text.address}
          placeholder="203.0.113.0/24"
          required
          value={address}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            block.reset()
          }}
        />
        <TextInput label={text.note} {...bindText(note, setNote)} />
      </RowForm>
      {blocksOwn && (
        <Alert color="orange" role="alert" my="sm">
          <Text size="sm" mb="xs">
            {text.ownAddress}
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => block.mutate({ address, note, evenOwn: true }, { onSuccess: clear })}
          >
            {text.blockOwn}
          </Button>
        </Alert>
      )}
      <DataTable
        label={text.blocked}
        rows={blocked}
        keyOf={(each) => each.address}
        empty={<EmptyState title={text.noBlocked}>{text.noBlockedAbout}</EmptyState>}
        columns={[
          { title: text.address, value: (each) => each.address },
          { title: text.note, cell: (each) => each.note || '–' },
          { title: text.since, value: ({ createdAt }) => createdAt, as: 'moment' },
        ]}
        actions={(each) => (
          <ConfirmButton
            label={text.letIn}
            name={text.letInName(each.address)}
            question={text.letInQuestion(each.address)}
            onConfirm={() => letIn.mutateAsync({ address: each.address })}
            errorTexts={protectionProblems}
          >
            {text.letInAbout}
          </ConfirmButton>
        )}
      />
    </Section>
  )
}
