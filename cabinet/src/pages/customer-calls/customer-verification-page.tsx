import { useParams } from 'wouter'
import { CallLinksContext, customerLinks } from '../../parts/call-links.ts'
import { VerificationDetailPage } from '../verifications/detail/verification-page.tsx'
import { BackButton } from './back-button.tsx'

/** A call of any customer, for operators. The server notes that it was opened. */
export default function CustomerVerificationPage() {
  const { id = '' } = useParams<{ id: string }>()
  return (
    <CallLinksContext value={customerLinks}>
      <VerificationDetailPage id={id} source="/operator/verifications" links={<BackButton />} />
    </CallLinksContext>
  )
}
