import { Select } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { serviceTexts } from './service-texts.ts'

const choices = [0, 1, 24, 72, 168]
export const defaultOverlapHours = 24

/** How long what is replaced stays valid: 0 to 7 days. */
export function OverlapSelect(props: { readonly hours: number; readonly onChange: (hours: number) => void }) {
  const text = useTexts(serviceTexts)
  return (
    <Select
      label={text.overlap}
      maw={260}
      data={choices.map((hours) => ({ value: String(hours), label: text.overlaps[hours] ?? String(hours) }))}
      value={String(props.hours)}
      onChange={(value) => props.onChange(Number(value))}
    />
  )
}
