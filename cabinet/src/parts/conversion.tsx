import type { Answer } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { withCommon } from '../language/terms.ts'
import { DefinedTerm } from './definition.tsx'
import { Figure } from './figure.tsx'

const texts = withCommon({
  of: (approved: string, delivered: string) => [
    `approved ${approved} of ${delivered} delivered`,
    `подтверждено ${approved} из ${delivered} дошедших`,
  ],
  unknownNote: ['no checks were reported', 'сверок кода не было'],
})

/** "94 %", or that it is not known. */
export function useConversionText() {
  const text = useTexts(texts)
  const formats = useFormats()
  return (conversion: Answer<'/overview'>['today']['conversion']) =>
    conversion === null ? text.unknown : formats.percent(conversion.approved / conversion.delivered)
}

/** The figure, with its definition one click away. */
export function ConversionFigure(props: {
  readonly conversion: Answer<'/overview'>['today']['conversion']
  readonly note?: ReactNode
}) {
  const text = useTexts(texts)
  const formats = useFormats()
  const told = useConversionText()
  const { conversion } = props
  return (
    <Figure
      name={<DefinedTerm term="conversion" />}
      value={told(conversion)}
      note={
        props.note ??
        (conversion === null
          ? text.unknownNote
          : text.of(formats.number(conversion.approved), formats.number(conversion.delivered)))
      }
    />
  )
}
