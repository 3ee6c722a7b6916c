import { useAddressQuery } from '../../../frame/address-query.ts'
import { useTexts } from '../../../language/language.tsx'
import { openName, useListAddress } from '../../../parts/detail-link.tsx'
import { SidePanel } from '../../../parts/side-panel.tsx'
import { TextLink } from '../../../parts/text-link.tsx'
import { Detail, useHeading } from './detail.tsx'
import { verificationDetailTexts } from './texts.ts'

/** A verification beside the list that it was opened from. */
export default function Panel({ id }: { readonly id: string }) {
  const text = useTexts(verificationDetailTexts)
  const list = useListAddress()
  const [, change] = useAddressQuery()
  const close = () => {
    // Opened by a click, it is one step of the browser's history.
    if ((history.state as { isPanel?: boolean } | null)?.isPanel === true) history.back()
    else change({ [openName]: null })
  }
  return (
    <SidePanel title={useHeading(id)} onClose={close}>
      <Detail key={id} id={id} isPanel links={<TextLink href={`${list}/${id}`}>{text.wholePage}</TextLink>} />
    </SidePanel>
  )
}
