import { useParams } from 'wouter'
import { useTexts } from '../../../language/language.tsx'
import { useListAddress } from '../../../parts/detail-link.tsx'
import { Page } from '../../../parts/page.tsx'
import { TextLink } from '../../../parts/text-link.tsx'
import { Detail, useHeading } from './detail.tsx'
import { verificationDetailTexts } from './texts.ts'

/** The same as the panel, with a page to itself. */
export default function VerificationPage() {
  const { id = '' } = useParams<{ id: string }>()
  const text = useTexts(verificationDetailTexts)
  const list = useListAddress()
  return (
    <Page title={useHeading(id)} actions={<TextLink href={list}>{text.back}</TextLink>}>
      <Detail id={id} />
    </Page>
  )
}
