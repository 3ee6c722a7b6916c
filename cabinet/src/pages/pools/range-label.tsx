import { Anchor, Text, TextInput } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { rangeText } from './codes.ts'
import { poolProblems, poolsTexts } from './texts.ts'

type Range = Answer<'/operator/pools'>['ranges'][number]
const maxLength = 100

/** What phones show beside the numbers of a range, and the dialog that notes it. */
export function RangeLabel({ range }: { readonly range: Range }) {
  const text = useTexts(poolsTexts)
  const { first, last, trunk, demo } = range
  const [isOpen, setOpen] = useState(false)
  const [label, setLabel] = useState(range.label)
  const [category, setCategory] = useState(range.category)
  const save = useOperatorChange('/operator/pools/ranges/label')
  const shown = [range.label, range.category].filter((part) => part !== '').join(', ') || text.labelNone
  if (demo) return null
  const submit = () =>
    save.mutate(
      { range: `${first}-${last}`, trunks: [trunk], label, category },
      { onSuccess: () => setOpen(false) },
    )
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-label={`${text.labelChange(rangeText(first, last))}: ${shown}`}
        onClick={() => setOpen(true)}
      >
        {shown}
      </Anchor>
      <DialogForm
        title={text.labelChange(rangeText(first, last))}
        action={text.save}
        mutation={save}
        errorTexts={poolProblems}
        isOpen={isOpen}
        onSubmit={submit}
        onClose={() => setOpen(false)}
      >
        <Text size="sm">{text.labelAbout}</Text>
        <TextInput label={text.labelText} maxLength={maxLength} {...bindText(label, setLabel)} />
        <TextInput label={text.labelCategory} maxLength={maxLength} {...bindText(category, setCategory)} />
      </DialogForm>
    </>
  )
}
