import { Skeleton } from '@mantine/core'
import type { Me } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { ApiProblem, write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { useEnter, useLink } from './enter.ts'
import { BackToSignIn, Sheet } from './sheet.tsx'
import { entranceTexts } from './texts.ts'

/** The one-time link that the terminal printed. A button, so that a link preview does not use it up. */
export function EnterDemo() {
  const text = useTexts(entranceTexts)
  const { token, link } = useLink()
  const enter = useMutation({
    mutationFn: () => write<Me>('/session/demo-link', { token }),
    onSuccess: useEnter(),
  })
  if (token !== '' && link.isPending) return <Skeleton h={200} />
  if (link.data === undefined) {
    const error = link.error ?? new ApiProblem(410, { code: 'link-ended', message: '' })
    return <Sheet title={text.demoTitle} lead={text.demoLink} error={error} below={<BackToSignIn />} />
  }
  return (
    <Sheet
      title={text.demoTitle}
      lead={text.demo}
      button={text.enterDemo}
      error={enter.error}
      isBusy={enter.isPending}
      onSubmit={() => enter.mutate()}
      below={<BackToSignIn />}
    />
  )
}
