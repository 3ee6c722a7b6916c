import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../../language/language.tsx'
import classes from './table.module.css'

const texts = {
  en: { show: 'Show the code', hide: (code: string) => `Code ${code}, hide it` },
  ru: { show: 'Показать код', hide: (code: string) => `Код ${code}, скрыть` },
}

/** Codes are hidden until the reader asks, because they are meant for the called person. */
export function HiddenCode({ code }: { readonly code: string }) {
  const text = useTexts(texts)
  const [isShown, setShown] = useState(false)
  if (code === '') return <span className={classes.quiet}>–</span>
  return (
    <UnstyledButton
      className={classes.code!}
      fz="sm"
      aria-label={isShown ? text.hide(code) : text.show}
      onClick={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setShown(!isShown)
      }}
    >
      {isShown ? code : '••••'}
    </UnstyledButton>
  )
}
