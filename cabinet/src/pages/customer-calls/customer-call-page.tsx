import { useParams } from 'wouter'
import { CallLinksContext, customerLinks } from '../../parts/call-links.ts'
import { CallPage } from '../calls/detail/detail-page.tsx'
import { BackButton } from './back-button.tsx'
import { CaptureMenu } from './capture-menu.tsx'

/** A call of any customer, for operators. The server notes that it was opened. */
export default function CustomerCallPage() {
  const { vendorId = '' } = useParams<{ vendorId: string }>()
  return (
    <CallLinksContext value={customerLinks}>
      <CallPage
        source="/operator/calls"
        links={<BackButton />}
        capture={<CaptureMenu vendorId={vendorId} />}
      />
    </CallLinksContext>
  )
}
