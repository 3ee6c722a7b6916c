import { Anchor } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { customerCallsTexts } from './texts.ts'

/** To where the operator came from: a list with its filters, or another call. */
export function BackButton() {
  const text = useTexts(customerCallsTexts)
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => history.back()}>
      {text.back}
    </Anchor>
  )
}
