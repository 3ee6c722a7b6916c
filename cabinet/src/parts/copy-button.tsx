import { ActionIcon, CopyButton as MantineCopyButton } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { IconCheck, IconCopy } from './icons.tsx'

const texts = defineMessages({
  copy: (what: string) => [`Copy ${what}`, `Скопировать ${what}`],
  copied: ['Copied', 'Скопировано'],
})

/** `what` names the thing for those who do not see the icon: "the key", "ключ". */
export function CopyButton({ value, what }: { readonly value: string; readonly what: string }) {
  const text = useTexts(texts)
  return (
    <MantineCopyButton value={value}>
      {({ copied, copy }) => {
        const label = copied ? text.copied : text.copy(what)
        return (
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            onClick={copy}
            aria-label={label}
            title={label}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )
      }}
    </MantineCopyButton>
  )
}
