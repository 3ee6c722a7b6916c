import { Anchor } from '@mantine/core'

/** A hint that ends with a link to a guide of the documentation site. */
export function GuideHint({
  text,
  page,
}: {
  readonly text: { readonly hint: string; readonly guide: string }
  readonly page: string
}) {
  return (
    <>
      {text.hint}{' '}
      <Anchor href={`/docs/${page}`} target="_blank" rel="noreferrer" underline="always" inherit>
        {text.guide}
      </Anchor>
    </>
  )
}
