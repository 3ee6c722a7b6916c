import { Alert, Button, Group, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { PhoneField } from '../../parts/phone-field.tsx'
import { Section } from '../../parts/section.tsx'
import { protectionProblems, protectionTexts } from './texts.ts'

const actions = ['check', 'add', 'remove'] as const

/** Numbers are typed but never shown: the server has masks and hashes only. */
export function DoNotCall({ doNotCall }: Pick<Answer<'/operator/protection'>, 'doNotCall'>) {
  const text = useTexts(protectionTexts)
  const formats = useFormats()
  const [phone, setPhone] = useState('')
  const ask = useOperatorChange('/operator/protection/do-not-call')
  const { total, entries } = doNotCall
  return (
    <Section title={text.doNotCall} about={text.doNotCallAbout}>
      <Group align="flex-end" gap="sm">
        <PhoneField label={text.phone} value={phone} onChange={setPhone} />
        {actions.map((action) => (
          <Button
            key={action}
            variant="default"
            disabled={phone.trim() === ''}
            loading={ask.isPending && ask.variables.action === action}
            onClick={() => ask.mutate({ phone, action })}
          >
            {text[action]}
          </Button>
        ))}
      </Group>
      <ErrorNote error={ask.error} errorTexts={protectionProblems} />
      {ask.data !== undefined && (
        <Alert role="status" color={ask.data.since === null ? 'gray' : 'teal'}>
          {ask.data.since === null
            ? text.isNotListed(ask.data.phoneMask)
            : text.isListed(ask.data.phoneMask, formats.exact(ask.data.since))}
        </Alert>
      )}
      <Text size="sm">{total === 0 ? text.noneListed : text.listed(formats.number(total))}</Text>
      <DataTable
        label={text.doNotCall}
        rows={entries.map((entry, index) => ({ ...entry, index }))}
        keyOf={({ index }) => index}
        empty={null}
        columns={[
          { title: text.mask, cell: ({ phoneMask }) => phoneMask },
          { title: text.since, value: ({ since }) => since, as: 'moment' },
          { title: text.reason, cell: ({ reason }) => reason || '–' },
        ]}
      />
    </Section>
  )
}
