import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { Page } from '../parts/page.tsx'
import { navigationTexts } from './texts.ts'

/** A page that shows what one address answers. It is called as in the navigation. */
export function ConsolePage<Data>(props: {
  readonly name: keyof typeof navigationTexts.en
  readonly from: { readonly data: Data | undefined; readonly error: unknown; readonly isPending: boolean }
  /** Of the room that is kept for it until the answer has come. */
  readonly height: number
  readonly actions?: ReactNode
  readonly children: (data: Data) => ReactNode
}) {
  const { data, error, isPending } = props.from
  const names = useTexts(navigationTexts)
  return (
    <Page title={names[props.name]} actions={props.actions}>
      <ErrorNote error={error} />
      {isPending && <Skeleton h={props.height} />}
      {data !== undefined && props.children(data)}
    </Page>
  )
}
