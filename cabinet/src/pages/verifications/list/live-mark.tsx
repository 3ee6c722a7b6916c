import { Button, Group, Text } from '@mantine/core'
import { type LiveState, lastHeardAt } from '../../../api/live.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { IconArrowUp } from '../../../parts/icons.tsx'
import { StateWord } from '../../../parts/state-word.tsx'
import { verificationsTexts } from '../texts.ts'

/** Whether new lines come by themselves, and how many wait while the pointer is on the table. */
export function LiveMark(props: {
  readonly state: LiveState
  readonly isPaused: boolean
  readonly waiting: number
  readonly onRelease: () => void
}) {
  const text = useTexts(verificationsTexts)
  const formats = useFormats()
  const words = {
    live: props.isPaused ? text.paused : text.live,
    connecting: text.connecting,
    silent: text.silent(formats.clock(lastHeardAt())),
    off: text.off,
  }
  const tone = props.state === 'silent' ? 'bad' : props.state === 'live' && !props.isPaused ? 'good' : 'open'
  return (
    <Group gap="xs" aria-live="polite" mih={24}>
      {props.waiting > 0 && (
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconArrowUp size={14} />}
          onClick={props.onRelease}
        >
          {text.newOnes(props.waiting)}
        </Button>
      )}
      <Text variant="note">
        <StateWord tone={tone} word={words[props.state]} />
      </Text>
    </Group>
  )
}
