import { Anchor, type AnchorProps } from '@mantine/core'
import type { AriaAttributes, ReactNode } from 'react'
import { Link } from 'wouter'

/** A link to another page, in the size of small text. */
export function TextLink(
  props: AnchorProps & AriaAttributes & { readonly href: string; readonly children: ReactNode },
) {
  return <Anchor component={Link} size="sm" {...props} />
}
