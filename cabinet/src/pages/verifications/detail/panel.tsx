import { Drawer } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAddressQuery } from '../../../frame/address-query.ts'
import { useTexts } from '../../../language/language.tsx'
import { openName, useListAddress } from '../../../parts/detail-link.tsx'
import { TextLink } from '../../../parts/text-link.tsx'
import { Detail, useHeading } from './detail.tsx'
import { verificationDetailTexts } from './texts.ts'

/** A verification beside the list that it was opened from. Closed, the focus is on its row again. */
export default function Panel({ id }: { readonly id: string }) {
  const text = useTexts(verificationDetailTexts)
  const list = useListAddress()
  const [, change] = useAddressQuery()
  const [opener] = useState(() => document.activeElement)
  // It goes at once with its address, so the drawer has no time to give the focus back.
  useEffect(() => () => void setTimeout(() => opener instanceof HTMLElement && opener.focus()), [opener])
  const close = () => {
    // Opened by a click, it is one step of the browser's history.
    if ((history.state as { isPanel?: boolean } | null)?.isPanel === true) history.back()
    else change({ [openName]: null })
  }
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={640}
      title={useHeading(id)}
      overlayProps={{ backgroundOpacity: 0.15 }}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': text.close }}
    >
      <Detail key={id} id={id} isPanel links={<TextLink href={`${list}/${id}`}>{text.wholePage}</TextLink>} />
    </Drawer>
  )
}
