import { Text } from '@mantine/core'
import { lastHeardAt, useLiveEvents } from '../api/live.ts'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import classes from './frame.module.css'

const texts = defineMessages({
  silent: (at: string) => [
    `The server has not answered since ${at}. This page shows what was known then.`,
    `Сервер не отвечает с ${at}. На странице то, что было известно тогда.`,
  ],
})

/** Says how old the page is when the server has fallen silent. */
export function SilenceStrip() {
  const text = useTexts(texts)
  const formats = useFormats()
  const state = useLiveEvents(() => {})
  return (
    <div role="status">
      {state === 'silent' && (
        <Text size="sm" px="sm" py={4} mb="sm" className={classes.silence!}>
          {text.silent(formats.clock(lastHeardAt()))}
        </Text>
      )}
    </div>
  )
}
