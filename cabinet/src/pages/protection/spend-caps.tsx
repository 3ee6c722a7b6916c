import { Button, TextInput } from '@mantine/core'
import type { Answer, CapView } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { RowForm } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { CapEditor } from '../accounts/cap-editor.tsx'
import { accountsTexts } from '../accounts/texts.ts'
import { protectionTexts } from './texts.ts'

export function SpendCaps({ caps }: Pick<Answer<'/operator/protection'>, 'caps'>) {
  const text = useTexts(protectionTexts)
  const words = useTexts(accountsTexts)
  const formats = useFormats()
  const [open, setOpen] = useState<CapView | null>(null)
  const [prefix, setPrefix] = useState('')
  const bound = (roubles: number) => (roubles === 0 ? text.noBound : formats.money(roubles))
  const scopeWords = (scope: string, owner: string) => {
    const [kind = '', value = ''] = scope.split(':')
    const name = kind === 'prefix' ? `+${value}` : owner || value
    return `${text.scopes[kind as keyof typeof text.scopes]} ${name}`
  }
  const submit = () => setOpen({ scope: `prefix:${prefix.replace(/\D/g, '')}`, perHour: 0, perDay: 0 })
  return (
    <Section title={text.caps} about={text.capsAbout}>
      <RowForm action={text.addCap} onSubmit={submit}>
        <TextInput
          label={text.prefix}
          placeholder="77"
          required
          pattern="\+?[1-9][0-9]{0,3}"
          inputMode="numeric"
          w={240}
          {...bindText(prefix, setPrefix)}
        />
      </RowForm>
      <DataTable
        label={text.caps}
        rows={caps}
        keyOf={({ scope }) => scope}
        empty={<EmptyState title={text.noCaps}>{text.noCapsAbout}</EmptyState>}
        columns={[
          { title: text.scope, value: ({ scope, owner }) => scopeWords(scope, owner) },
          {
            title: text.perHour,
            align: 'right',
            sortBy: ({ perHour }) => perHour,
            cell: ({ perHour }) => bound(perHour),
          },
          {
            title: text.perDay,
            align: 'right',
            sortBy: ({ perDay }) => perDay,
            cell: ({ perDay }) => bound(perDay),
          },
        ]}
        actions={(cap) => (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={words.editCapName(cap.scope)}
            onClick={() => setOpen(cap)}
          >
            {words.editCap}
          </Button>
        )}
      />
      {open !== null && <CapEditor cap={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}
