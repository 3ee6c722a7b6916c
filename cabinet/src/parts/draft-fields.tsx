import {
  Checkbox,
  type ComboboxData,
  MultiSelect,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ReactNode } from 'react'

type Kind =
  /** Without spaces. */
  | 'word'
  | 'words'
  /** As it was pasted. */
  | 'lines'
  | 'tick'
  | { readonly one: ComboboxData; readonly mayBeNone?: true }
  | { readonly several: ComboboxData }

/**
 * The inputs of what is not sent yet, one for each row of the table. Texts of a name are its label, with `Hint` what stands
 * below that, with `Empty` what an empty input says.
 */
export function DraftFields<Draft extends object>(props: {
  readonly fields: Readonly<Partial<Record<keyof Draft & string, Kind>>>
  readonly text: object
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}): ReactNode {
  const texts = props.text as Readonly<Record<string, string | undefined>>
  const draft = props.draft as Readonly<Record<string, never>>
  return Object.entries<Kind | undefined>(props.fields).map(([name, kind]) => {
    const value = draft[name]
    const set = (changed: unknown) => props.onChange({ ...props.draft, [name]: changed })
    const words = { label: texts[name], description: texts[`${name}Hint`] }
    if (kind === 'tick') {
      const tick = (event: { currentTarget: HTMLInputElement }) => set(event.currentTarget.checked)
      return <Checkbox key={name} {...words} checked={value === true} onChange={tick} />
    }
    const isEmpty = String(value ?? '') === ''
    const empty = { ...words, placeholder: (isEmpty && texts[`${name}Empty`]) || '' }
    if (kind === 'lines') {
      const paste = (event: { currentTarget: HTMLTextAreaElement }) => set(event.currentTarget.value)
      return <Textarea key={name} {...empty} rows={3} value={value ?? ''} onChange={paste} />
    }
    const several = { ...empty, value: [...(value ?? [])], onChange: set }
    if (kind === 'words') return <TagsInput key={name} {...several} />
    if (typeof kind === 'object' && 'several' in kind)
      return <MultiSelect key={name} {...several} data={kind.several} searchable limit={300} />
    if (typeof kind === 'object') {
      const { one, mayBeNone = false } = kind
      const chosen = { data: one, allowDeselect: mayBeNone, clearable: mayBeNone, value: value ?? null }
      return <Select key={name} {...empty} {...chosen} onChange={(choice) => set(choice ?? undefined)} />
    }
    const type = (event: { currentTarget: HTMLInputElement }) => set(event.currentTarget.value.trim())
    return <TextInput key={name} {...empty} value={value ?? ''} onChange={type} />
  })
}
