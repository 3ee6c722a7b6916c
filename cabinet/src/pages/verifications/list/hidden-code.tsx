import { UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { VerificationLine } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { write } from '../../../api/client.ts'
import { wantNotices } from '../../../frame/notices.tsx'
import { useTexts } from '../../../language/language.tsx'
import { useProblemText } from '../../../language/problems.ts'
import { defineMessages } from '../../../language/texts.ts'
import classes from './table.module.css'

const texts = defineMessages({
  show: ['Show the code (noted in the history)', 'Показать код (запишется в историю)'],
  hide: (code: string) => [`Code ${code}, hide it`, `Код ${code}, скрыть`],
})

/** The page does not know a code until the reader asks, because it is meant for the called person. */
export function HiddenCode({ line }: { readonly line: Pick<VerificationLine, 'id' | 'mayShowCode'> }) {
  const text = useTexts(texts)
  const problemText = useProblemText()
  const [code, setCode] = useState('')
  if (!line.mayShowCode) return <span className={classes.quiet}>–</span>
  const show = async () => {
    try {
      setCode((await write('/verifications/:id/code', { id: line.id })).code)
    } catch (error) {
      wantNotices()
      notifications.show({ message: problemText(error), color: 'red' })
    }
  }
  const label = code === '' ? text.show : text.hide(code)
  return (
    <UnstyledButton
      className={classes.code!}
      fz="sm"
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (code === '') void show()
        else setCode('')
      }}
    >
      {code || '••••'}
    </UnstyledButton>
  )
}
