import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconDownload } from './icons.tsx'

/** Saves what is at an address as a file. */
export function DownloadButton(
  props: ButtonProps & {
    readonly href: string
    /** The name of the file; without it the server names it. */
    readonly download?: string
    readonly title?: string
    readonly children: ReactNode
  },
) {
  return (
    <Button component="a" download variant="default" leftSection={<IconDownload size={14} />} {...props} />
  )
}
