import { Anchor } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { CallPage } from '../verifications/detail/detail-page.tsx'
import { customerCallsTexts } from './texts.ts'

/** A call of any customer, for operators. The server notes that it was opened. */
export default function CustomerCallPage() {
  const text = useTexts(customerCallsTexts)
  return (
    <CallPage
      source="/operator/calls"
      links={
        <Anchor component="button" type="button" size="sm" onClick={() => history.back()}>
          {text.back}
        </Anchor>
      }
    />
  )
}
