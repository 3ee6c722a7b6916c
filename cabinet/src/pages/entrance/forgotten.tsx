import { Skeleton } from '@mantine/core'
import type { Entrance as EntranceFacts } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../language/language.tsx'
import { MailForm } from './mail-form.tsx'
import { BackToSignIn, Sheet } from './sheet.tsx'
import { entranceTexts } from './texts.ts'

export function Forgotten({ facts }: { readonly facts: EntranceFacts | undefined }) {
  const text = useTexts(entranceTexts)
  if (facts === undefined) return <Skeleton h={200} />
  if (facts.links === 'operator') {
    return <Sheet title={text.forgottenTitle} lead={text.askOperator} below={<BackToSignIn />} />
  }
  return (
    <MailForm
      title={text.forgottenTitle}
      lead={text.forgottenLead}
      path="/password/forgotten"
      facts={facts}
    />
  )
}
