import { CallLinksContext, customerLinks } from '../../parts/call-links.ts'
import { CallPage } from '../verifications/detail/detail-page.tsx'
import { BackButton } from './back-button.tsx'

/** A call of any customer, for operators. The server notes that it was opened. */
export default function CustomerCallPage() {
  return (
    <CallLinksContext value={customerLinks}>
      <CallPage source="/operator/calls" links={<BackButton />} />
    </CallLinksContext>
  )
}
